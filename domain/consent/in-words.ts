import { dayInWords, todayAtLaboratory } from '../dates/dates.ts'
import { table } from '../table.ts'
import type { ConsentItem, ConsentOfPerson } from './ledger.ts'
import { ASSENT_WORDS, authorityInWords, METHOD_WORDS } from './record.ts'

/** What is written where the words of an old order were not stored. */
export const TEXT_NOT_KNOWN = 'The text of that time is not known.'

/** `Signed by Rosa Diaz (mother), legal guardian by court order 26-118, on 3 Mar 2026, on paper. Assent: given.` */
export function givenInWords({
  name,
  record,
  attested,
}: Pick<ConsentOfPerson, 'name' | 'record' | 'attested'>): string {
  if (!record)
    return attested
      ? `Attested by ${attested.by || 'the submitter'} on ${dayInWords(attested.on)}`
      : 'Attested when the order is submitted'
  const { signer, signerName, relation, evidence, signedOn, method, witness, interpreter, assent } = record
  const who =
    signer === 'patient' || signer === ''
      ? name
      : [signerName, relation && `(${relation})`].filter(Boolean).join(' ')
  const authority = signer === '' || signer === 'patient' ? '' : authorityInWords(signer)
  const given = [
    [`${method === 'verbal' ? 'Given' : 'Signed'} by ${who}`, authority].filter(Boolean).join(', '),
    evidence && `authority: ${evidence}`,
    signedOn && dayInWords(signedOn),
    method && METHOD_WORDS[method],
    witness && `witness: ${witness}`,
    interpreter && `interpreter: ${interpreter}`,
    record.signsAlone && 'a minor who may sign alone',
    assent && `assent: ${ASSENT_WORDS[assent]}`,
  ]
  return given.filter(Boolean).join(', ')
}

/** `Confirmed by Maren Oduya on 4 Mar 2026`; '' if it was not recorded. */
export function confirmedInWords({ confirmed }: Pick<ConsentOfPerson, 'confirmed'>): string {
  return confirmed
    ? `Confirmed by ${confirmed.by} on ${dayInWords(todayAtLaboratory(new Date(confirmed.at)))}`
    : ''
}

/** `The specimen is destroyed by 2 May 2026: 60 days after collection (New York)`; '' without such a law. */
export function retentionInWords({ retention }: Pick<ConsentOfPerson, 'retention'>): string {
  if (!retention) return ''
  const { state, days, destroyBy } = retention
  const when = destroyBy ? `by ${dayInWords(destroyBy)}: ` : ''
  return `The specimen is destroyed ${when}${days} days after collection (${state})`
}

/** `version 2, Spanish`; '' for words without a version. */
export function versionInWords({ version, language }: Pick<ConsentItem, 'version' | 'language'>): string {
  return [version && `version ${version}`, language && languageInWords(language)].filter(Boolean).join(', ')
}

const LANGUAGES = table<string>({
  ...{ ar: 'Arabic', en: 'English', es: 'Spanish', fr: 'French', ht: 'Haitian Creole', ko: 'Korean' },
  ...{ pt: 'Portuguese', ru: 'Russian', tl: 'Tagalog', vi: 'Vietnamese', zh: 'Chinese' },
})

/** A language's English name; the code of one that is not named here. */
export const languageInWords = (code: string) => LANGUAGES[code] ?? code

/** `withdrawn on 9 Apr 2026`; '' if it was not. */
export function withdrawnInWords({ withdrawn }: Pick<ConsentItem, 'withdrawn'>): string {
  return withdrawn ? `withdrawn on ${dayInWords(withdrawn.on)}` : ''
}

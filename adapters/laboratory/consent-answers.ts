import {
  confirmedInWords,
  givenInWords,
  languageInWords,
  retentionInWords,
  TEXT_NOT_KNOWN,
  versionInWords,
  withdrawnInWords,
} from '#domain/consent/in-words.ts'
import type { ConsentOfPerson } from '#domain/consent/ledger.ts'
import { isIsoDate } from '#domain/dates/dates.ts'
import { type Answer, day, line, yesNo } from './answers.ts'
import { personNumber } from './patient-segments.ts'
import type { LaboratoryOrder } from './port.ts'

/** LOINC 19826-7, Informed consent obtained. */
const OBTAINED: Answer['question'] = ['19826-7', 'Informed consent obtained']
/** LOINC 59284-0, Consent document. */
const DOCUMENT: Answer['question'] = ['59284-0', 'Consent Document']

/**
 * How each person's consent was given, besides the answers. The document, with the very words, goes with the
 * first test only.
 */
export function consentAnswers({ orderId, consents = [] }: LaboratoryOrder, isFirst: boolean): Answer[] {
  return consents.flatMap((consent) => {
    const about = { about: personNumber(orderId, consent.person) }
    return [
      ...consentObtained(consent, about),
      ...line(['CONSENT-GIVEN', 'How consent was given'], givenInWords(consent), about),
      ...line(['CONSENT-CONFIRMED', 'Who confirmed the answers'], confirmedInWords(consent), about),
      ...consent.items.flatMap(({ id, list, answer }) =>
        answer === true ? line(['CONSENT-LIST', `List of genes: ${id}`], list, about) : [],
      ),
      ...destroyBy(consent, about),
      ...(isFirst ? [{ ...documentAnswer(consent), ...about }] : []),
    ]
  })
}

/** Until when the specimen may be kept; nothing without such a law, or before the specimen is collected. */
export function destroyBy({ retention }: ConsentOfPerson, about: Pick<Answer, 'about'>): Answer[] {
  const until = retention?.destroyBy
  if (!until) return []
  return day(['DESTROY-SPECIMEN-BY', 'Last day on which the specimen may be kept'], until).map((answer) => ({
    ...answer,
    ...about,
  }))
}

/** Yes while the consent for testing stands; OBX-14 is the day of the signature or withdrawal. */
export function consentObtained(consent: ConsentOfPerson, about: Pick<Answer, 'about'>): Answer[] {
  const testing = consent.items.find(({ isTesting }) => isTesting)
  if (!testing || testing.answer === null) return []
  const { record, attested } = consent
  const given = record ? record.signedOn : (attested?.on ?? '')
  const on = testing.withdrawn?.on ?? given
  return yesNo(OBTAINED, testing.answer && testing.withdrawn === null, {
    ...about,
    coding: 'LN',
    ...(isIsoDate(on) ? { day: on } : {}),
  })
}

function documentAnswer(consent: ConsentOfPerson): Answer {
  const text = Buffer.from(consentDocument(consent), 'utf8').toString('base64')
  return { type: 'ED', coding: 'LN', question: DOCUMENT, value: ['', 'text', 'plain', 'Base64', text] }
}

/** One person's consent as a text: who gave and confirmed it, and each statement word for word with its answer. */
export function consentDocument(consent: ConsentOfPerson): string {
  const { name, record, items } = consent
  const head = [
    `Consent of ${name}`,
    givenInWords(consent),
    record ? `Language of the form: ${languageInWords(record.language)}` : '',
    confirmedInWords(consent),
    retentionInWords(consent),
  ]
  const statements = items.map((item) => {
    const answer = item.answer === null ? 'Not answered' : item.answer ? 'YES' : 'NO'
    const title = [item.title, versionInWords(item), item.list].filter(Boolean).join(', ')
    return [
      title,
      item.text ?? TEXT_NOT_KNOWN,
      [answer, withdrawnInWords(item)].filter(Boolean).join(', '),
    ].join('\n')
  })
  return [head.filter(Boolean).join('\n'), ...statements].join('\n\n')
}

import { searchable } from '../text/searchable.ts'

/** A word of a text, and where it is in it. */
export interface Token {
  /** As compared: lower case, American spelling, singular. */
  word: string
  /** As written. */
  written: string
  from: number
  to: number
}

/** Words that do not tell one term from another. */
const FILLERS = new Set(['of', 'the', 'a', 'an', 'in', 'on', 'at', 'and', 'to', 'with', 'or', 'by', 'for'])

export function isFiller(word: string): boolean {
  return FILLERS.has(word)
}

/** British spellings as whole parts of words: haem-, -aemia, oesoph-, foet-, tumour, paed-, -isation. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/haem/g, 'hem'],
  [/aemi(?=[ac])/g, 'emi'],
  [/oedem/g, 'edem'],
  [/oesoph/g, 'esoph'],
  [/oestr/g, 'estr'],
  [/foet/g, 'fet'],
  [/faec/g, 'fec'],
  [/paed/g, 'ped'],
  [/orthopaed/g, 'orthoped'],
  [/caec/g, 'cec'],
  [/coeli/g, 'celi'],
  [/anaes/g, 'anes'],
  [/aesthes/g, 'esthes'],
  [/aetiol/g, 'etiol'],
  [/gynaec/g, 'gynec'],
  [/leukaem/g, 'leukem'],
  [/diarrhoe/g, 'diarrhe'],
  [/apnoe/g, 'apne'],
  [/dyspnoe/g, 'dyspne'],
  [/pnoe/g, 'pne'],
  [/rrhoe/g, 'rrhe'],
  [/manoeuv/g, 'maneuv'],
  [/(tum|col|behavi|od|vap|lab|fav|hum)our/g, '$1or'],
  [/^centre/g, 'center'],
  [/^fibre/g, 'fiber'],
  [/^titre/g, 'titer'],
  [/([a-z]{3})is(ed|ing|ation|ations)$/g, '$1iz$2'],
  [/([a-z]{2}l)ys(e|ed|ing)$/g, '$1yz$2'],
  [/sulph/g, 'sulf'],
  [/^grey/g, 'gray'],
]

/** The American spelling of a word in lower case; a word without a British spelling is returned unchanged. */
function american(word: string): string {
  let spelled = word
  for (const [british, replacement] of SPELLINGS) spelled = spelled.replace(british, replacement)
  return spelled
}

/** Without the ending of a plural: seizures, anomalies. Short words, and those in -ss, -us and -is, are kept. */
function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word) || !word.endsWith('s')) return word
  if (word.length > 5 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.slice(0, -1)
}

/** A word as it is compared: case, accents, British spelling and plural do not matter. */
export function compared(word: string): string {
  return singular(american(searchable(word)))
}

/** The words and numbers of a text in order; hyphens, slashes and apostrophes separate. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => ({
    word: compared(match[0]),
    written: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }))
}

/** The key of a phrase, which is the same for every order of its words: 'palate cleft', 'cleft of the palate'. */
export function phraseKey(words: readonly string[]): string {
  const telling = words.filter((word) => !FILLERS.has(word))
  return (telling.length > 0 ? telling : words).toSorted().join(' ')
}

import type { IsoDate } from '../dates/dates.ts'
import { DEFAULT_LANGUAGE } from './record.ts'

/**
 * One version of a consent statement, in one language. Its title and text never change once imported; a new
 * wording is a new version.
 */
export interface ConsentText {
  version: string
  /** ISO 639-1. */
  language: string
  /** The state whose law it is written for; '' for any. */
  jurisdiction: string
  /** First and last day on which it may be signed; null: no end. */
  validFrom: IsoDate
  validTo: IsoDate | null
  /** The list of genes it refers to, with its version, such as 'ACMG SF v3.2'; '' for none. */
  list: string
  title: string
  text: string
}

const isValidOn = ({ validFrom, validTo }: ConsentText, day: IsoDate) =>
  validFrom <= day && (validTo === null || day <= validTo)

const newestFirst = (one: ConsentText, other: ConsentText) => (one.validFrom < other.validFrom ? 1 : -1)

interface Signing {
  language: string
  /** The signer's state. */
  state: string
  /** The day of the signature. */
  day: IsoDate
}

/** The versions in a language for a state, the newest first; English if there are none in it. */
function textsIn(texts: readonly ConsentText[], { language, state }: Omit<Signing, 'day'>): ConsentText[] {
  const inLanguage = texts.filter((one) => one.language === language)
  const known = inLanguage.length > 0 ? inLanguage : texts.filter((one) => one.language === DEFAULT_LANGUAGE)
  const ofState = known.filter((one) => one.jurisdiction === state && state !== '')
  return (ofState.length > 0 ? ofState : known.filter((one) => one.jurisdiction === '')).toSorted(newestFirst)
}

/**
 * The version that is signed on a day; null if there was none. A state's own wording takes precedence over
 * the one for all states.
 */
export function textOn(texts: readonly ConsentText[], signing: Signing): ConsentText | null {
  return textsIn(texts, signing).find((one) => isValidOn(one, signing.day)) ?? null
}

/** A version by its number; null if there is none with it. */
export function textOfVersion(
  texts: readonly ConsentText[],
  version: string,
  where: Omit<Signing, 'day'>,
): ConsentText | null {
  return (
    textsIn(texts, where).find((one) => one.version === version) ??
    texts.find((one) => one.version === version) ??
    null
  )
}

/** Whether the version could not be signed on this day: not yet, or no longer. */
export function isRetired(text: ConsentText, day: IsoDate): boolean {
  return !isValidOn(text, day)
}

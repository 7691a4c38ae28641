/**
 * The order of codes, gene symbols, and of days and instants as ISO text: by their characters, so that a server and every
 * browser agree, whatever language it speaks (Estonian sorts Z before T, Danish AA after Z). For `sort`.
 */
export function byText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

const NAMES = new Map<string, Intl.Collator>()

/** The order of names in the alphabet of a language, English if none is said, never in that of the browser. */
export function byName(one: string, other: string, language = 'en'): number {
  let collator = NAMES.get(language)
  if (!collator) {
    collator = new Intl.Collator([language, 'en'])
    NAMES.set(language, collator)
  }
  return collator.compare(one, other)
}

/** Do two names differ in capitals at most? */
export function sameName(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { sensitivity: 'accent' }) === 0
}

/**
 * Compares codes, gene symbols, days and instants (ISO text) by their characters, so that server and all
 * browsers agree, whatever their language (Estonian sorts Z before T, Danish AA after Z). For `sort`.
 */
export function byText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

const NAMES = new Map<string, Intl.Collator>()

/** Compares names by the alphabet of a language, English by default, never by the browser's. */
export function byName(one: string, other: string, language = 'en'): number {
  let collator = NAMES.get(language)
  if (!collator) {
    collator = new Intl.Collator([language, 'en'])
    NAMES.set(language, collator)
  }
  return collator.compare(one, other)
}

/** Whether two names are the same except for capitals. */
export function sameName(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { sensitivity: 'accent' }) === 0
}

import { readDate } from '../dates/read-date.ts'

/** The most words in a date: `14 Mar 2019`, `Mar 14, 2019`. */
const MAX_DATE_WORDS = 3

/**
 * Splits a search phrase into terms: words, without the commas of `Last, First`, and typed dates
 * (domain/dates/read-date.ts) as ISO.
 */
export function searchTerms(typed: string): string[] {
  const words = typed.trim().split(/\s+/).filter(Boolean)
  const terms: string[] = []
  for (let at = 0; at < words.length; ) {
    const found = dateFrom(words.slice(at, at + MAX_DATE_WORDS))
    if (found) {
      terms.push(found.date)
      at += found.words
    } else {
      terms.push(...(words[at] ?? '').split(',').filter(Boolean))
      at += 1
    }
  }
  return terms
}

/**
 * The longest date at the start of the words. A number of eight digits may be anything, and is searched for
 * unchanged.
 */
function dateFrom(words: readonly string[]): { date: string; words: number } | null {
  for (let length = words.length; length > 0; length -= 1) {
    const text = words.slice(0, length).join(' ').replace(/,$/, '')
    const date = /^\d+$/.test(text) ? null : readDate(text)
    if (date) return { date, words: length }
  }
  return null
}

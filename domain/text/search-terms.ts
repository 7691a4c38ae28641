import { readDate } from '../dates/read-date.ts'

/** Words of a date at most: `14 Mar 2019`, `Mar 14, 2019`. */
const MAX_DATE_WORDS = 3

/**
 * What is looked for in what somebody typed, each part by itself: words, without the commas of `Last, First`, and dates
 * that are written as people write them (domain/dates/read-date.ts), as ISO.
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

/** The longest date that the words begin with. A number of eight digits may be anything: it is looked for as it is. */
function dateFrom(words: readonly string[]): { date: string; words: number } | null {
  for (let length = words.length; length > 0; length -= 1) {
    const text = words.slice(0, length).join(' ').replace(/,$/, '')
    const date = /^\d+$/.test(text) ? null : readDate(text)
    if (date) return { date, words: length }
  }
  return null
}

import { z } from 'zod'

/** Each word is a search of its own. */
export const MOST_WORDS = 8
const MOST_CHARACTERS = 100

/** A search phrase: every word must match. Surrounding spaces are ignored. */
export const searchWords = z
  .string()
  .trim()
  .max(MOST_CHARACTERS, { error: `Enter at most ${MOST_CHARACTERS} characters to search.` })
  .refine((text) => text.split(/\s+/, MOST_WORDS + 1).length <= MOST_WORDS, {
    error: `Enter at most ${MOST_WORDS} words to search.`,
  })

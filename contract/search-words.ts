import { z } from 'zod'

/** Each word that is looked for is a search of its own. */
export const MOST_WORDS = 8
const MOST_CHARACTERS = 100

/** What people type to find something: every word of it must be found. Spaces around it do not count. */
export const searchWords = z
  .string()
  .trim()
  .max(MOST_CHARACTERS, { error: `Enter at most ${MOST_CHARACTERS} characters to search.` })
  .refine((text) => text.split(/\s+/, MOST_WORDS + 1).length <= MOST_WORDS, {
    error: `Enter at most ${MOST_WORDS} words to search.`,
  })

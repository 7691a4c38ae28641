import { type Token, tokensOf } from '../words.ts'

/** Phrases by their first word, the longest first, each with what it means. */
export type Phrases<Meaning> = ReadonlyMap<string, readonly { words: readonly string[]; means: Meaning }[]>

/** Reads lists of phrases, separated by commas or line breaks, as words are compared. */
export function phrases<Meaning extends string>(lists: Readonly<Record<Meaning, string>>): Phrases<Meaning> {
  const byFirst = new Map<string, { words: string[]; means: Meaning }[]>()
  for (const [means, list] of Object.entries(lists) as [Meaning, string][])
    for (const phrase of list.split(/[,\n]/)) {
      const words = tokensOf(phrase).map(({ word }) => word)
      const [first] = words
      if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), { words, means }])
    }
  return new Map(
    [...byFirst].map(([first, list]) => [
      first,
      list.toSorted((one, other) => other.words.length - one.words.length),
    ]),
  )
}

/** The longest phrase that begins at a token, and the token after it; null if none does. */
export function phraseAt<Meaning>(
  known: Phrases<Meaning>,
  tokens: readonly Token[],
  at: number,
): { means: Meaning; end: number } | null {
  const first = tokens[at]?.word
  if (first === undefined) return null
  const found = (known.get(first) ?? []).find(({ words }) =>
    words.every((word, offset) => tokens[at + offset]?.word === word),
  )
  return found ? { means: found.means, end: at + found.words.length } : null
}

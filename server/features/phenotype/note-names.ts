import type { Names } from '#domain/phenotype/notes/mentions.ts'
import { phraseKey, tokensOf } from '#domain/phenotype/words.ts'
import { isBelow, type TermIndex } from './term-index.ts'

/** Phenotypic abnormality: the HPO's other branches hold past history, blood groups and modifiers. */
const FINDINGS = 'HP:0000118'
/** How names compare if two terms have the same. A broad synonym means more than the term: it is left out. */
const RANKS = { label: 3, exact: 2, related: 1, narrow: 0 } as const
const ABBREVIATION = /^[A-Z][A-Z0-9-]{1,5}s?$/
const built = new WeakMap<TermIndex, Promise<Names>>()
/** Terms read between two turns of the event loop: some milliseconds. */
const CHUNK = 400

/** The names by which notes are read; made once for each imported release, without holding up other requests. */
export function noteNames(index: TermIndex): Promise<Names> {
  const known = built.get(index)
  if (known) return known
  const names = readNames(index)
  built.set(index, names)
  return names
}

async function readNames({ terms }: TermIndex): Promise<Names> {
  const named = new Map<string, { id: string; rank: number }>()
  const short = new Map<string, string>()
  const words = new Set<string>()
  let read = 0
  for (const term of terms.values()) {
    read += 1
    if (read % CHUNK === 0) await new Promise(setImmediate)
    if (!isBelow(terms, term.id, [FINDINGS])) continue
    const all = [
      { text: term.label, rank: RANKS.label as number, abbreviation: false },
      ...term.synonyms.flatMap(({ text, scope, kind }) =>
        scope === 'broad'
          ? []
          : [{ text, rank: RANKS[scope] as number, abbreviation: kind === 'abbreviation' }],
      ),
    ]
    for (const { text, rank, abbreviation } of all) {
      if (abbreviation || ABBREVIATION.test(text)) {
        if (!short.has(text)) short.set(text, term.id)
        continue
      }
      const own = tokensOf(text).map(({ word }) => word)
      const key = phraseKey(own)
      const other = named.get(key)
      if (!other || other.rank < rank) named.set(key, { id: term.id, rank })
      for (const word of own) words.add(word)
    }
  }
  const near = byFirstLetter(words)
  return {
    termNamed: (key) => named.get(key)?.id ?? null,
    abbreviated: (written) => short.get(written) ?? null,
    corrected: (word) => (words.has(word) ? null : nearest(word, near)),
  }
}

/** Words by their first letter and length: a word is compared with those of about its length only. */
function byFirstLetter(words: ReadonlySet<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const word of words) {
    const key = `${word[0]}${word.length}`
    const group = groups.get(key)
    if (group) group.push(word)
    else groups.set(key, [word])
  }
  return groups
}

function nearest(word: string, groups: ReadonlyMap<string, readonly string[]>): string | null {
  for (const length of [word.length, word.length + 1, word.length - 1]) {
    const found = (groups.get(`${word[0]}${length}`) ?? []).find((one) => differByOne(word, one))
    if (found) return found
  }
  return null
}

/** Whether one letter is missing, added, wrong, or swapped with the next. */
function differByOne(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  if (short.slice(at + 1) === long.slice(at + 1)) return at < short.length
  return (
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  )
}

import { type Token, tokensOf } from '../words.ts'

/** What separates a token from the one before it. */
export type Gap = 'none' | 'comma' | 'sentence' | 'line' | 'paragraph'

/** A note by its words. */
export interface NoteText {
  text: string
  tokens: readonly Token[]
  /** By token: what comes before it. */
  gaps: readonly Gap[]
  /** By token: the characters between it and the one before it. */
  between: readonly string[]
}

/** Words after which a full stop ends no sentence; after units it does if a capital follows. */
const SHORTENED = new Set(tokensOf('dr mr mrs ms vs approx eg ie e i st').map(({ word }) => word))
const UNITS = new Set(tokensOf('y o yo mo wk yr hx cm mm').map(({ word }) => word))

export function readNote(text: string): NoteText {
  const tokens = tokensOf(text)
  const between = tokens.map(({ from }, at) => text.slice(tokens[at - 1]?.to ?? 0, from))
  const gaps = between.map((characters, at) =>
    at === 0 ? 'paragraph' : gapOf(characters, tokens[at - 1], tokens[at]),
  )
  return { text, tokens, gaps, between }
}

function gapOf(characters: string, before: Token | undefined, after: Token | undefined): Gap {
  if (/\n\s*\n/.test(characters)) return 'paragraph'
  // A line may be broken within a sentence: then the next one begins in lower case, and without a bullet.
  if (characters.includes('\n')) {
    const continues = /^[^.:;!•*–-]*\n\s*$/.test(characters) && /^\p{Ll}/u.test(after?.written ?? '')
    return continues ? 'none' : 'line'
  }
  if (/[;!]/.test(characters) || /\?\s/.test(characters)) return 'sentence'
  if (/\.\s/.test(characters)) {
    const word = before?.word ?? ''
    const isUnit = UNITS.has(word) && /^\p{Ll}/u.test(after?.written ?? '')
    if (!SHORTENED.has(word) && !isUnit) return 'sentence'
  }
  return /[,:()[\]–—]| - /.test(characters) ? 'comma' : 'none'
}

/** The tokens of each sentence, as the first and the one after the last. */
export function sentencesOf({ gaps }: NoteText): { from: number; to: number }[] {
  const starts = gaps.flatMap((gap, at) => (gap === 'none' || gap === 'comma' ? [] : [at]))
  return starts.map((from, at) => ({ from, to: starts[at + 1] ?? gaps.length }))
}

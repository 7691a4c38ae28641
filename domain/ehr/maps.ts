import type { TheirCode } from './ehr-order.ts'

/** What a hospital's codes can stand for. */
export const MAP_KINDS = ['test', 'provider', 'payer', 'specimen', 'question', 'control'] as const
export type MapKind = (typeof MAP_KINDS)[number]

/** One line of an interface's map: the hospital's code, and what it means here. */
export interface Mapping {
  kind: MapKind
  code: string
  /**
   * By kind: a test's code; an NPI; a payer's name; a specimen type; for a question, `note`; for ORC-1, `NW`,
   * `XO` or `CA`.
   */
  meaning: string
}

/** A code that came and is not in the map, with the words beside it. */
export interface Unmapped {
  kind: MapKind
  code: string
  words: string
}

/** A question whose answers are kept as notes of the order. */
const AS_NOTE = 'note'

export type Maps = ReadonlyMap<string, string>

export function mapsOf(mappings: readonly Mapping[]): Maps {
  return new Map(mappings.map(({ kind, code, meaning }) => [keyOf(kind, code), meaning]))
}

/** What is mapped: the code, or the words of something that has none. Letter case and spaces around do not count. */
export function codeOf(codes: readonly TheirCode[]): string {
  const [first] = codes
  return (first?.code || first?.text || '').trim()
}

/** Looks a code up: by its first code, its alternatives, then its words. */
export function mapped(maps: Maps, kind: MapKind, codes: readonly TheirCode[]): string | null {
  const names = [...codes.map(({ code }) => code), ...codes.map(({ text }) => text)]
  for (const name of names) {
    const meaning = name.trim() === '' ? undefined : maps.get(keyOf(kind, name))
    if (meaning !== undefined) return meaning
  }
  return null
}

/** What the map must hold for a code, in words; null if it is right. */
export function wrongMeaning(
  { kind, meaning }: Mapping,
  known: {
    isTest(code: string): boolean
    isNpi(text: string): boolean
    isSpecimenType(text: string): boolean
  },
): string | null {
  switch (kind) {
    case 'test':
      return known.isTest(meaning) ? null : 'is not the code of a test'
    case 'provider':
      return known.isNpi(meaning) ? null : 'is not an NPI'
    case 'specimen':
      return known.isSpecimenType(meaning) ? null : 'is not a specimen type'
    case 'question':
      return meaning === AS_NOTE ? null : `is not ${AS_NOTE}`
    case 'control':
      return ['NW', 'XO', 'CA'].includes(meaning) ? null : 'is not NW, XO or CA'
    case 'payer':
      return meaning.trim() === '' ? 'is not the name of a payer' : null
  }
}

const keyOf = (kind: MapKind, code: string) => `${kind} ${code.trim().toLowerCase()}`

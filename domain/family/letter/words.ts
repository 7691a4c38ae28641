import type { FindingInheritance } from '../cascade/finding.ts'

/** What the person in whom the finding was made is to the reader of the letter. */
export const LETTER_RELATIVES = [
  ...(['mother', 'father', 'parent', 'sister', 'brother', 'sibling', 'daughter', 'son', 'child'] as const),
  ...(['grandmother', 'grandfather', 'grandchild', 'aunt', 'uncle', 'niece', 'nephew', 'cousin'] as const),
  'relative',
]
export type LetterRelative = (typeof LETTER_RELATIVES)[number]

export type LetterMeaning = FindingInheritance | 'recessive of two'

/**
 * The letter in one language, at the reading age of 12. `{who}` is whom the letter may name, `{illness}` an illness,
 * `{lab}` the laboratory, `{clinic}` the clinic that writes, `{date}` a day. What stands in braces is put in by `letter.ts`.
 */
export interface LetterWords {
  title: string
  greeting: string
  /** `{name}` is the reader's. */
  greetingTo: string
  /** Nobody is named. */
  found: string
  /** `{who}` is named. */
  foundIn: string
  illness: string
  mayHave: string
  /** Of a recessive finding with two different variants. */
  mayHaveOfTwo: string
  /** What a test tells the reader, by how the change is inherited. */
  meaning: Readonly<Record<LetterMeaning, string>>
  choice: string
  ask: string
  gene: string
  variant: string
  variantClass: string
  laboratory: string
  pathogenic: string
  likelyPathogenic: string
  codeTitle: string
  code: string
  free: string
  /** `your sister`, `your mother`. */
  relatives: Readonly<Record<LetterRelative, string>>
}

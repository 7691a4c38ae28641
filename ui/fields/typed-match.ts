import { searchable } from '#domain/text/searchable.ts'

/** Something of a list that can be chosen by typing. */
export interface TypedOption {
  value: string
  label: string
  /** What else it is called: the two letters of a state. */
  synonyms?: readonly string[]
}

const plain = (text: string) => searchable(text).trim()

const namesOf = ({ label, synonyms = [] }: TypedOption) => [label, ...synonyms].map(plain)

/** The options that what was typed may mean, the likeliest first: what is called so, what begins so, what has it inside. */
export function typedMatches<Option extends TypedOption>(
  options: readonly Option[],
  typed: string,
): Option[] {
  const words = plain(typed)
  const rank = (option: Option) => {
    if (words === '') return 1
    if (namesOf(option).includes(words)) return 0
    const at = plain(option.label).indexOf(words)
    return at === 0 ? 1 : at > 0 ? 2 : 3
  }
  return options.filter((option) => rank(option) < 3).toSorted((one, other) => rank(one) - rank(other))
}

/**
 * The one option that what was typed stands for: what is called exactly so, else the only one that begins so, else the only
 * one that has it inside. Undefined where that is none or several.
 */
export function typedMatch<Option extends TypedOption>(
  options: readonly Option[],
  typed: string,
): Option | undefined {
  const words = plain(typed)
  if (words === '') return undefined
  const found = typedMatches(options, typed)
  const exact = found.filter((option) => namesOf(option).includes(words))
  const begins = found.filter((option) => plain(option.label).startsWith(words))
  return [exact, begins, found].find((some) => some.length === 1)?.[0]
}

/** What typed words come to: the values that they stand for, and what is left of the words, '' where all of them are. */
export interface TypedSelection {
  values: string[]
  left: string
}

/**
 * The one option that is called exactly so, whatever the case and the accents; undefined where none is, or several are. What
 * only begins so, or has the words inside, is another thing: who types ATR does not mean ATRX.
 */
export function wholeMatch<Option extends TypedOption>(
  options: readonly Option[],
  typed: string,
): Option | undefined {
  const words = plain(typed)
  const found = words === '' ? [] : options.filter((option) => namesOf(option).includes(words))
  return found.length === 1 ? found[0] : undefined
}

/** The option that is called exactly so, or the words themselves. */
export function takenWhole(options: readonly TypedOption[], typed: string): TypedSelection {
  const found = wholeMatch(options, typed)
  return found ? { values: [found.value], left: '' } : { values: [], left: typed.trim() }
}

/**
 * The one option that the words can stand for, or the words themselves. For places alone, of which whoever types sees
 * every one there is: in a list of genes, codes, tests, people or institutions it would take another thing than was typed.
 */
export function selectionOf(options: readonly TypedOption[], typed: string): TypedSelection {
  const found = typedMatch(options, typed)
  return found ? { values: [found.value], left: '' } : { values: [], left: typed.trim() }
}

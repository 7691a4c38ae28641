import { searchable } from '#domain/text/searchable.ts'

/** An option that can be chosen by typing. */
export interface TypedOption {
  value: string
  label: string
  /** Alternative names: the two letters of a state. */
  synonyms?: readonly string[]
}

const plain = (text: string) => searchable(text).trim()

const namesOf = ({ label, synonyms = [] }: TypedOption) => [label, ...synonyms].map(plain)

/** The options that typed text may mean, likeliest first: exact name, beginning, part of a name. */
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
 * The one option that typed text means: the exact name, otherwise the only one that begins so, otherwise the
 * only one that contains it. Undefined if there are none or several.
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

/**
 * The interpretation of typed text: the matching values, and the rest of the text, '' if all of it matches.
 */
export interface TypedSelection {
  values: string[]
  left: string
}

/**
 * The only option with exactly this name, ignoring case and accents; undefined if there are none or several.
 * A name that only begins with the text, or contains it, is something else: ATR does not mean ATRX.
 */
export function wholeMatch<Option extends TypedOption>(
  options: readonly Option[],
  typed: string,
): Option | undefined {
  const words = plain(typed)
  const found = words === '' ? [] : options.filter((option) => namesOf(option).includes(words))
  return found.length === 1 ? found[0] : undefined
}

/** The option with exactly this name, or the text itself. */
export function takenWhole(options: readonly TypedOption[], typed: string): TypedSelection {
  const found = wholeMatch(options, typed)
  return found ? { values: [found.value], left: '' } : { values: [], left: typed.trim() }
}

/**
 * The only option that the text can mean, or the text itself. For places only, where the user sees all
 * options: in a list of genes, codes, tests, people or institutions it could choose something other than what
 * was typed.
 */
export function selectionOf(options: readonly TypedOption[], typed: string): TypedSelection {
  const found = typedMatch(options, typed)
  return found ? { values: [found.value], left: '' } : { values: [], left: typed.trim() }
}

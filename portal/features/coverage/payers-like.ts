import type { PayerEntry } from '#contract/coverage.ts'
import { searchable } from '#domain/text/searchable.ts'

/** A payer that somebody may mean, with the other name by which it was found; '' where its own name was. */
interface FoundPayer {
  payer: PayerEntry
  alias: string
}

/** The payers with a name or alias of which every typed word begins a word; all of them while nothing is typed. */
export function payersLike(payers: readonly PayerEntry[], typed: string): FoundPayer[] {
  const searchWords = wordsOf(typed)
  const fits = (name: string) => {
    const words = wordsOf(name)
    return searchWords.every((one) => words.some((word) => word.startsWith(one)))
  }
  return payers.flatMap((payer) => {
    if (fits(payer.name)) return [{ payer, alias: '' }]
    const alias = payer.aliases.find(fits)
    return alias === undefined ? [] : [{ payer, alias }]
  })
}

const wordsOf = (text: string) =>
  searchable(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

import type { GeneticResult } from '../genetic-result.ts'
import { isFound, type ReportedVariant } from '../reported-variant.ts'
import { type Names, namesOf, strongNames } from './same-variant.ts'

/** A variant of a version with all its listings: a report may list it for each tissue or condition. */
export interface ListedVariant {
  names: Names
  listed: readonly ReportedVariant[]
  /** A listing of it says that it is there, or may be. */
  isFound: boolean
}

/** The variants of a version's results, each once. */
export function variantsOf(results: readonly Pick<GeneticResult, 'variants'>[]): ListedVariant[] {
  const groups: ReportedVariant[][] = []
  const placeOf = new Map<string, number>()
  for (const variant of results.flatMap(({ variants }) => variants)) {
    const names = strongNames(namesOf([variant]))
    const [place = groups.length] = names.flatMap((name) => placeOf.get(name) ?? []).toSorted((a, b) => a - b)
    const group = groups[place]
    if (group) group.push(variant)
    else groups.push([variant])
    for (const name of names) if (!placeOf.has(name)) placeOf.set(name, place)
  }
  return groups.map((listed) => ({
    ...{ listed, names: namesOf(listed) },
    isFound: listed.some(isFound),
  }))
}

import type { GeneticResult } from '../genetic-result.ts'
import type { ReportedVariant } from '../reported-variant.ts'
import { classesOf, variantName } from '../words.ts'
import { variantsOf } from './listed-variants.ts'
import { namesOf, pairs } from './same-variant.ts'

/** A tested person with the results that count; null: the laboratory sent none as data. */
export interface TestedPerson {
  key: string
  results: readonly GeneticResult[] | null
}

/**
 * What is known of a variant in a person. `not-reported`: their result does not mention it, which does not say that it
 * is absent: the test may not have looked there.
 */
export type Carrying =
  | { kind: 'found'; state: string; classes: readonly string[] }
  | { kind: 'not-found' | 'not-reported' | 'no-data' }
  /** The laboratory's own word: `No call`. */
  | { kind: 'unclear'; call: string }

export interface VariantAcrossPeople {
  name: string
  /** By the person's key. */
  people: Readonly<Record<string, Carrying>>
}

interface Known {
  listings: ReportedVariant[]
  names: ReturnType<typeof namesOf>
  by: Map<string, ReportedVariant[]>
}

/** Each variant that somebody's result names, in each person; those that were found first. */
export function acrossPeople(people: readonly TestedPerson[]): VariantAcrossPeople[] {
  const known: Known[] = []
  for (const { key, results } of people) {
    // A report may list a variant for each tissue or condition.
    const listed = variantsOf(results ?? []).map(({ listed: listings, names }) => ({
      ...{ listings: [...listings], names, by: new Map([[key, [...listings]]]) },
    }))
    const { both, added } = pairs<Known>(known, listed)
    for (const [one, { listings }] of both) {
      one.listings.push(...listings)
      one.by.set(key, listings)
      one.names = namesOf(one.listings)
    }
    known.push(...added)
  }
  const rows = known.map(({ listings: [first], by }) => ({
    name: first ? variantName(first) : '',
    people: Object.fromEntries(people.map(({ key, results }) => [key, carrying(results, by.get(key))])),
  }))
  const isFound = ({ people: all }: VariantAcrossPeople) =>
    Object.values(all).some(({ kind }) => kind === 'found')
  return [...rows.filter(isFound), ...rows.filter((row) => !isFound(row))]
}

function carrying(
  results: TestedPerson['results'],
  listed: readonly ReportedVariant[] | undefined,
): Carrying {
  if (results === null) return { kind: 'no-data' }
  const calls = (listed ?? []).map((one) => ({ ...one, call: one.call ?? 'Present' }))
  if (calls.length === 0) return { kind: 'not-reported' }
  // Absent in the blood, it may be there in the skin: found anywhere is found.
  const found = calls.filter(({ call }) => call === 'Present')
  const unclear = calls.find(({ call }) => call !== 'Absent')
  if (found.length === 0) return unclear ? { kind: 'unclear', call: unclear.call } : { kind: 'not-found' }
  const states = found.flatMap(({ allelicState = '' }) => (allelicState === '' ? [] : [allelicState]))
  return {
    kind: 'found',
    state: [...new Set(states)].join(', '),
    classes: [...new Set(found.flatMap(classesOf))],
  }
}

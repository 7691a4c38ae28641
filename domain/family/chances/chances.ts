import type { FamilyDocument, FamilyMember, MemberKey } from '../document.ts'
import { type FamilyGraph, familyGraph } from '../graph.ts'
import { identicalTwins } from '../kinship.ts'
import { type Factor, marginals, TooManyLoops } from './clique-tree.ts'
import {
  allCopies,
  type Genotype,
  type GenotypeEvidence,
  genotypesOf,
  type Inheritance,
  inGamete,
  inPopulation,
  isPossible,
  NEW_MUTATION,
  sexWeight,
} from './genotypes.ts'

/** A finding of the family, as far as chances depend on it. */
export interface HeritableFinding {
  inheritance: Inheritance
  /** 2 if a recessive finding has two different variants; otherwise 1. */
  variants: 1 | 2
}

/** Probabilities between 0 and 1. */
export interface Chance {
  /** At least one copy of a variant. */
  one: number
  /** Both copies changed (recessive), or a man's only X. */
  all: number
}

export type Chances =
  | { state: 'known'; of: ReadonlyMap<MemberKey, Chance>; isNewMutationNeeded: boolean }
  /** The results cannot all be right: a swap, or another mistake. */
  | { state: 'contradiction' }
  | { state: 'too-many-loops' }

/** Of the largest table: half a second or so for two variants in a family with many loops. */
const MOST_CELLS = 400_000

/**
 * Everybody's chance to have a finding, by Mendel's rules from structure and tests alone: exact, with loops and
 * identical twins. Illness counts only as evidence that the caller makes of it.
 */
export function chances(
  document: FamilyDocument,
  finding: HeritableFinding,
  evidence: readonly GenotypeEvidence[],
  graph: FamilyGraph = familyGraph(document),
): Chances {
  const model = modelOf(document, finding, evidence, graph)
  try {
    const found = marginals(model.sizes, factorsOf(model, NEW_MUTATION), MOST_CELLS)
    if (found.total === 0) return { state: 'contradiction' }
    const isNewMutationNeeded = marginals(model.sizes, factorsOf(model, 0), MOST_CELLS).total === 0
    const of = new Map<MemberKey, Chance>()
    for (const { key } of document.people) {
      const variable = model.variableOf(key)
      const weights = variable === undefined ? undefined : found.of[variable]
      if (variable === undefined || !weights) continue
      const sum = (isCounted: (genotype: Genotype) => boolean) =>
        weights.reduce((total, weight, value) => {
          const genotype = model.genotypes[variable]?.[value]
          return genotype && isCounted(genotype) ? total + weight : total
        }, 0) / found.total
      of.set(key, {
        one: sum((genotype) => allCopies(genotype) > 0),
        all: sum((genotype) => allCopies(genotype) === (genotype.sperm === null ? 1 : 2)),
      })
    }
    return { state: 'known', of, isNewMutationNeeded }
  } catch (error) {
    if (error instanceof TooManyLoops) return { state: 'too-many-loops' }
    throw error
  }
}

interface Model {
  variants: number
  members: readonly FamilyMember[]
  variableOf: (member: MemberKey) => number | undefined
  /** What each may have, after the evidence. */
  genotypes: readonly Genotype[][]
  sizes: readonly number[]
  graph: FamilyGraph
}

/** One variable for each person; identical twins share one. What the tests exclude is left out at once. */
function modelOf(
  document: FamilyDocument,
  finding: HeritableFinding,
  evidence: readonly GenotypeEvidence[],
  graph: FamilyGraph,
): Model {
  const sameAs = identicalTwins(graph)
  const members = document.people.filter((member) => sameAs(member.key) === member.key)
  const variables = new Map(members.map((member, index) => [member.key, index]))
  const genotypes = members.map((member) => {
    const own = evidence.filter((one) => sameAs(one.member) === member.key)
    return genotypesOf(member, finding, gameteOf(member.key, graph)).filter((genotype) =>
      own.every((one) => isPossible(genotype, one)),
    )
  })
  return {
    variants: finding.variants,
    members,
    genotypes,
    graph,
    variableOf: (member) => variables.get(sameAs(member)),
    sizes: genotypes.map((each) => each.length),
  }
}

/** What somebody gave to their children; null if none are recorded. */
function gameteOf(member: MemberKey, graph: FamilyGraph): 'egg' | 'sperm' | null {
  const [child] = graph.geneticChildren(member)
  if (child === undefined) return null
  return graph.geneticParents(child).egg === member ? 'egg' : 'sperm'
}

/** For each gamete of each person: from a parent of the family, or from the population. */
function factorsOf({ members, genotypes, graph, variableOf, variants }: Model, mutation: number): Factor[] {
  return members.flatMap((member, child) => {
    const own = genotypes[child] ?? []
    const parents = graph.geneticParents(member.key)
    const sexes = { variables: [child], values: Float64Array.from(own, (one) => sexWeight(one, own)) }
    const gametes = (['egg', 'sperm'] as const).map((gamete): Factor => {
      const parent = parents[gamete] === null ? undefined : variableOf(parents[gamete])
      const ofParent = parent === undefined ? [null] : (genotypes[parent] ?? [])
      const values = own.flatMap(({ [gamete]: allele }) =>
        ofParent.map((one) => {
          // The sperm that makes a boy has no X.
          if (allele === null) return 1
          return one ? inGamete(allele, one, variants, mutation) : inPopulation(allele, variants)
        }),
      )
      const variables = parent === undefined ? [child] : [child, parent]
      return { variables, values: Float64Array.from(values) }
    })
    return [sexes, ...gametes]
  })
}

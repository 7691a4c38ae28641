import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FamilyDocument } from '../document.ts'
import { familyGraph } from '../graph.ts'
import { anyFamily } from '../testing/any-family.ts'
import { family } from '../testing/families.ts'
import { chances, type HeritableFinding } from './chances.ts'
import { marginals, TooManyLoops } from './clique-tree.ts'
import {
  allCopies,
  type Genotype,
  type GenotypeEvidence,
  genotypesOf,
  inGamete,
  inPopulation,
  isPossible,
  NEW_MUTATION,
} from './genotypes.ts'

const DOMINANT: HeritableFinding = { inheritance: 'autosomal dominant', variants: 1 }
const RECESSIVE: HeritableFinding = { inheritance: 'autosomal recessive', variants: 1 }
const TWO_VARIANTS: HeritableFinding = { inheritance: 'autosomal recessive', variants: 2 }
const X_LINKED: HeritableFinding = { inheritance: 'x-linked', variants: 1 }

const positive = (member: string): GenotypeEvidence => ({ member, copies: [], isAtLeastOne: true })
const copies = (member: string, ...numbers: number[]): GenotypeEvidence => ({
  ...{ member, copies: numbers, isAtLeastOne: false },
})
const negative = (member: string) => copies(member, 0)

const FAMILY = family(
  ['maternal grandfather', 'man'],
  ['maternal grandmother', 'woman'],
  ['mother', 'woman', ['maternal grandfather', 'maternal grandmother']],
  ['maternal aunt', 'woman', ['maternal grandfather', 'maternal grandmother']],
  ['aunt’s husband', 'man'],
  ['maternal cousin', 'man', ['aunt’s husband', 'maternal aunt']],
  ['second cousin’s parent', 'man', ['aunt’s husband', 'maternal aunt']],
  ['paternal grandfather', 'man'],
  ['paternal grandmother', 'woman'],
  ['father', 'man', ['paternal grandfather', 'paternal grandmother']],
  ['paternal aunt', 'woman', ['paternal grandfather', 'paternal grandmother']],
  ['proband', 'man', ['father', 'mother']],
  ['sister', 'woman', ['father', 'mother']],
  ['other man', 'man'],
  ['half brother', 'man', ['other man', 'mother']],
  ['wife', 'woman'],
  ['son', 'man', ['proband', 'wife']],
  ['daughter', 'woman', ['proband', 'wife']],
  ['sister’s husband', 'man'],
  ['nephew 1', 'man', ['sister’s husband', 'sister']],
  ['nephew 2', 'man', ['sister’s husband', 'sister']],
)

/** Chances in percent: at least one copy, and all copies, of those who are asked about. */
function percent(
  finding: HeritableFinding,
  evidence: GenotypeEvidence[],
  asked: Record<string, number | [number, number]>,
  document: FamilyDocument = FAMILY,
) {
  const found = chances(document, finding, evidence)
  if (found.state !== 'known') return found.state
  const round = (chance = Number.NaN) => Math.round(chance * 1_000) / 10
  return Object.fromEntries(
    Object.entries(asked).map(([member, expected]) => {
      const { one, all } = found.of.get(member) ?? {}
      return [member, Array.isArray(expected) ? [round(one), round(all)] : round(one)]
    }),
  )
}

describe('chances of textbooks (Young, Introduction to Risk Calculation in Genetic Counseling)', () => {
  test.each<[string, HeritableFinding, GenotypeEvidence[], Record<string, number | [number, number]>]>([
    [
      'dominant, the proband has it',
      DOMINANT,
      [positive('proband')],
      {
        ...{ mother: 50, father: 50, sister: 50, son: 50, daughter: 50, 'half brother': 25 },
        ...{ 'maternal aunt': 25, 'paternal aunt': 25, 'maternal cousin': 12.5, wife: 0 },
      },
    ],
    [
      'dominant, the mother does not have it',
      DOMINANT,
      [positive('proband'), negative('mother')],
      { father: 100, sister: 50, 'paternal aunt': 50, 'maternal aunt': 0, 'half brother': 0 },
    ],
    [
      'dominant, a maternal aunt does not have it',
      DOMINANT,
      [positive('proband'), negative('maternal aunt')],
      { mother: 33.3, father: 66.7 },
    ],
    [
      'dominant, a maternal cousin has it too',
      DOMINANT,
      [positive('proband'), positive('maternal cousin')],
      { mother: 100, 'maternal aunt': 100, father: 0 },
    ],
    [
      'dominant, neither parent has it: new in the proband',
      DOMINANT,
      [positive('proband'), negative('mother'), negative('father')],
      { sister: 0, son: 50 },
    ],
    [
      'recessive, the proband has two copies of one variant',
      RECESSIVE,
      [copies('proband', 2)],
      { mother: [100, 0], father: [100, 0], sister: [75, 25], son: [100, 0], 'maternal aunt': [50, 0] },
    ],
    [
      'recessive, the proband has two variants',
      TWO_VARIANTS,
      [copies('proband', 1, 1)],
      { mother: [100, 0], father: [100, 0], sister: [75, 25], 'half brother': [50, 0] },
    ],
    [
      'X-linked, a boy has it',
      X_LINKED,
      [positive('proband')],
      { mother: 100, sister: 50, 'maternal aunt': 75, daughter: [100, 0], son: 0, father: 0 },
    ],
    [
      'X-linked, the grandfather does not have it',
      X_LINKED,
      [positive('proband'), negative('maternal grandfather')],
      { 'maternal aunt': 50, 'maternal grandmother': 100 },
    ],
    [
      'X-linked, the sister has two sons without it',
      X_LINKED,
      [positive('proband'), negative('nephew 1'), negative('nephew 2')],
      { sister: 20 },
    ],
  ])('%s', (_case, finding, evidence, expected) => {
    expect(percent(finding, evidence, expected)).toEqual(expected)
  })

  test('a grandfather who carries a recessive variant: the child of his grandchildren, who are cousins', () => {
    const cousins = family(
      ['grandfather', 'man'],
      ['grandmother', 'woman'],
      ['uncle', 'man', ['grandfather', 'grandmother']],
      ['aunt', 'woman', ['grandfather', 'grandmother']],
      ['w', 'woman'],
      ['h', 'man'],
      ['one', 'man', ['uncle', 'w']],
      ['other', 'woman', ['h', 'aunt']],
      ['child', 'woman', ['one', 'other']],
    )
    const found = chances(cousins, RECESSIVE, [copies('grandfather', 1)])
    expect(found.state === 'known' && found.of.get('child')?.all).toBeCloseTo(1 / 64, 5)
  })

  test('identical twins have one genotype; donors pass their genes on, adoptive parents none', () => {
    const identical = { twins: { group: 't', kind: 'identical' as const } }
    const made = family(
      ['m', 'woman'],
      ['f', 'man'],
      ['donor', 'woman'],
      ['one', 'woman', ['f', 'm'], identical],
      ['other', 'woman', ['f', 'm'], identical],
      ['husband', 'man'],
      ['nephew', 'man', ['husband', 'other']],
      ['of a donor', 'man', ['f', 'm'], { eggFrom: 'donor' }],
      ['adopted', 'man', undefined, { parents: [{ union: 'f+m', how: 'adopted' }] }],
    )
    const asked = { other: 100, nephew: 50, 'of a donor': 25, adopted: 0, donor: 0 }
    expect(percent(DOMINANT, [positive('one')], asked, made)).toEqual(asked)
  })

  test('X-linked, somebody whose sex is not known counts as half girl, half boy; a parent’s is told by the gamete', () => {
    const unknown = family(
      ['m', 'woman'],
      ['f', 'man'],
      ['boy', 'man', ['f', 'm']],
      ['sibling', '', ['f', 'm']],
      ['parent', '', ['f', 'm']],
      ['wife', 'woman'],
      ['niece', 'woman', ['parent', 'wife']],
    )
    const asked: Record<string, [number, number]> = { sibling: [50, 25], parent: [50, 50], niece: [50, 0] }
    expect(percent(X_LINKED, [positive('boy')], asked, unknown)).toEqual(asked)
  })
})

test('X-linked, a boy whose only copy was reported as two has it, as with one', () => {
  const asked = { mother: 100, sister: 50, 'maternal aunt': 75, daughter: 100 }
  expect(percent(X_LINKED, [copies('proband', 2)], asked)).toEqual(asked)
})

test('new mutations are named, and results that cannot all be right', () => {
  const state = (finding: HeritableFinding, ...evidence: GenotypeEvidence[]) => {
    const found = chances(FAMILY, finding, evidence)
    return found.state === 'known' ? found.isNewMutationNeeded : found.state
  }
  expect(state(DOMINANT, positive('proband'), negative('mother'))).toBe(false)
  expect(state(DOMINANT, positive('proband'), negative('mother'), negative('father'))).toBe(true)
  expect(state(RECESSIVE, copies('mother', 2), negative('proband'))).toBe('contradiction')
  expect(state(DOMINANT, positive('proband'), negative('proband'))).toBe('contradiction')
})

/** Counts every combination of genotypes. */
function counted(document: FamilyDocument, finding: HeritableFinding, evidence: readonly GenotypeEvidence[]) {
  const graph = familyGraph(document)
  const genotypes = document.people.map((member) => genotypesOf(member, finding, null))
  const index = new Map(document.people.map((member, place) => [member.key, place]))
  const sums = document.people.map(() => ({ one: 0, all: 0 }))
  let total = 0
  const visit = (chosen: Genotype[]) => {
    const person = document.people[chosen.length]
    if (person) {
      for (const genotype of genotypes[chosen.length] ?? []) visit([...chosen, genotype])
      return
    }
    const possible = evidence.every((one) => {
      const genotype = chosen[index.get(one.member) ?? -1]
      return genotype !== undefined && isPossible(genotype, one)
    })
    if (!possible) return
    const weight = document.people.reduce((product, member, place) => {
      const own = chosen[place]
      const parents = graph.geneticParents(member.key)
      return (['egg', 'sperm'] as const).reduce((part, gamete) => {
        const allele = own?.[gamete] ?? null
        if (allele === null) return part
        const parent = chosen[index.get(parents[gamete] ?? '') ?? -1]
        const passed = parent
          ? inGamete(allele, parent, finding.variants, NEW_MUTATION)
          : inPopulation(allele, finding.variants)
        return part * passed
      }, product)
    }, 1)
    total += weight
    sums.forEach((sum, place) => {
      const genotype = chosen[place]
      if (!genotype) return
      if (allCopies(genotype) > 0) sum.one += weight
      if (allCopies(genotype) === (genotype.sperm === null ? 1 : 2)) sum.all += weight
    })
  }
  visit([])
  return new Map(
    document.people.map((member, place) => [
      member.key,
      { one: (sums[place]?.one ?? 0) / total, all: (sums[place]?.all ?? 0) / total },
    ]),
  )
}

const anyEvidence = fc.array(fc.record({ who: fc.nat(6), result: fc.constantFrom('positive', 'negative') }), {
  minLength: 1,
  maxLength: 3,
})

test('[CASC-01] chances equal a count of all combinations in 500 random families', () => {
  let compared = 0
  fc.assert(
    fc.property(
      anyFamily.filter(({ people }) => people.length >= 3 && people.length <= 7),
      anyEvidence,
      fc.constantFrom(DOMINANT, RECESSIVE, TWO_VARIANTS, X_LINKED),
      (random, results, chosen) => {
        // Two variants have nine genotypes each: of more people the count takes minutes.
        const finding = chosen === TWO_VARIANTS && random.people.length > 4 ? RECESSIVE : chosen
        // Everybody has a sex, and nobody an identical twin: the count has no notion of either.
        const document = {
          ...random,
          people: random.people.map((member, place) => ({
            ...member,
            twins: null,
            gender: member.gender || (place % 2 === 0 ? ('woman' as const) : ('man' as const)),
            sexAtBirth: member.gender === 'man' ? ('Male' as const) : ('Female' as const),
          })),
        }
        const evidence = results.flatMap(({ who, result }) => {
          const member = document.people[who]?.key
          if (member === undefined) return []
          return [result === 'positive' ? positive(member) : negative(member)]
        })
        const found = chances(document, finding, evidence)
        if (found.state !== 'known') return
        compared += 1
        for (const [member, expected] of counted(document, finding, evidence)) {
          expect(found.of.get(member)?.one).toBeCloseTo(expected.one, 9)
          expect(found.of.get(member)?.all).toBeCloseTo(expected.all, 9)
        }
      },
    ),
    { numRuns: 500 },
  )
  expect(compared).toBeGreaterThan(400)
})

test('many cliques together are no more work than a few of the largest', () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, one) => ({ variables: [one, one + 1], values: Float64Array.of(1, 1, 1, 1) }))
  const of = (length: number) => () =>
    marginals(
      Array.from({ length: length + 1 }, () => 2),
      chain(length),
      8,
    )
  expect(of(6)().total).toBe(2 ** 7)
  expect(of(20)).toThrow(TooManyLoops)
})

import { describe, expect, test } from 'vitest'
import type { VariantClass } from '../../orders/known-variants.ts'
import { familyGraph } from '../graph.ts'
import { relations } from '../relation.ts'
import { relationInWords } from '../relation-words.ts'
import { family } from '../testing/families.ts'
import { type CascadeEvent, cascadeOf, changesSince, nextToTest } from './cascade.ts'
import type { FamilyVariant } from './finding.ts'
import { causeInWords, reasonToTest } from './reasons.ts'
import { windowFor } from './window.ts'

const TODAY = '2026-11-23'
const DOCUMENT = family(
  ['grandmother', 'woman'],
  ['grandfather', 'man'],
  ['mother', 'woman', ['grandfather', 'grandmother']],
  ['aunt', 'woman', ['grandfather', 'grandmother']],
  ['uncle by marriage', 'man'],
  ['cousin', 'woman', ['uncle by marriage', 'aunt']],
  ['father', 'man'],
  ['proband', 'woman', ['father', 'mother'], { isProband: true }],
  ['brother', 'man', ['father', 'mother']],
)
const VARIANT: FamilyVariant = {
  ...{ key: '1', member: 'proband', inheritance: 'autosomal dominant', copies: [1], isAdultOnset: true },
  variants: [
    {
      ...{ kind: 'sequence', gene: 'BRCA2', hgncId: '', transcript: 'NM_000059.4', cdna: 'c.5946del' },
      ...{ protein: '', genomic: '', asWritten: '' },
    },
  ],
  reportedOn: '2026-10-01',
  classes: [{ on: '2026-10-01', variantClass: 'Likely pathogenic' }],
}
const event = (member: string, kind: CascadeEvent['kind'], on: string): CascadeEvent => ({
  ...{ member, kind, on, copies: [] },
})
const graph = familyGraph(DOCUMENT)
const related = relations(DOCUMENT, graph)
const call = (member: string) =>
  `the ${relationInWords(related.of(member, 'proband'), graph.members.get(member)?.gender ?? '')}`
const linesOf = (finding: FamilyVariant, events: CascadeEvent[]) =>
  changesSince(DOCUMENT, finding, events, TODAY).map(
    ({ on, cause, opened, closed }) =>
      `${on} ${causeInWords(cause, call)} opened: ${opened.join(', ') || '–'}; closed: ${closed.join(', ') || '–'}`,
  )
const withClasses = (...classes: [string, VariantClass][]): FamilyVariant => ({
  ...VARIANT,
  classes: classes.map(([on, variantClass]) => ({ on, variantClass })),
})

describe('steps open and close', () => {
  test('a mother without it closes her side; a swap that is corrected opens it again', () => {
    expect(
      linesOf(VARIANT, [
        event('mother', 'negative', '2026-10-10'),
        event('mother', 'result withdrawn', '2026-10-20'),
        event('mother', 'positive', '2026-10-21'),
      ]),
    ).toEqual([
      '2026-10-01 The finding was recorded. opened: mother, father, brother, grandmother, grandfather, aunt, cousin; closed: –',
      '2026-10-10 The mother does not have the finding. opened: –; closed: grandmother, grandfather, aunt, cousin',
      '2026-10-20 The result of the mother no longer counts. opened: grandmother, grandfather, aunt, cousin; closed: –',
      '2026-10-21 The mother has the finding. opened: –; closed: father',
    ])
  })

  test('a class that is uncertain closes every open step, and a certain one opens them', () => {
    const up = withClasses(
      ['2026-10-01', 'Uncertain significance'],
      ['2026-10-12', 'Pathogenic'],
      ['2026-11-01', 'Uncertain significance'],
    )
    expect(linesOf(up, [event('aunt', 'told', '2026-10-14')])).toEqual([
      '2026-10-01 The finding was recorded. opened: –; closed: –',
      '2026-10-12 The class changed from Uncertain significance to Pathogenic. opened: mother, father, brother, grandmother, grandfather, aunt, cousin; closed: –',
      '2026-11-01 The class changed from Pathogenic to Uncertain significance. opened: –; closed: mother, father, brother, grandmother, grandfather, aunt, cousin',
    ])
    expect(cascadeOf(DOCUMENT, up, [], TODAY).relatives.some(({ isOpen }) => isOpen)).toBe(false)
  })

  test('results that do not fit together keep everybody in the list, without a chance and a reason', () => {
    const recessive: FamilyVariant = { ...VARIANT, inheritance: 'autosomal recessive', copies: [2] }
    const events = [event('mother', 'negative', '2026-10-10'), event('father', 'negative', '2026-10-11')]
    const one = cascadeOf(DOCUMENT, recessive, events, TODAY)
    // Twice new in one child is as good as impossible, and still no contradiction by the rules.
    expect(one).toMatchObject({ state: 'known', newMutation: 'both copies' })
    const twins = family(
      ['a', 'man', undefined, { twins: { group: 't', kind: 'identical' } }],
      ['b', 'man', undefined, { twins: { group: 't', kind: 'identical' } }],
      ['child', 'woman'],
    )
    const found = cascadeOf(twins, { ...VARIANT, member: 'a' }, [event('b', 'negative', '2026-10-10')], TODAY)
    expect(found).toMatchObject({
      state: 'contradiction',
      relatives: [{ member: 'b', chance: null, state: 'negative' }],
    })
  })

  test.each<[string, Partial<FamilyVariant>, [member: string, kind: CascadeEvent['kind']][], string | null]>([
    ['one parent is negative', {}, [['mother', 'negative']], null],
    [
      'both are',
      {},
      [
        ['mother', 'negative'],
        ['father', 'negative'],
      ],
      'both parents',
    ],
    ['a son’s mother is', { inheritance: 'x-linked', member: 'brother' }, [['mother', 'negative']], 'mother'],
    ['a daughter’s mother is', { inheritance: 'x-linked' }, [['mother', 'negative']], null],
    [
      'a daughter’s parents are',
      { inheritance: 'x-linked' },
      [
        ['mother', 'negative'],
        ['father', 'negative'],
      ],
      'both parents',
    ],
    [
      'the mother of a child with two copies is',
      { inheritance: 'autosomal recessive', copies: [2] },
      [
        ['mother', 'negative'],
        ['father', 'positive'],
      ],
      'both copies',
    ],
    [
      'the mother of a child with two variants is',
      {
        ...{ inheritance: 'autosomal recessive', copies: [1, 1] },
        variants: [...VARIANT.variants, ...VARIANT.variants],
      },
      [['mother', 'negative']],
      'both copies',
    ],
    [
      'the mother has it, and neither of hers',
      {},
      [
        ['grandmother', 'negative'],
        ['grandfather', 'negative'],
        ['mother', 'positive'],
      ],
      'elsewhere',
    ],
  ])('where a new mutation may be when %s', (_, finding, results, newMutation) => {
    const events = results.map(([member, kind]) => event(member, kind, '2026-10-10'))
    expect(cascadeOf(DOCUMENT, { ...VARIANT, ...finding }, events, TODAY)).toMatchObject({
      state: 'known',
      newMutation,
    })
  })

  test('brothers and sisters of a new mutation stay listed, without a number', () => {
    const document = family(
      ['mother', 'woman'],
      ['father', 'man'],
      ['second wife', 'woman'],
      ['proband', 'man', ['father', 'mother'], { isProband: true }],
      ['brother', 'man', ['father', 'mother']],
      ['half sister', 'woman', ['father', 'second wife']],
      ['nephew', 'man', ['brother', 'sister-in-law']],
    )
    const left = (inheritance: FamilyVariant['inheritance'], ...negative: string[]) =>
      cascadeOf(
        document,
        { ...VARIANT, inheritance },
        negative.map((member) => event(member, 'negative', '2026-10-10')),
        TODAY,
      ).relatives.map(({ member, chance, isOpen }) => [member, chance?.one.toFixed(2), isOpen])
    const parents = [
      ['mother', '0.00', false],
      ['father', '0.00', false],
    ]
    expect(left('autosomal dominant', 'mother', 'father')).toEqual([
      ...parents,
      ['brother', undefined, true],
      ['half sister', undefined, true],
    ])
    // A man's only X is his mother's.
    expect(left('x-linked', 'mother')).toEqual([
      ['mother', '0.00', false],
      ['brother', undefined, true],
    ])
    expect(left('autosomal dominant', 'mother', 'father', 'brother')).toEqual([
      ...parents,
      ['brother', '0.00', false],
      ['half sister', undefined, true],
    ])
  })

  test('certain are those who were tested and their identical twins; an untested parent is not', () => {
    const twins = { twins: { group: 't', kind: 'identical' as const } }
    const document = family(
      ['mother', 'woman'],
      ['father', 'man'],
      ['proband', 'woman', ['father', 'mother'], { isProband: true, ...twins }],
      ['twin', 'woman', ['father', 'mother'], twins],
      ['child', 'man', ['husband', 'proband']],
    )
    const events = [event('mother', 'negative', '2026-10-10'), event('child', 'positive', '2026-10-10')]
    const { relatives } = cascadeOf(document, VARIANT, events, TODAY)
    expect(
      relatives.map(({ member, chance, isCertain }) => [member, chance?.one.toFixed(2), isCertain]),
    ).toEqual([
      ['twin', '1.00', true],
      ['father', '1.00', false],
      ['child', '1.00', true],
      ['mother', '0.00', true],
    ])
  })

  test('certain is who inherits from somebody with both copies, whether or not they are new', () => {
    const document = family(
      ['mother', 'woman'],
      ['father', 'man'],
      ['proband', 'woman', ['father', 'mother'], { isProband: true }],
      ['child', 'man', ['husband', 'proband']],
    )
    const finding: FamilyVariant = { ...VARIANT, inheritance: 'autosomal recessive', copies: [2] }
    const { relatives } = cascadeOf(document, finding, [], TODAY)
    const certain = relatives.flatMap(({ member, isCertain }) => (isCertain ? [member] : []))
    expect(certain).toEqual(['child'])
  })

  test('of a recessive finding there are numbers by its copies only; two variants are one copy of each', () => {
    const ofBrother = (more: Partial<FamilyVariant>) => {
      const finding: FamilyVariant = { ...VARIANT, inheritance: 'autosomal recessive', ...more }
      const found = cascadeOf(DOCUMENT, finding, [], TODAY)
      const { chance, isOpen } = found.relatives.find(({ member }) => member === 'brother') ?? {}
      const proposed = nextToTest(DOCUMENT, finding, [], found).length > 0
      return [found.state, chance && [chance.one, chance.all].map((one) => one.toFixed(2)), isOpen, proposed]
    }
    const variants = [...VARIANT.variants, ...VARIANT.variants]
    expect(ofBrother({ copies: [2] })).toEqual(['known', ['0.75', '0.25'], true, true])
    expect(ofBrother({ copies: [], variants })).toEqual(['known', ['0.75', '0.25'], true, true])
    expect(ofBrother({ copies: [1] })).toEqual(['known', ['0.50', '0.00'], true, true])
    expect(ofBrother({ copies: [] })).toEqual(['copies unknown', null, true, false])
  })

  test('the mother’s line has words, no numbers', () => {
    const found = cascadeOf(DOCUMENT, { ...VARIANT, inheritance: 'mitochondrial' }, [], TODAY)
    expect(found.state).toBe('mother’s line')
    expect(found.relatives.map(({ member, chance }) => [member, chance])).toEqual([
      ['mother', null],
      ['brother', null],
      ['grandmother', null],
      ['aunt', null],
      ['cousin', null],
    ])
    expect(nextToTest(DOCUMENT, { ...VARIANT, inheritance: 'mitochondrial' }, [], found)).toEqual([])
  })

  test('a result drawn in the family counts, until another is recorded', () => {
    const drawn = {
      ...DOCUMENT,
      evaluations: [
        {
          ...{ key: 'e', member: 'mother', what: 'BRCA2', result: 'negative' as const, copies: [] },
          ...{ on: '2026-10-10', finding: '1' },
        },
      ],
    }
    const chanceOf = (events: CascadeEvent[]) =>
      cascadeOf(drawn, VARIANT, events, TODAY).relatives.find(({ member }) => member === 'aunt')?.chance?.one
    expect(chanceOf([])).toBeUndefined()
    expect(chanceOf([event('mother', 'positive', '2026-10-11')])).toBeCloseTo(0.5)
  })
})

test('who comes next, and why', () => {
  const cascade = cascadeOf(DOCUMENT, VARIANT, [], TODAY)
  const [first] = nextToTest(DOCUMENT, VARIANT, [], cascade)
  expect(first?.member).toBe('mother')
  expect(reasonToTest(first?.tells ?? [], call)).toBe(
    'Tells about the father, the maternal grandmother, the maternal grandfather and 2 others too',
  )
  const declined = cascadeOf(DOCUMENT, VARIANT, [event('mother', 'declined', '2026-10-10')], TODAY)
  expect(nextToTest(DOCUMENT, VARIANT, [], declined).map(({ member }) => member)).not.toContain('mother')
})

test.each<[string, VariantClass, string, number | null]>([
  ['usual terms', 'Pathogenic', '1600', 90],
  ['another class', 'Uncertain significance', '1600', null],
])('a window by %s', (_case, variantClass, reportedBy, days) => {
  expect(windowFor({ familyDays: 90 }, { variantClass, reportedBy })?.days ?? null).toBe(days)
})
test('a window that a laboratory’s terms narrow', () => {
  const terms = {
    ...({ until: 'received', who: 'first degree', most: 2 } as const),
    ...{ classes: ['Uncertain significance'] as const, notTests: ['1700'] },
  }
  const of = (reportedBy: string) =>
    windowFor({ familyDays: 180, terms }, { variantClass: 'Uncertain significance', reportedBy })
  expect(of('1600')).toEqual({ days: 180, until: 'received', who: 'first degree', most: 2 })
  expect(of('1700')).toBeNull()
})

import fc from 'fast-check'
import {
  type Evaluation,
  type FamilyDocument,
  type FamilyMember,
  type LegendEntry,
  likelySex,
} from '../document.ts'
import { anyFamily } from './any-family.ts'

/** What is told of one person, beside whose child it is. */
const anyTold: fc.Arbitrary<Partial<FamilyMember>> = fc.record(
  {
    isProband: fc.boolean(),
    isConsultand: fc.boolean(),
    firstName: fc.constantFrom('Ana', 'Bo', 'Zoë Ann', ''),
    lastName: fc.constantFrom('Brook', 'de Souza', ''),
    sexAtBirth: fc.constantFrom('Male', 'Female', 'Unassigned', ''),
    karyotype: fc.constantFrom('46,XX', '47,XXY', '46,XY,t(1;2)', ''),
    born: fc.constantFrom('1990', '1990-05', '1990-05-17', ''),
    age: fc.option(
      fc.record({
        value: fc.integer({ min: 0, max: 130 }),
        unit: fc.constantFrom('years' as const, 'months' as const, 'weeks' as const),
        isApproximate: fc.boolean(),
      }),
    ),
    life: fc.constantFrom('alive', 'dead', ''),
    diedOn: fc.constantFrom('2019', '2019-02-28', ''),
    causeOfDeath: fc.constantFrom('stroke', ''),
    count: fc.constantFrom<FamilyMember['count']>(null, 3, 'n'),
    isAdoptedOut: fc.boolean(),
    hasUnknownParents: fc.boolean(),
    childlessness: fc.constantFrom({ kind: '', reason: '' }, { kind: 'infertile', reason: 'azoospermia' }),
    mayContact: fc.constantFrom('yes', 'no', ''),
    notes: fc.constantFrom('Moved to Lagos', ''),
  },
  { requiredKeys: [] },
)

const LEGEND: LegendEntry[] = [
  { key: 'bc', name: 'Breast cancer', code: 'C50', fill: 'solid', part: 0 },
  { key: 'oc', name: 'Cancer of the ovary', code: 'C56.9', fill: 'hatched', part: 1 },
  { key: 'ep', name: 'Seizure', code: 'HP:0001250', fill: 'dotted', part: 2 },
  { key: 'ha', name: 'Headache of the father’s side', code: '', fill: 'barred', part: 3 },
  { key: 'no', name: 'Nobody’s', code: 'MONDO:0007254', fill: 'solid', part: 3 },
]

const anyCondition = fc.record({
  entry: fc.constantFrom('bc', 'oc', 'ep', 'ha'),
  status: fc.constantFrom('affected' as const, 'unaffected' as const, 'possible' as const),
  onset: fc.constantFrom('44', 'about 50', '6 months', 'childhood', ''),
  certainty: fc.constantFrom('told' as const, 'documented' as const),
  notes: fc.constantFrom('Says the sister', ''),
})

const anyEvaluation = fc.record({
  what: fc.constantFrom('BRCA2 c.5946del', 'BRCA1', 'GENE9 c.1A>G'),
  result: fc.constantFrom('positive' as const, 'negative' as const, 'uninformative' as const),
  copies: fc.constantFrom<number[]>([], [1]),
  on: fc.constantFrom('2024-03-01', ''),
  finding: fc.constantFrom('7', ''),
})

/** One person’s details, and lines beside those of birth, to people drawn by place. */
const anyPerson = fc.record({
  told: anyTold,
  conditions: fc.uniqueArray(anyCondition, { maxLength: 3, selector: ({ entry }) => entry }),
  evaluations: fc.uniqueArray(anyEvaluation, { maxLength: 2, selector: ({ what }) => what }),
  other: fc.nat(200),
  line: fc.constantFrom('adopted', 'foster', 'step', 'eggFrom', 'spermFrom', 'carriedBy', '', '', '', ''),
})

const anyCouple = fc.record({
  hasEnded: fc.boolean(),
  isMarriage: fc.boolean(),
  relatedAs: fc.constantFrom('first cousins', ''),
})

/** A family with everything that a record can say; nobody is their own ancestor, and lines fit the sexes. */
export const anyRecord: fc.Arbitrary<FamilyDocument> = fc
  .tuple(
    anyFamily,
    fc.array(anyPerson, { minLength: 60, maxLength: 60 }),
    fc.array(anyCouple, { minLength: 40, maxLength: 40 }),
    fc.record({
      informant: fc.constantFrom('The aunt', ''),
      takenOn: fc.constantFrom('2026-01-02', ''),
      ancestry: fc.constantFrom({ maternal: 'Igbo', paternal: '' }, { maternal: '', paternal: '' }),
      notes: fc.constantFrom('Told by phone', ''),
    }),
  )
  .map(([family, people, couples, own]) => filled({ ...family, ...own }, people, couples))

type Person = typeof anyPerson extends fc.Arbitrary<infer One> ? One : never
type Couple = typeof anyCouple extends fc.Arbitrary<infer One> ? One : never

function filled(
  family: FamilyDocument,
  people: readonly Person[],
  couples: readonly Couple[],
): FamilyDocument {
  const evaluations: Evaluation[] = []
  // Only those who were there before may give an egg or adopt: nobody becomes their own ancestor.
  const founders = family.people.filter(({ parents, pregnancy }) => parents.length === 0 && !pregnancy)
  const members = family.people.map((member, place): FamilyMember => {
    const {
      told,
      conditions,
      evaluations: own,
      other,
      line,
    } = people[place % people.length] ?? ({} as Person)
    const giver = founders[other % Math.max(1, founders.length)]
    const isFounder = member.parents.length === 0
    const union = family.unions.find(({ partners }) =>
      partners.every((key) => founders.some((one) => one.key === key)),
    )
    const kind = line === 'adopted' || line === 'foster' || line === 'step' ? line : null
    const donor = line === 'eggFrom' || line === 'spermFrom' || line === 'carriedBy' ? line : null
    for (const [index, one] of own.entries())
      evaluations.push({ ...one, key: `e-${member.key}-${index}`, member: member.key })
    return {
      ...member,
      ...told,
      conditions,
      parents:
        kind && !isFounder && union ? [...member.parents, { union: union.key, how: kind }] : member.parents,
      ...(donor && giver && !isFounder && giver.key !== member.key ? { [donor]: giver.key } : {}),
    }
  })
  return {
    ...family,
    people: members.map((member) => fitting(member, members)),
    unions: family.unions.map((union, place) => ({ ...union, ...couples[place % couples.length] })),
    legend: LEGEND,
    evaluations,
  }
}

/** Identical twins of one sex, and eggs and sperm of those who have them. */
function fitting(member: FamilyMember, people: readonly FamilyMember[]): FamilyMember {
  const twin = people.find(({ twins }) => twins !== null && twins.group === member.twins?.group)
  const same =
    twin && member.twins?.kind === 'identical' ? { sexAtBirth: twin.sexAtBirth, gender: twin.gender } : {}
  const isOf = (key: string, sex: 'Male' | 'Female') =>
    people.some((one) => one.key === key && likelySex(one) === sex)
  return {
    ...{ ...member, ...same },
    eggFrom: isOf(member.eggFrom, 'Male') ? '' : member.eggFrom,
    spermFrom: isOf(member.spermFrom, 'Female') ? '' : member.spermFrom,
  }
}

import { table } from '../../table.ts'
import {
  blankMember,
  blankUnion,
  type Evaluation,
  type FamilyDocument,
  type FamilyMember,
  likelySex,
  type MemberKey,
} from '../document.ts'
import { familyGraph } from '../graph.ts'
import { CANCERS, cancerOf } from './cancers.ts'
import type { FamilyFormat, Written } from './format.ts'
import { ageOf } from './identify.ts'
import {
  byGenes,
  bySex,
  fillAt,
  inBirthOrder,
  isBorn,
  onsetYears,
  withOnly,
  withoutMembers,
} from './reduce.ts'

/**
 * CanRisk pedigree data, version 3 (the BOADICEA model’s format): a tab-separated line for each person, both
 * parents or none, five cancers, nine genes. https://canrisk.atlassian.net/wiki/spaces/FAQS (v3 specification).
 */
export const GENES = 'BRCA1 BRCA2 PALB2 ATM CHEK2 BARD1 RAD51D RAD51C BRIP1'.split(' ')
export const CANCER_COLUMNS = ['BC1', 'BC2', 'OC', 'PRO', 'PAN'] as const
export const COLUMNS = [
  ...'FamID Name Target IndivID FathID MothID Sex MZtwin Dead Age Yob'.split(' '),
  ...CANCER_COLUMNS,
  ...['Ashkn', ...GENES, 'ER:PR:HER2:CK14:CK56'],
]
const TWIN_CODES = '123456789A'.split('')
/** The model’s oldest. */
const OLDEST = 125
const LONGEST_NAME = 8

export const canRisk: FamilyFormat = { reduce, write, withoutAge }

function withoutAge({ people }: FamilyDocument, reduced: FamilyDocument): MemberKey[] {
  const born = new Set(people.flatMap((one) => (one.life === '' && one.born !== '' ? [one.key] : [])))
  return reduced.people.flatMap(({ key, life }) => (life === '' && born.has(key) ? [key] : []))
}

function reduce(whole: FamilyDocument, { day }: Written): FamilyDocument {
  const out = whole.people
    .filter((member) => !isBorn(member) || likelySex(member) === '')
    .map(({ key }) => key)
  const document = withBothParents(byGenes(withoutMembers(whole, out)))
  const target = targetOf(document)
  const column = (entry: string) => {
    const known = document.legend.find(({ key }) => key === entry)
    return known ? cancerOf(known)?.column : undefined
  }
  const used = new Set<string>()
  const people = document.people.map((member): Partial<FamilyMember> => {
    const conditions = CANCER_COLUMNS.flatMap((place) => {
      const own = member.conditions.filter(
        ({ entry, status }) => status === 'affected' && column(entry) === place,
      )
      const [first] = own
      if (!first) return []
      used.add(place)
      const years = onsetYears(first.onset)
      const onset = years === null || years === 0 ? '' : String(years)
      return [{ entry: place, status: 'affected' as const, onset, certainty: 'told' as const, notes: '' }]
    })
    const year = member.born.slice(0, 4)
    const isDead = member.life === 'dead'
    const years = yearsIn(member.age ?? (isDead ? ageOf(member, day) : null))
    const age =
      years > 0 && (year === '' || isDead)
        ? { value: years, unit: 'years' as const, isApproximate: false }
        : null
    // Without an age the format does not tell the living from those of whom nobody said that they live.
    const lives = age !== null || yearsIn(ageOf({ ...member, born: year }, day)) > 0
    return {
      ...{ firstName: member.firstName.replaceAll(/[^\w-]/g, '').slice(0, LONGEST_NAME), ...bySex(member) },
      ...{ isProband: member.key === target, parents: member.parents, born: year },
      ...{ life: isDead ? 'dead' : lives ? 'alive' : '', age },
      conditions,
      birthOrder: member.birthOrder,
    }
  })
  const pairs = identicalPairs(document)
  const reduced = withOnly(document, () => ({}))
  const columns = CANCER_COLUMNS.filter((place) => used.has(place))
  return {
    ...reduced,
    people: reduced.people.map(({ key }, place) => {
      const pair = pairs.find((each) => each.includes(key))
      const twins = pair ? { group: `twins-${pair.join('-')}`, kind: 'identical' as const } : null
      return { ...blankMember(key), ...people[place], twins }
    }),
    legend: columns.map((key, place) => ({ ...cancerEntry(key), ...fillAt(place, columns.length) })),
    evaluations: reducedTests(document),
  }
}

const yearsIn = (age: FamilyMember['age']) => (age?.unit === 'years' && age.value <= OLDEST ? age.value : 0)

export function cancerEntry(column: (typeof CANCER_COLUMNS)[number]) {
  const cancer = CANCERS.find((one) => one.column === column)
  return { key: column, name: cancer?.name ?? column, code: cancer?.code ?? '' }
}

/** The one whose risk is asked: the consultand, else the proband, else the first of the family. */
function targetOf({ people }: FamilyDocument): string {
  const target = people.find((one) => one.isConsultand) ?? people.find((one) => one.isProband) ?? people[0]
  return target?.key ?? ''
}

/** A father or mother without a name beside each lone parent: the format wants both parents or none. */
function withBothParents(document: FamilyDocument): FamilyDocument {
  const graph = familyGraph(document)
  const added: FamilyMember[] = []
  const keys = new Set(document.people.map(({ key }) => key))
  const unions = document.unions.map((union) => {
    const [alone, other] = union.partners
    const parent = graph.members.get(alone ?? '')
    if (!parent || other !== undefined) return union
    let number = added.length + 1
    while (keys.has(`x${number}`)) number += 1
    const sex = likelySex(parent) === 'Male' ? ('Female' as const) : ('Male' as const)
    const key = `x${number}`
    keys.add(key)
    const partner = { ...blankMember(key), ...bySex({ ...blankMember(key), sexAtBirth: sex }) }
    added.push(partner)
    return blankUnion(union.key, sex === 'Male' ? [key, parent.key] : [parent.key, key])
  })
  return { ...document, people: [...document.people, ...added], unions }
}

/** Ten pairs at most; triplets have no code. */
function identicalPairs({ people }: FamilyDocument): string[][] {
  const twins = people.filter((member) => member.twins?.kind === 'identical')
  return [...Map.groupBy(twins, (member) => member.twins?.group).values()]
    .filter((group) => group.length === 2)
    .slice(0, TWIN_CODES.length)
    .map((group) => group.map(({ key }) => key))
}

/** One result of each gene of the model; a positive one before others. */
function reducedTests({ people, evaluations }: FamilyDocument): Evaluation[] {
  return people.flatMap(({ key }) =>
    GENES.flatMap((gene) => {
      const own = evaluations.filter(
        (one) => one.member === key && geneOf(one.what) === gene && one.result !== 'uninformative',
      )
      const test = own.find((one) => one.result === 'positive') ?? own[0]
      if (!test) return []
      const { result } = test
      return [{ key: `${key}-${gene}`, member: key, what: gene, result, copies: [], on: '', finding: '' }]
    }),
  )
}

const geneOf = (what: string) => {
  const [first = ''] = what
    .trim()
    .toUpperCase()
    .split(/[^A-Z0-9]/)
  return GENES.find((gene) => gene === first)
}
const CODES = table<string>({ positive: 'S:P', negative: 'S:N' })

function write(document: FamilyDocument, { id, idOf, day }: Written): string {
  const graph = familyGraph(document)
  const pairs = [...new Set(document.people.flatMap(({ twins }) => (twins ? [twins.group] : [])))]
  const idIn = (key: string | null) => (key === null ? '0' : idOf(key))
  const lines = inBirthOrder(document, graph).map((member) => {
    const { egg, sperm } = graph.geneticParents(member.key)
    // The model wants an age beside the year of birth: the living have it on the day of the file. 0 is not known.
    const years = yearsIn(member.age ?? (member.life === 'dead' ? null : ageOf(member, day)))
    const cancer = (column: string) => {
      const condition = member.conditions.find(({ entry }) => entry === column)
      return condition ? condition.onset || 'AU' : '0'
    }
    const gene = (name: string) => {
      const test = document.evaluations.find((one) => one.member === member.key && one.what === name)
      return (test && CODES[test.result]) ?? '0:0'
    }
    return [
      ...[id.replaceAll(/[^\w-]/g, '').slice(0, 13) || 'family', member.firstName || 'NA'],
      ...[member.isProband ? '1' : '0', idOf(member.key), idIn(sperm), idIn(egg)],
      ...[
        likelySex(member) === 'Male' ? 'M' : 'F',
        TWIN_CODES[pairs.indexOf(member.twins?.group ?? '')] ?? '0',
      ],
      ...[member.life === 'dead' ? '1' : '0', String(years), member.born || '0'],
      ...[...CANCER_COLUMNS.map(cancer), '0', ...GENES.map(gene), '0:0:0:0:0'],
    ].join('\t')
  })
  return ['##CanRisk 3.0', `##${COLUMNS.join('\t')}`, ...lines, ''].join('\n')
}

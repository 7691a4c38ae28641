import { byText } from '../../text/order.ts'
import {
  blankFamily,
  blankMember,
  blankUnion,
  type FamilyDocument,
  type FamilyMember,
  type LegendEntry,
  likelySex,
  type MemberKey,
  type Union,
} from '../document.ts'
import { type FamilyGraph, familyGraph } from '../graph.ts'

/** What formats have in common that hold less than a family's record. */

/** The family without some people, and without whatever refers to them. */
export function withoutMembers(document: FamilyDocument, keys: readonly MemberKey[]): FamilyDocument {
  if (keys.length === 0) return document
  const gone = new Set(keys)
  const staying = (key: MemberKey | '') => (gone.has(key) ? '' : key)
  const unions = document.unions
    .map((union) => ({ ...union, partners: union.partners.filter((key) => !gone.has(key)) }))
    .filter((union) => union.partners.length > 0)
  const left = new Set(unions.map((union) => union.key))
  return {
    ...document,
    people: document.people
      .filter(({ key }) => !gone.has(key))
      .map((member) => ({
        ...member,
        parents: member.parents.filter(({ union }) => left.has(union)),
        eggFrom: staying(member.eggFrom),
        spermFrom: staying(member.spermFrom),
        carriedBy: staying(member.carriedBy),
        leftOf: staying(member.leftOf),
      })),
    unions,
    evaluations: document.evaluations.filter((one) => !gone.has(one.member)),
  }
}

/** People of whom a format keeps only what is given; nothing of the family itself. */
export function withOnly(
  document: FamilyDocument,
  kept: (member: FamilyMember) => Partial<FamilyMember>,
): FamilyDocument {
  return {
    ...blankFamily(),
    people: document.people.map((member) => ({ ...blankMember(member.key), ...kept(member) })),
    unions: document.unions,
    legend: document.legend,
    evaluations: document.evaluations,
  }
}

/** Sex alone, which is then the gender too. */
export function bySex(member: FamilyMember): Pick<FamilyMember, 'sexAtBirth' | 'gender'> {
  const sex = likelySex(member)
  return { sexAtBirth: sex, gender: sex === 'Male' ? 'man' : sex === 'Female' ? 'woman' : '' }
}

/** Each couple once, with its first union's words; a union without partners is none. */
export function couplesOnce(document: FamilyDocument): FamilyDocument {
  const first = new Map<string, Union>()
  const takes = new Map<string, string>()
  for (const union of document.unions) {
    const couple = [...union.partners].sort().join(' ')
    const known = first.get(couple) ?? union
    first.set(couple, known)
    takes.set(union.key, known.key)
  }
  return {
    ...document,
    unions: [...first.values()],
    people: document.people.map((member) => ({
      ...member,
      parents: member.parents.flatMap(({ union, how }) => {
        const taken = takes.get(union)
        return taken === undefined ? [] : [{ union: taken, how }]
      }),
    })),
  }
}

/** Genetic parents as the only parents, and nothing of couples but their children: what PED knows. */
export function byGenes(document: FamilyDocument): FamilyDocument {
  const graph = familyGraph(document)
  const unions = new Map<string, Union>()
  const people = document.people.map((member) => {
    const { egg, sperm } = graph.geneticParents(member.key)
    const partners = [sperm, egg].filter((key) => key !== null)
    // One union for a couple, even if a donor's egg makes a mother of whom others call the father.
    const union = partners.toSorted().join('--')
    const parents = partners.length === 0 ? [] : [{ union, how: 'birth' as const }]
    if (parents.length > 0 && !unions.has(union)) unions.set(union, blankUnion(union, partners))
    return { ...member, parents, isAdoptedOut: false, eggFrom: '', spermFrom: '', carriedBy: '' }
  })
  return { ...document, people, unions: [...unions.values()] }
}

/** Twins of groups that still have two. */
export function withoutLoneTwins(document: FamilyDocument): FamilyDocument {
  const count = Map.groupBy(document.people, ({ twins }) => twins?.group)
  return {
    ...document,
    people: document.people.map((member) =>
      member.twins && (count.get(member.twins.group)?.length ?? 0) < 2 ? { ...member, twins: null } : member,
    ),
  }
}

export const isBorn = ({ pregnancy }: FamilyMember) => pregnancy === null || pregnancy.state === 'stillbirth'

/** Only legend entries that somebody has, filled as a reader will: by name. */
export function legendOfPeople(document: FamilyDocument): FamilyDocument {
  const used = new Set(document.people.flatMap(({ conditions }) => conditions.map(({ entry }) => entry)))
  return { ...document, legend: filledByName(document.legend.filter(({ key }) => used.has(key))) }
}

/** A legend as a file’s reader makes it: files have no fills. */
export function filledByName(entries: readonly Pick<LegendEntry, 'key' | 'name' | 'code'>[]): LegendEntry[] {
  return entries
    .toSorted((a, b) => byText(a.name, b.name) || byText(a.code, b.code))
    .map((entry, place) => ({ ...entry, ...fillAt(place, entries.length) }))
}

const FILLS = ['solid', 'hatched', 'dotted', 'barred'] as const
/** How a condition of a file is drawn: alone the whole symbol, otherwise a quarter each, then with the next fill. */
export function fillAt(place: number, count: number) {
  const fill = FILLS[count === 1 ? 0 : (place + Math.floor(place / 4)) % 4] ?? 'solid'
  const part = (count === 1 ? 'whole' : place % 4) as 'whole' | 0 | 1 | 2 | 3
  return { fill, part }
}

/** People such that siblings follow each other eldest first: files have no other birth order. */
export function inBirthOrder(document: FamilyDocument, graph: FamilyGraph = familyGraph(document)) {
  const listed = new Set<FamilyMember>()
  for (const member of document.people) {
    const birth = graph.birthUnion(member)
    const siblings = birth ? graph.childrenOf(birth.key).filter((one) => graph.birthUnion(one) === birth) : []
    for (const one of siblings.includes(member) ? siblings : [member]) listed.add(one)
  }
  return [...listed]
}

/** The number in an onset such as `44`, `44 y` or `about 50`, and whether it says no more than that. */
export function onsetYears(onset: string): number | null {
  const [, years] = /(?:^|\D)(\d{1,3})(?!\d|\s*(m|w|d|wk|month|week|day))/i.exec(onset) ?? []
  return years === undefined || Number(years) > 120 ? null : Number(years)
}

/** What two twins of a group are to each other: of triplets, two may be identical. */
export function twinKind(one: FamilyMember, other: FamilyMember): NonNullable<FamilyMember['twins']>['kind'] {
  const kinds = [one.twins?.kind, other.twins?.kind]
  if (kinds.includes('unknown')) return 'unknown'
  return kinds.includes('fraternal') ? 'fraternal' : 'identical'
}

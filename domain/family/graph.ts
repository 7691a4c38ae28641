import {
  type FamilyDocument,
  type FamilyMember,
  likelySex,
  type MemberKey,
  type Union,
  type UnionKey,
} from './document.ts'

/** Whose egg and sperm somebody is from; null if unknown or not in the family. */
export interface GeneticParents {
  egg: MemberKey | null
  sperm: MemberKey | null
}

/** A family's people and unions by key, and who descends from whom. References to nobody are left out. */
export interface FamilyGraph {
  members: ReadonlyMap<MemberKey, FamilyMember>
  unions: ReadonlyMap<UnionKey, Union>
  /** Everybody's unions, in the order of the document. */
  unionsOf: (member: MemberKey) => readonly Union[]
  /** A union's children of any kind, eldest first. */
  childrenOf: (union: UnionKey) => readonly FamilyMember[]
  /** The other partner of a union; undefined if there is none. */
  partnerIn: (union: Union, member: MemberKey) => FamilyMember | undefined
  birthUnion: (member: FamilyMember) => Union | undefined
  /** By genes: adoptive, foster and step parents are none. */
  geneticParents: (member: MemberKey) => GeneticParents
  /** Genetic parents, one or two keys at most. */
  parentKeys: (member: MemberKey) => readonly MemberKey[]
  /** Everybody whose genetic parent this is. */
  geneticChildren: (member: MemberKey) => readonly MemberKey[]
  /** Genetic ancestors come before their descendants. */
  fromFounders: readonly MemberKey[]
  /**
   * Those who would be their own ancestors. One of the lines that closes the circle is left out of
   * `geneticParents`, so that nothing that follows the lines runs forever.
   */
  ownAncestors: readonly MemberKey[]
}

const NO_PARENTS: GeneticParents = { egg: null, sperm: null }

export function familyGraph(document: FamilyDocument): FamilyGraph {
  const members = new Map(document.people.map((member) => [member.key, member]))
  const unions = new Map(
    document.unions.map((union) => [
      union.key,
      { ...union, partners: union.partners.filter((key) => members.has(key)) },
    ]),
  )
  const unionsOf = gather([...unions.values()], (union) => union.partners)
  const childrenOf = gather(
    document.people,
    (member) => new Set(member.parents.map((parent) => parent.union).filter((key) => unions.has(key))),
  )
  for (const children of childrenOf.values()) children.sort(byAge)
  const birthUnion = (member: FamilyMember) => {
    const birth = member.parents.find((parent) => parent.how === 'birth')
    return birth && unions.get(birth.union)
  }
  const stated = new Map(
    document.people.map((member) => [member.key, geneticParents(member, birthUnion(member), members)]),
  )
  const { parents, fromFounders, ownAncestors } = withoutCircles(document.people, stated)
  const children = gather(document.people, ({ key }) => parentKeys(parents.get(key)))
  return {
    members,
    unions,
    unionsOf: (member) => unionsOf.get(member) ?? [],
    childrenOf: (union) => childrenOf.get(union) ?? [],
    partnerIn: (union, member) => {
      const other = union.partners.find((key) => key !== member)
      return other === undefined ? undefined : members.get(other)
    },
    birthUnion,
    geneticParents: (member) => parents.get(member) ?? NO_PARENTS,
    parentKeys: (member) => parentKeys(parents.get(member)),
    geneticChildren: (member) => (children.get(member) ?? []).map((child) => child.key),
    fromFounders,
    ownAncestors,
  }
}

/** Values by each of their keys. */
function gather<Value>(
  values: readonly Value[],
  keysOf: (value: Value) => Iterable<string>,
): Map<string, Value[]> {
  const gathered = new Map<string, Value[]>()
  for (const value of values) {
    for (const key of keysOf(value)) {
      const present = gathered.get(key)
      if (present) present.push(value)
      else gathered.set(key, [value])
    }
  }
  return gathered
}

/** Eldest first: by birth where both are known, as far as both are; otherwise by the stated place. */
export function byAge(a: FamilyMember, b: FamilyMember): number {
  const length = Math.min(a.born.length, b.born.length)
  const born = compare(a.born.slice(0, length), b.born.slice(0, length))
  return born || a.birthOrder - b.birthOrder || compare(a.key, b.key)
}
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** A stated donor gave the gamete, otherwise a partner of the birth union who can have given it. */
function geneticParents(
  member: FamilyMember,
  birth: Union | undefined,
  members: ReadonlyMap<MemberKey, FamilyMember>,
): GeneticParents {
  const partners = (birth?.partners ?? []).flatMap((key) => members.get(key) ?? [])
  const giver = (sex: 'Female' | 'Male', donor: MemberKey | '', otherDonor: MemberKey | '') => {
    if (donor !== '') return members.has(donor) ? donor : null
    const possible = partners.filter(({ key }) => key !== otherDonor)
    const ofThatSex = possible.filter((partner) => likelySex(partner) === sex)
    // Two women, or two men: nobody said who gave it.
    if (ofThatSex.length > 0) return ofThatSex.length === 1 ? (ofThatSex[0]?.key ?? null) : null
    const unknown = possible.filter((partner) => likelySex(partner) === '')
    if (unknown.length === 1 && partners.length === 2) return unknown[0]?.key ?? null
    // Of partners whose sexes nobody recorded, the first counts as the father.
    return unknown[sex === 'Male' ? 0 : 1]?.key ?? null
  }
  return {
    egg: giver('Female', member.eggFrom, member.spermFrom),
    sperm: giver('Male', member.spermFrom, member.eggFrom),
  }
}

const parentKeys = (parents: GeneticParents = NO_PARENTS): MemberKey[] =>
  [parents.egg, parents.sperm].filter((key) => key !== null)

/** Visits ancestors first, and leaves out each line that leads back to somebody who is being visited. */
function withoutCircles(people: readonly FamilyMember[], stated: ReadonlyMap<MemberKey, GeneticParents>) {
  const parents = new Map<MemberKey, GeneticParents>()
  const visiting = new Set<MemberKey>()
  const fromFounders: MemberKey[] = []
  const ownAncestors = new Set<MemberKey>()
  const visit = (key: MemberKey) => {
    if (parents.has(key)) return
    visiting.add(key)
    const kept = { ...(stated.get(key) ?? NO_PARENTS) }
    for (const gamete of ['egg', 'sperm'] as const) {
      const parent = kept[gamete]
      if (parent === null) continue
      if (visiting.has(parent)) {
        kept[gamete] = null
        ownAncestors.add(parent)
      } else visit(parent)
    }
    visiting.delete(key)
    parents.set(key, kept)
    fromFounders.push(key)
  }
  for (const { key } of people) visit(key)
  return { parents, fromFounders, ownAncestors: [...ownAncestors] }
}

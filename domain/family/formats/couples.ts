import { blankFamily, blankUnion, type FamilyMember, type MemberKey, type Union } from '../document.ts'
import { familyGraph } from '../graph.ts'

/** Whose child somebody is, by the keys of the parents of each kind. */
export interface ParentsOf {
  birth?: readonly MemberKey[]
  adopted?: readonly MemberKey[]
  foster?: readonly MemberKey[]
  step?: readonly MemberKey[]
  /** Stated apart, where a couple alone does not tell who gave what. */
  mother?: MemberKey | undefined
  father?: MemberKey | undefined
  eggFrom?: MemberKey | undefined
  spermFrom?: MemberKey | undefined
  carriedBy?: MemberKey | undefined
}

/** Two partners who are known as such. */
export interface Couple {
  partners: readonly [MemberKey, MemberKey]
  hasEnded: boolean
  relatedAs: string
}

const KINDS = ['birth', 'adopted', 'foster', 'step'] as const

/**
 * People with their parents, as files have them, and the unions that these make: one for each pair of parents
 * and each couple. More than two parents of a kind are the first two.
 */
export function couplesOf(
  members: readonly FamilyMember[],
  parents: ReadonlyMap<MemberKey, ParentsOf>,
  couples: readonly Couple[] = [],
): { people: FamilyMember[]; unions: Union[] } {
  const unions = new Map<string, Union>()
  const genders = new Map(members.map(({ key, gender }) => [key, gender]))
  const unionOf = (partners: readonly MemberKey[]) => {
    const pair = [...partners].sort().join(' ')
    const found = unions.get(pair)
    if (found) return found
    // Men stand at the left, as the layout likes them.
    const placed = partners.toSorted(
      (a, b) => Number(genders.get(a) === 'woman') - Number(genders.get(b) === 'woman'),
    )
    const made = blankUnion(`u${unions.size + 1}`, placed)
    unions.set(pair, made)
    return made
  }
  for (const { partners, hasEnded, relatedAs } of couples) {
    const union = unionOf(partners)
    Object.assign(union, { hasEnded: union.hasEnded || hasEnded, relatedAs: union.relatedAs || relatedAs })
  }
  const people = members.map((member): FamilyMember => {
    const own = parents.get(member.key) ?? {}
    const { eggFrom = '', spermFrom = '', carriedBy = '' } = own
    return {
      ...member,
      ...{ eggFrom, spermFrom, carriedBy },
      parents: KINDS.flatMap((how) => {
        const partners = [...new Set(own[how] ?? [])].filter((key) => key !== member.key).slice(0, 2)
        return partners.length === 0 ? [] : [{ union: unionOf(partners).key, how }]
      }),
    }
  })
  const document = { ...blankFamily(), people, unions: [...unions.values()] }
  return { people: withStatedGametes(people, parents, document), unions: document.unions }
}

/** Says whose egg and sperm it was where the file does and the couple alone does not tell. */
function withStatedGametes(
  people: readonly FamilyMember[],
  parents: ReadonlyMap<MemberKey, ParentsOf>,
  document: Parameters<typeof familyGraph>[0],
): FamilyMember[] {
  const graph = familyGraph(document)
  return people.map((member) => {
    const { mother, father } = parents.get(member.key) ?? {}
    const { egg, sperm } = graph.geneticParents(member.key)
    return {
      ...member,
      eggFrom: member.eggFrom || (mother !== undefined && egg !== mother ? mother : ''),
      spermFrom: member.spermFrom || (father !== undefined && sperm !== father ? father : ''),
    }
  })
}

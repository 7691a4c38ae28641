import type { FamilyDocument, FamilyMember, Gender, MemberKey } from './document.ts'
import { type FamilyGraph, familyGraph } from './graph.ts'
import { identicalTwins } from './kinship.ts'

/** How somebody is related to another by blood, for words in any language. */
export interface BloodRelation {
  /** Generations from the person asked about up to the common ancestors. */
  up: number
  /** Generations from the common ancestors down to the relative. */
  down: number
  /** Through one common ancestor only, not through a couple. Never of ancestors and descendants. */
  isHalf: boolean
  /** In how many ways: 2 for double cousins, whose parents are two pairs of siblings. */
  times: number
  /** Through whose side of the person asked about; null for descendants, full siblings and ofPartner, or if unknown. */
  side: 'maternal' | 'paternal' | 'both' | null
}

/** What somebody is to another. */
export type Relation =
  | { kind: 'self' }
  | { kind: 'identical twin' }
  | { kind: 'blood'; relations: BloodRelation[] }
  /** Not by genes; or by genes alone: a donor is not called mother or father. */
  | { kind: 'parent' | 'child'; how: Parentage }
  | { kind: 'partner'; hasEnded: boolean }
  /** The partner of a blood relative. */
  | { kind: 'partner of'; relative: BloodRelation[]; gender: Gender }
  | { kind: 'none' }

export interface Relations {
  /** What `relative` is to `person`. */
  of: (relative: MemberKey, person: MemberKey) => Relation
}

/** Ways from a descendant up to one ancestor, ends included. */
type Way = readonly MemberKey[]

/** Without loops nobody has more ways up than the largest family has people. Of many loops the shortest ways are kept. */
const MOST_WAYS = 300
/** Without loops there is one pair of ways for each common ancestor. A record with many loops is named by the nearest. */
const MOST_PAIRS = 400

/** Who is what to whom, by genes first, then by adoption and partnership. */
export function relations(document: FamilyDocument, graph: FamilyGraph = familyGraph(document)): Relations {
  const sameAs = identicalTwins(graph)
  const ways = new Map<MemberKey, Way[]>()
  const waysFrom = (member: MemberKey): Way[] => {
    const known = ways.get(member)
    if (known) return known
    const further = graph.parentKeys(member).flatMap((parent) => waysFrom(parent))
    const shortest = further.toSorted((a, b) => a.length - b.length).slice(0, MOST_WAYS - 1)
    const found: Way[] = [[member], ...shortest.map((way) => [member, ...way])]
    ways.set(member, found)
    return found
  }

  function blood(relative: MemberKey, person: MemberKey): BloodRelation[] {
    const meetings = meetingsOf(waysFrom(person), waysFrom(relative))
    return gathered(meetings, graph)
  }
  function of(relative: MemberKey, person: MemberKey): Relation {
    if (relative === person) return { kind: 'self' }
    if (sameAs(relative) === sameAs(person)) return { kind: 'identical twin' }
    const donor = donorOf(relative, person, 'parent') ?? donorOf(person, relative, 'child')
    if (donor) return donor
    const related = blood(relative, person)
    if (related.length > 0) return { kind: 'blood', relations: related }
    return social(relative, person) ?? { kind: 'none' }
  }
  function donorOf(donor: MemberKey, child: MemberKey, kind: 'parent' | 'child'): Relation | null {
    const member = graph.members.get(child)
    const isParent = member?.parents.some(({ union }) => graph.unions.get(union)?.partners.includes(donor))
    if (!member || isParent) return null
    if (member.eggFrom === donor) return { kind, how: 'egg' }
    return member.spermFrom === donor ? { kind, how: 'sperm' } : null
  }
  function social(relative: MemberKey, person: MemberKey): Relation | null {
    const [one, other] = [graph.members.get(relative), graph.members.get(person)]
    if (!one || !other) return null
    const parent = parentageOf(other, relative, graph)
    if (parent) return { kind: 'parent', how: parent }
    const child = parentageOf(one, person, graph)
    if (child) return { kind: 'child', how: child }
    const union = graph.unionsOf(person).find((each) => each.partners.includes(relative))
    if (union) return { kind: 'partner', hasEnded: union.hasEnded }
    for (const each of graph.unionsOf(relative)) {
      const partner = graph.partnerIn(each, relative)
      if (!partner || partner.key === person) continue
      const ofPartner = blood(partner.key, person)
      if (ofPartner.length > 0) return { kind: 'partner of', relative: ofPartner, gender: partner.gender }
    }
    return null
  }
  return { of }
}

/** A parent of the birth union whose genes the child does not have (`birth`), or another kind of parent. */
export type Parentage = 'birth' | 'adopted' | 'foster' | 'step' | 'egg' | 'sperm' | 'carrier'

/** How somebody who is no genetic parent is one all the same. */
function parentageOf(child: FamilyMember, parent: MemberKey, graph: FamilyGraph): Parentage | null {
  for (const { union, how } of child.parents)
    if (graph.unions.get(union)?.partners.includes(parent)) return how
  return child.carriedBy === parent ? 'carrier' : null
}

/** Two ways that meet first in their common ancestor. */
interface Meeting {
  ancestor: MemberKey
  up: Way
  down: Way
}

function meetingsOf(ups: readonly Way[], downs: readonly Way[]): Meeting[] {
  const downsTo = new Map<MemberKey | undefined, Way[]>()
  for (const down of downs) {
    const ofAncestor = downsTo.get(down.at(-1))
    if (ofAncestor) ofAncestor.push(down)
    else downsTo.set(down.at(-1), [down])
  }
  const meetings: Meeting[] = []
  let pairs = 0
  for (const up of ups) {
    const ancestor = up.at(-1)
    const toSame = ancestor === undefined ? undefined : downsTo.get(ancestor)
    if (ancestor === undefined || !toSame) continue
    const passed = new Set(up)
    for (const down of toSame) {
      if (pairs === MOST_PAIRS) return meetings
      pairs += 1
      if (!down.slice(0, -1).some((key) => passed.has(key))) meetings.push({ ancestor, up, down })
    }
  }
  return meetings
}

/** One relation for each distance, nearest first, with its ways counted. */
function gathered(meetings: readonly Meeting[], graph: FamilyGraph): BloodRelation[] {
  // Ways that differ only in the last ancestor are ways through a couple.
  const byWay = new Map<string, Meeting[]>()
  for (const meeting of meetings) {
    const way = [...meeting.up.slice(0, -1), '|', ...meeting.down.slice(0, -1)].join(' ')
    byWay.set(way, [...(byWay.get(way) ?? []), meeting])
  }
  const found = new Map<string, BloodRelation>()
  for (const [first, second] of byWay.values()) {
    if (!first) continue
    const [up, down] = [first.up.length - 1, first.down.length - 1]
    const isLineal = up === 0 || down === 0
    const isHalf = !isLineal && second === undefined
    const side = sideOf(first, isLineal || !(up === 1 && !isHalf), graph)
    const place = `${up} ${down} ${isHalf}`
    const before = found.get(place)
    const sides = before && before.side !== side ? 'both' : side
    found.set(place, { up, down, isHalf, side: sides, times: (before?.times ?? 0) + 1 })
  }
  return [...found.values()].sort(
    (a, b) => a.up + a.down - b.up - b.down || Number(a.isHalf) - Number(b.isHalf),
  )
}

/** Whether the first step up goes to the mother or the father. */
function sideOf({ up }: Meeting, hasSide: boolean, graph: FamilyGraph): BloodRelation['side'] {
  const [person, parent] = up
  if (!hasSide || person === undefined || parent === undefined) return null
  const { egg, sperm } = graph.geneticParents(person)
  return parent === egg ? 'maternal' : parent === sperm ? 'paternal' : null
}

import {
  blankMember,
  blankUnion,
  type FamilyDocument,
  type FamilyMember,
  type Gender,
  type MemberKey,
  type Pregnancy,
  type Union,
  type UnionKey,
} from './document.ts'
import { byAge, familyGraph } from './graph.ts'

/** Gives a key that was never used in the family: the caller draws it. */
export type NewKey = () => string

/** A family after an addition, and whom it added: the first is the one to select. */
export interface Addition {
  document: FamilyDocument
  added: MemberKey[]
}

interface NewMember extends Partial<Omit<FamilyMember, 'key'>> {
  gender: Gender
}

/**
 * Adds the parents by birth that are missing: two people, or the partner of the known one. Adds nobody if
 * both are there.
 */
export function addParents(document: FamilyDocument, child: MemberKey, newKey: NewKey): Addition {
  const member = memberOf(document, child)
  const birth = familyGraph(document).birthUnion(member)
  if (birth && birth.partners.length >= 2) return { document, added: [] }
  if (birth) return addPartnerTo(document, birth, newKey)
  const father = { ...blankMember(newKey()), gender: 'man' as const }
  const mother = { ...blankMember(newKey()), gender: 'woman' as const }
  const union = blankUnion(newKey(), [father.key, mother.key])
  const asChild = { union: union.key, how: 'birth' as const }
  return {
    document: withMember(
      {
        ...document,
        people: [...document.people, father, mother],
        unions: [...document.unions, union],
      },
      child,
      { parents: [...member.parents, asChild], hasUnknownParents: false },
    ),
    added: [mother.key, father.key],
  }
}

/** A partner in a new union, of the other gender unless another is given. */
export function addPartner(document: FamilyDocument, member: MemberKey, newKey: NewKey): Addition {
  const { gender } = memberOf(document, member)
  const partner = { ...blankMember(newKey()), gender: oppositeOf(gender) }
  const union = blankUnion(newKey(), gender === 'woman' ? [partner.key, member] : [member, partner.key])
  return {
    document: {
      ...document,
      people: [...document.people, partner],
      unions: [...document.unions, union],
    },
    added: [partner.key],
  }
}

/** Two people of the family as partners; nothing if they are already. */
export function joinPartners(
  document: FamilyDocument,
  one: MemberKey,
  other: MemberKey,
  newKey: NewKey,
): FamilyDocument {
  const arePartners = document.unions.some(
    ({ partners }) => partners.includes(one) && partners.includes(other),
  )
  if (one === other || arePartners) return document
  const isWoman = memberOf(document, one).gender === 'woman'
  const union = blankUnion(newKey(), isWoman ? [other, one] : [one, other])
  return { ...document, unions: [...document.unions, union] }
}

/** Children of a union, the youngest of all. */
function addChildren(
  document: FamilyDocument,
  union: UnionKey,
  children: readonly NewMember[],
  newKey: NewKey,
): Addition {
  const last = familyGraph(document)
    .childrenOf(union)
    .reduce((most, child) => Math.max(most, child.birthOrder), 0)
  const added = children.map((child, index) => ({
    ...blankMember(newKey()),
    ...child,
    birthOrder: last + 1 + index,
    parents: [{ union, how: 'birth' as const }],
  }))
  return {
    document: { ...document, people: [...document.people, ...added] },
    added: added.map((child) => child.key),
  }
}

/**
 * Children of a person: of the latest union, or of the person alone if there is none. Nobody is made up for a
 * parent whom nobody mentioned.
 */
export function addChildrenOf(
  document: FamilyDocument,
  parent: MemberKey,
  children: readonly NewMember[],
  newKey: NewKey,
): Addition {
  const union = familyGraph(document).unionsOf(parent).at(-1)
  if (union) return addChildren(document, union.key, children, newKey)
  const alone = blankUnion(newKey(), [parent])
  return addChildren({ ...document, unions: [...document.unions, alone] }, alone.key, children, newKey)
}

/** Siblings by the same parents, who are added if they are missing. */
export function addSiblings(
  document: FamilyDocument,
  member: MemberKey,
  siblings: readonly NewMember[],
  newKey: NewKey,
): Addition {
  const withParents = familyGraph(document).birthUnion(memberOf(document, member))
    ? document
    : addParents(document, member, newKey).document
  const birth = familyGraph(withParents).birthUnion(memberOf(withParents, member))
  if (!birth) throw new Error(`${member} has no parents after they were added`)
  return addChildren(withParents, birth.key, siblings, newKey)
}

/** A half sibling through one parent: a child of that parent alone, until somebody names the other. */
export function addHalfSibling(
  document: FamilyDocument,
  parent: MemberKey,
  sibling: NewMember,
  newKey: NewKey,
): Addition {
  const union = blankUnion(newKey(), [parent])
  return addChildren({ ...document, unions: [...document.unions, union] }, union.key, [sibling], newKey)
}

/** A twin of the same birth; identical twins have the same gender and sex at birth. */
export function addTwin(
  document: FamilyDocument,
  member: MemberKey,
  kind: NonNullable<FamilyMember['twins']>['kind'],
  newKey: NewKey,
): Addition {
  const before = memberOf(document, member)
  const twins = { group: before.twins?.group ?? newKey(), kind }
  const { gender, sexAtBirth, born } = before
  const same = kind === 'identical' ? { gender, sexAtBirth } : { gender: '' as const }
  const { document: withSibling, added } = addSiblings(document, member, [{ ...same, born, twins }], newKey)
  return { document: withMember(withSibling, member, { twins }), added }
}

/** A pregnancy or a loss, as the youngest child. */
export function addPregnancy(
  document: FamilyDocument,
  parent: MemberKey,
  pregnancy: Pregnancy,
  newKey: NewKey,
): Addition {
  return addChildrenOf(document, parent, [{ gender: '', pregnancy }], newKey)
}

/** Somebody outside the family whose egg, sperm or womb it was: chosen at the child. */
export function withDonor(document: FamilyDocument, key: MemberKey): FamilyDocument {
  return { ...document, people: [...document.people, blankMember(key)] }
}

function addPartnerTo(document: FamilyDocument, union: Union, newKey: NewKey): Addition {
  const [alone = ''] = union.partners
  const known = document.people.find((member) => member.key === alone)
  const partner = { ...blankMember(newKey()), gender: oppositeOf(known?.gender ?? '') }
  const partners =
    known?.gender === 'woman' ? [partner.key, ...union.partners] : [...union.partners, partner.key]
  return {
    document: {
      ...document,
      people: [...document.people, partner],
      unions: document.unions.map((one) => (one.key === union.key ? { ...one, partners } : one)),
    },
    added: [partner.key],
  }
}

const oppositeOf = (gender: Gender): Gender => (gender === 'man' ? 'woman' : gender === 'woman' ? 'man' : '')

/** Throws if the family has nobody of that key. */
export function memberOf(document: FamilyDocument, key: MemberKey): FamilyMember {
  const member = document.people.find((one) => one.key === key)
  if (!member) throw new Error(`The family has nobody called ${key}`)
  return member
}

export function withMember(
  document: FamilyDocument,
  key: MemberKey,
  changes: Partial<FamilyMember>,
): FamilyDocument {
  return {
    ...document,
    people: document.people.map((member) => (member.key === key ? { ...member, ...changes } : member)),
  }
}

/** Moves a child one place among its siblings, towards the eldest (-1) or the youngest (1). */
export function moveAmongSiblings(document: FamilyDocument, key: MemberKey, by: -1 | 1): FamilyDocument {
  const graph = familyGraph(document)
  const birth = graph.birthUnion(memberOf(document, key))
  if (!birth) return document
  const siblings = [...graph.childrenOf(birth.key)].sort(byAge)
  const place = siblings.findIndex((sibling) => sibling.key === key)
  const other = siblings[place + by]
  if (!other) return document
  const order = siblings.map((sibling) => sibling.key)
  order.splice(place, 1)
  order.splice(place + by, 0, key)
  return order.reduce((moved, one, birthOrder) => withMember(moved, one, { birthOrder }), document)
}

import type { NewKey } from './additions.ts'
import { blankMember, type FamilyDocument, type MemberKey } from './document.ts'
import { familyGraph } from './graph.ts'

/** Everybody below a person in the drawing, by any kind of parenthood. */
export function descendantsOf(document: FamilyDocument, member: MemberKey): MemberKey[] {
  const graph = familyGraph(document)
  const found = new Set<MemberKey>()
  const open = [member]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    for (const union of graph.unionsOf(key)) {
      for (const child of graph.childrenOf(union.key)) {
        if (child.key === member || found.has(child.key)) continue
        found.add(child.key)
        open.push(child.key)
      }
    }
  }
  return [...found]
}

/**
 * Removes one person. If others descend from them, or they connect two people, their place stays, unnamed and
 * without any fact about them. It gets a new key: steps, consents, codes and orders name a person by key, and whoever is
 * written into the place next is another person.
 */
export function removeMember(document: FamilyDocument, key: MemberKey, newKey: NewKey): FamilyDocument {
  const graph = familyGraph(document)
  const member = graph.members.get(key)
  if (!member) return document
  const isNeeded = graph
    .unionsOf(key)
    .some(
      (union) =>
        graph.childrenOf(union.key).length > 0 || (member.parents.length > 0 && union.partners.length > 1),
    )
  const isDonor = document.people.some((one) => [one.eggFrom, one.spermFrom, one.carriedBy].includes(key))
  if (!isNeeded && !isDonor) return without(document, new Set([key]))
  const { parents, birthOrder, gender, twins } = member
  const place = { ...blankMember(newKey()), parents, birthOrder, gender, twins }
  const placed = (one: MemberKey) => (one === key ? place.key : one)
  return {
    ...document,
    people: document.people.map((one) =>
      one.key === key
        ? place
        : {
            ...one,
            eggFrom: placed(one.eggFrom),
            spermFrom: placed(one.spermFrom),
            carriedBy: placed(one.carriedBy),
            leftOf: placed(one.leftOf),
          },
    ),
    unions: document.unions.map((union) => ({ ...union, partners: union.partners.map(placed) })),
    evaluations: document.evaluations.filter((evaluation) => evaluation.member !== key),
  }
}

/** Removes a person with everybody below them, and the partners whom only they connect to the family. */
export function removeBranch(document: FamilyDocument, key: MemberKey): FamilyDocument {
  const branch = new Set([key, ...descendantsOf(document, key)])
  const graph = familyGraph(document)
  const gone = new Set(branch)
  for (const one of branch) {
    for (const union of graph.unionsOf(one)) {
      const partner = graph.partnerIn(union, one)
      const hasOtherLine =
        !partner ||
        partner.parents.length > 0 ||
        graph
          .unionsOf(partner.key)
          .some((other) => other.partners.some((each) => each !== partner.key && !branch.has(each)))
      if (!hasOtherLine) gone.add(partner.key)
    }
  }
  return without(document, gone)
}

/** The family without some people, and without every reference to them. */
function without(document: FamilyDocument, gone: ReadonlySet<MemberKey>): FamilyDocument {
  const left = document.people.filter((member) => !gone.has(member.key))
  const kept = <Key extends string>(key: Key): Key | '' => (gone.has(key) ? '' : key)
  const unions = document.unions
    .map((union) => ({ ...union, partners: union.partners.filter((key) => !gone.has(key)) }))
    .filter(({ key, partners }) => {
      const hasChildren = left.some((member) => member.parents.some((parent) => parent.union === key))
      return hasChildren ? partners.length > 0 : partners.length > 1
    })
  const keys = new Set(unions.map((union) => union.key))
  const people = left.map((member) => ({
    ...member,
    parents: member.parents.filter((parent) => keys.has(parent.union)),
    eggFrom: kept(member.eggFrom),
    spermFrom: kept(member.spermFrom),
    carriedBy: kept(member.carriedBy),
    leftOf: kept(member.leftOf),
  }))
  // A twin of nobody is a single birth.
  const twinsOf = (group: string) => people.filter((member) => member.twins?.group === group).length
  return {
    ...document,
    people: people.map((member) =>
      member.twins && twinsOf(member.twins.group) < 2 ? { ...member, twins: null } : member,
    ),
    unions,
    evaluations: document.evaluations.filter((evaluation) => !gone.has(evaluation.member)),
  }
}

import type { FamilyDocument, FamilyMember, MemberKey } from '../document.ts'
import { type FamilyGraph, familyGraph } from '../graph.ts'

/** Whether a specimen of this person can be had: one person, born, not known to have died. */
const canBeTested = ({ life, pregnancy, count }: FamilyMember) =>
  life !== 'dead' && pregnancy === null && count === null

/**
 * The relatives who tell most about the proband's own variants, first whom a trio wants: genetic parents, then full
 * siblings, half siblings, children, grandparents. Others tell too little to be proposed.
 */
export function mostTelling(
  document: FamilyDocument,
  proband: MemberKey,
  graph: FamilyGraph = familyGraph(document),
): MemberKey[] {
  const parents = graph.parentKeys(proband)
  const siblings = document.people
    .filter(({ key }) => key !== proband)
    .map(({ key }) => ({ key, shared: graph.parentKeys(key).filter((one) => parents.includes(one)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
  const ordered = [
    ...parents,
    ...siblings.map(({ key }) => key),
    ...graph.geneticChildren(proband),
    ...parents.flatMap((parent) => graph.parentKeys(parent)),
  ]
  return [...new Set(ordered)].filter((key) => {
    const member = graph.members.get(key)
    return key !== proband && member !== undefined && canBeTested(member)
  })
}

import type { OrderDocument } from '../../orders/document.ts'
import { subjectsOf } from '../../orders/subject.ts'
import type { FamilyDocument, MemberKey } from '../document.ts'
import { familyGraph } from '../graph.ts'
import type { JoinedPerson } from './family-of-order.ts'

/** Who of the family is tested by an order: as joined, else the family's proband; '' if nobody is. */
export function testedMember(
  family: FamilyDocument,
  order: Pick<OrderDocument, 'patients' | 'pregnancy'>,
  people: readonly JoinedPerson[],
): MemberKey {
  const joined = subjectsOf(order).flatMap(
    (key) => people.find(({ patientKey }) => patientKey === key)?.member ?? [],
  )
  return joined[0] ?? family.people.find(({ isProband }) => isProband)?.key ?? ''
}

/** The part of a family round somebody: parents, siblings, partners and children, and whoever else is asked for. */
export function closeFamily(
  document: FamilyDocument,
  center: MemberKey,
  others: readonly MemberKey[] = [],
): FamilyDocument {
  const graph = familyGraph(document)
  const member = graph.members.get(center)
  const own = graph.unionsOf(center)
  const parental = (member?.parents ?? []).flatMap(({ union }) => graph.unions.get(union) ?? [])
  const kept = new Set<MemberKey>([center, ...others, ...graph.parentKeys(center)])
  for (const { key, partners } of [...own, ...parental]) {
    for (const partner of partners) kept.add(partner)
    for (const child of graph.childrenOf(key)) kept.add(child.key)
  }
  const unions = document.unions.flatMap((union) => {
    const partners = union.partners.filter((key) => kept.has(key))
    const isNeeded =
      partners.length === union.partners.length ||
      graph.childrenOf(union.key).some(({ key }) => kept.has(key))
    return partners.length > 0 && isNeeded ? [{ ...union, partners }] : []
  })
  const left = new Set(unions.map(({ key }) => key))
  const known = (key: MemberKey) => (kept.has(key) ? key : '')
  return {
    ...document,
    unions,
    people: document.people
      .filter(({ key }) => kept.has(key))
      .map((one) => ({
        ...one,
        parents: one.parents.filter(({ union }) => left.has(union)),
        ...{ eggFrom: known(one.eggFrom), spermFrom: known(one.spermFrom) },
        ...{ carriedBy: known(one.carriedBy), leftOf: known(one.leftOf) },
      })),
    evaluations: document.evaluations.filter((one) => kept.has(one.member)),
  }
}

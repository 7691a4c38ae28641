import type { FamilyRelationshipType } from '../../lookups.ts'
import type { FamilyDiagnosis } from '../../orders/clinical-history.ts'
import { cutTo } from '../../text/keepable.ts'
import type { FamilyDocument, FamilyMember, MemberKey } from '../document.ts'
import { familyGraph } from '../graph.ts'
import { kinship } from '../kinship.ts'
import { type Relation, relations } from '../relation.ts'
import { relationInWords } from '../relation-words.ts'

/** As many as an order holds. */
export const MOST_DIAGNOSES = 40

/**
 * An order's family history as the family has it: each condition of each relative, most related first, eldest
 * generation first among equals. What is only possible is called so; who has no illness is not listed.
 */
export function familyHistoryOf(document: FamilyDocument, proband: MemberKey): FamilyDiagnosis[] {
  const graph = familyGraph(document)
  const { between } = kinship(document, graph)
  const related = relations(document, graph)
  const place = new Map(graph.fromFounders.map((key, index) => [key, index]))
  const relatives = document.people
    .filter(({ key }) => key !== proband)
    .map((member) => ({ member, kinship: between(member.key, proband), at: place.get(member.key) ?? 0 }))
    .toSorted((a, b) => b.kinship - a.kinship || a.at - b.at)
  return relatives
    .flatMap(({ member }) => diagnosesOf(document, member, related.of(member.key, proband)))
    .slice(0, MOST_DIAGNOSES)
}

function diagnosesOf(document: FamilyDocument, member: FamilyMember, relation: Relation): FamilyDiagnosis[] {
  return member.conditions.flatMap(({ entry, status, onset }) => {
    const name = document.legend.find(({ key }) => key === entry)?.name ?? ''
    if (status === 'unaffected' || name === '') return []
    return [
      {
        relationshipType: sideOf(relation),
        relative: relationInWords(relation, member.gender)
          .replaceAll(/\b(maternal|paternal) /g, '')
          .slice(0, 80),
        diagnosis: `${status === 'possible' ? 'Possibly ' : ''}${name}`,
        ageAtDiagnosis: cutTo(onset, 20),
      },
    ]
  })
}

function sideOf(relation: Relation): FamilyRelationshipType {
  if (relation.kind === 'parent' && relation.how === 'egg') return 'EggDonor'
  if (relation.kind === 'parent' && relation.how === 'sperm') return 'Other'
  if (relation.kind !== 'blood') return 'FamilyMember'
  const [nearest] = relation.relations
  if (nearest?.side === 'maternal') return 'Maternal'
  return nearest?.side === 'paternal' ? 'Paternal' : 'FamilyMember'
}

import { chances, type HeritableFinding } from '../chances/chances.ts'
import type { GenotypeEvidence } from '../chances/genotypes.ts'
import { type FamilyDocument, likelySex, type MemberKey } from '../document.ts'
import type { FamilyGraph } from '../graph.ts'
import { copiesFound, type FamilyVariant, type NewMutation } from './finding.ts'

/**
 * The brothers and sisters of somebody with a new mutation, half ones too: a parent who tested negative may have it in some cells
 * (mosaicism). Mendel's rules know no number for that.
 */
export function siblingsOfNew(
  member: MemberKey,
  newMutation: NewMutation | null,
  inheritance: FamilyVariant['inheritance'],
  graph: FamilyGraph,
): ReadonlySet<MemberKey> {
  const { egg, sperm } = graph.geneticParents(member)
  // A father gives no son his X.
  const canHave = (key: MemberKey) => {
    const child = graph.members.get(key)
    const isSon = child !== undefined && likelySex(child) === 'Male'
    return !(inheritance === 'x-linked' && isSon && graph.geneticParents(key).egg !== egg)
  }
  const parents = newMutation === 'both parents' ? [egg, sperm] : newMutation === 'mother' ? [egg] : []
  return new Set(
    parents
      .flatMap((parent) => (parent === null ? [] : graph.geneticChildren(parent)))
      .filter((key) => key !== member && canHave(key)),
  )
}

/** Which it is, where the results fit only with a new mutation. */
export function newMutationOf(
  document: FamilyDocument,
  finding: Pick<FamilyVariant, 'member' | 'variants' | 'copies'>,
  heritable: HeritableFinding,
  evidence: readonly GenotypeEvidence[],
  graph: FamilyGraph,
): NewMutation {
  const key = finding.member
  const { egg, sperm } = graph.geneticParents(key)
  const ofThree = evidence.filter(({ member }) => [key, egg, sperm].includes(member))
  const found = chances(document, heritable, ofThree, graph)
  if (found.state !== 'known' || !found.isNewMutationNeeded) return 'elsewhere'
  const isNegative = (parent: MemberKey | null) =>
    ofThree.some(
      ({ member, copies, isAtLeastOne }) =>
        member === parent && !isAtLeastOne && copies.every((count) => count === 0),
    )
  const member = graph.members.get(key)
  const isFromMotherAlone =
    heritable.inheritance === 'x-linked' && member !== undefined && likelySex(member) === 'Male'
  if (isFromMotherAlone) return 'mother'
  if (copiesFound(finding).reduce((sum, count) => sum + count, 0) > 1) return 'both copies'
  return isNegative(egg) && isNegative(sperm) ? 'both parents' : 'elsewhere'
}

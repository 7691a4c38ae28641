import type { FamilyDocument, FamilyMember, MemberKey } from '../document.ts'
import { type FamilyGraph, familyGraph } from '../graph.ts'
import { type Chances, chances, type HeritableFinding } from './chances.ts'
import type { GenotypeEvidence } from './genotypes.ts'

/** Somebody whose test would tell others something. */
export interface Proposal {
  member: MemberKey
  /** How much the others’ uncertainty shrinks on average, in bits. */
  bits: number
  /** Those about whom the test would tell most, at least a twentieth of a bit each, most first. */
  tells: MemberKey[]
}

const TELLS_SOMETHING = 0.05

/**
 * Whose test would tell the family most: for each candidate the uncertainty that all others lose, on average
 * over the test’s results, as Σ H(now) − p Σ H(if positive) − (1 − p) Σ H(if negative). Best first. What a test
 * tells about the candidate alone does not count. Candidates are whom the caller may propose: living, of age,
 * not declined.
 */
export function whoNext(
  document: FamilyDocument,
  finding: HeritableFinding,
  evidence: readonly GenotypeEvidence[],
  candidates: readonly MemberKey[],
  graph: FamilyGraph = familyGraph(document),
): Proposal[] {
  const now = chances(document, finding, evidence, graph)
  if (now.state !== 'known') return []
  const proposals = candidates.flatMap((member): Proposal[] => {
    const p = now.of.get(member)?.one ?? 0
    if (p <= 0.001 || p >= 0.999) return []
    const test = (result: GenotypeEvidence) => chances(document, finding, [...evidence, result], graph)
    const positive = test({ member, copies: [], isAtLeastOne: true })
    const none = Array.from({ length: finding.variants }, () => 0)
    const negative = test({ member, copies: none, isAtLeastOne: false })
    const lost = document.people
      .filter((other) => other.key !== member)
      .map((other) => ({
        key: other.key,
        bits: entropy(now, other) - p * entropy(positive, other) - (1 - p) * entropy(negative, other),
      }))
    const tells = lost.filter((one) => one.bits >= TELLS_SOMETHING).sort((a, b) => b.bits - a.bits)
    if (tells.length === 0) return []
    const bits = lost.reduce((sum, one) => sum + one.bits, 0)
    return [{ member, bits, tells: tells.map((one) => one.key) }]
  })
  return proposals.sort((a, b) => b.bits - a.bits)
}

/** Of whether somebody has the finding, in bits; 0 for those who died or were not born. */
function entropy(known: Chances, member: FamilyMember): number {
  if (known.state !== 'known' || member.life === 'dead' || isLoss(member)) return 0
  const p = known.of.get(member.key)?.one ?? 0
  return p <= 0 || p >= 1 ? 0 : -p * Math.log2(p) - (1 - p) * Math.log2(1 - p)
}

const isLoss = ({ pregnancy }: FamilyMember) => pregnancy !== null && pregnancy.state !== 'ongoing'

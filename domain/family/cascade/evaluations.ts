import type { Evaluation, FamilyDocument } from '../document.ts'
import { type CascadeEvent, resultsOf } from './cascade.ts'
import { classOf, type FamilyVariant, type FindingVariant, isActionable } from './finding.ts'

/** A finding of the family that its report still supports, with what was recorded of the relatives and may be seen. */
export interface SeenFinding {
  finding: FamilyVariant
  events: readonly CascadeEvent[]
}

/**
 * The family with its findings as test results: in whom each was found, and which relatives have it and which do not. Files
 * have no other place for them. A variant that is no longer (likely) pathogenic, or whose report was withdrawn, is none.
 */
export function withFindings(document: FamilyDocument, findings: readonly SeenFinding[]): FamilyDocument {
  const found = findings.flatMap(({ finding, events }): Evaluation[] => {
    if (!isActionable(classOf(finding)) || finding.withdrawnOn) return []
    const what = finding.variants.map(inWords).join(' and ').slice(0, LONGEST_WHAT)
    const own = {
      member: finding.member,
      kind: 'positive' as const,
      on: finding.reportedOn,
      copies: finding.copies,
    }
    return [own, ...resultsOf(document, finding, events)].map(({ member, kind, on, copies }, index) => ({
      ...{ key: `finding-${finding.key}-${index + 1}`, member, what, result: kind },
      ...{ copies: [...copies], on, finding: '' },
    }))
  })
  const people = new Set(document.people.map(({ key }) => key))
  return {
    ...document,
    evaluations: [...document.evaluations, ...found.filter(({ member }) => people.has(member))],
  }
}

/** As long as a typed one may be. */
const LONGEST_WHAT = 200

function inWords({ gene, transcript, cdna, genomic, asWritten }: FindingVariant): string {
  const description = cdna && transcript && !cdna.includes(':') ? `${transcript}:${cdna}` : cdna
  return [gene, description || genomic || asWritten].filter(Boolean).join(' ')
}

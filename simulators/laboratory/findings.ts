import { createHash } from 'node:crypto'
import { isCarrierScreen } from '#domain/reports/demonstration/assay.ts'
import type { Outcome } from '#domain/reports/demonstration/finding.ts'
import type { ReportedTest } from '#domain/reports/demonstration/report.ts'

/** An invented result for a report. */
export interface Finding {
  outcome: Outcome
  summary: string
  interpretation: string
  /** The recommendation if the finding is positive; the text in paragraphs. */
  treatment?: { title: string; text: string[] }
}

const FINDINGS: readonly Finding[] = [
  {
    outcome: 'negative',
    summary: 'Negative. No reportable variant was detected.',
    interpretation:
      'No pathogenic or likely pathogenic variant was detected in the regions analyzed. A negative result lowers the ' +
      'likelihood of the conditions tested for but does not exclude them. Correlation with the clinical findings is ' +
      'recommended.',
  },
  {
    outcome: 'positive',
    summary: 'Positive. A pathogenic variant was detected.',
    interpretation:
      'A heterozygous variant classified as pathogenic was detected. It is consistent with the indication for ' +
      'testing. Genetic counseling and testing of relatives are recommended.',
    treatment: {
      title: 'Referral to a specialist clinic',
      text: [
        'Refer the patient to a clinic that treats this condition; treatment is most effective when it begins early.',
        'Repeat the yearly laboratory panel, and offer the family genetic counseling. Invented, not for clinical use.',
      ],
    },
  },
  {
    outcome: 'uncertain',
    summary: 'Uncertain. A variant of uncertain significance was detected.',
    interpretation:
      'A heterozygous variant of uncertain significance was detected. It should not be used on its own in clinical ' +
      'decisions. Testing of both parents may help to classify it.',
  },
]

/** A change of a report that changes its finding: an error that was corrected, or a reclassification. */
export type Revision = 'correct' | 'amend'

/** What a report states of a test: its outcome, and the one under which its variant was first reported. */
type Stated = Pick<ReportedTest, 'outcome' | 'before'>

/**
 * The finding for an order, the same for the same seed. A correction replaces it by a different one. An
 * amendment changes the class: uncertain to pathogenic and back, pathogenic to likely pathogenic and back; after
 * a negative report, a variant that was not reported before is now pathogenic.
 */
export function findingFor(
  orderId: string,
  testCode: string,
  seed: number,
  revisions: readonly Revision[] = [],
): Finding & Stated {
  const digest = createHash('sha256').update(`${seed}/${orderId}/${testCode}`).digest()
  const first = FINDINGS[digest.readUInt32BE(0) % FINDINGS.length] as Finding
  const stated = revisions.reduce<Stated>(
    (last, revision) => (revision === 'amend' ? reclassified(last) : { outcome: after(last.outcome) }),
    { outcome: first.outcome },
  )
  return { ...(FINDINGS.find(({ outcome }) => outcome === stated.outcome) ?? first), ...stated }
}

function after(outcome: Outcome): Outcome {
  const index = FINDINGS.findIndex((finding) => finding.outcome === outcome)
  return FINDINGS[(index + 1) % FINDINGS.length]?.outcome ?? outcome
}

function reclassified({ outcome, before }: Stated): Stated {
  if (outcome !== 'positive') return { outcome: 'positive', before: 'uncertain' }
  if (before === 'uncertain') return { outcome: 'uncertain' }
  return before === 'positive' ? { outcome } : { outcome, before: 'positive' }
}

/** The recommendation for a positive finding; none for a healthy carrier or a negative result. */
export function treatmentFor(
  orderId: string,
  { code, name }: { code: string; name: string },
  seed: number,
  revisions: readonly Revision[] = [],
): Finding['treatment'] {
  return isCarrierScreen(name) ? undefined : findingFor(orderId, code, seed, revisions).treatment
}

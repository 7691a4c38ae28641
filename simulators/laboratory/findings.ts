import { createHash } from 'node:crypto'
import { isCarrierScreen } from '#domain/reports/demonstration/assay.ts'
import {
  correctedOutcome,
  type Outcome,
  reclassified,
  type Stated,
  type VariantClass,
} from '#domain/reports/demonstration/finding.ts'

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

/** The finding of a test without a result. */
const FAILED: Finding = {
  outcome: 'failed',
  summary: 'Failed. No result.',
  interpretation: 'The specimen did not yield enough DNA of sufficient quality. A new specimen is needed.',
}

/**
 * What changes a report's finding: an outcome that was commanded, an error that was corrected, or a
 * reclassification, of which `to` is the new class.
 */
export type Revision =
  | { do: 'report'; outcome: Outcome }
  | { do: 'correct' }
  | { do: 'amend'; to?: VariantClass | undefined }

/**
 * The finding for an order, the same for the same seed. A correction replaces it by a different one. An
 * amendment changes the class, as `reclassified` describes.
 */
export function findingFor(
  orderId: string,
  testCode: string,
  seed: number,
  revisions: readonly Revision[] = [],
): Finding & Stated {
  const digest = createHash('sha256').update(`${seed}/${orderId}/${testCode}`).digest()
  const isFailed = digest.readUInt32BE(4) % 30 === 0
  const first = isFailed ? FAILED : (FINDINGS[digest.readUInt32BE(0) % FINDINGS.length] as Finding)
  const stated = revisions.reduce<Stated>(revised, { outcome: first.outcome })
  const found = [...FINDINGS, FAILED].find(({ outcome }) => outcome === stated.outcome)
  return { ...(found ?? first), ...stated }
}

function revised(last: Stated, revision: Revision): Stated {
  if (revision.do === 'report') return { outcome: revision.outcome }
  return revision.do === 'amend'
    ? reclassified(last, revision.to)
    : { outcome: correctedOutcome(last.outcome) }
}

/** Each fetus has a finding of its own. */
export const subjectOf = (orderId: string, label = '') => (label === '' ? orderId : `${orderId} ${label}`)

/** The recommendation for a positive finding of a test, of a fetus its own; none for a healthy carrier or a negative result. */
export function treatmentFor(
  orderId: string,
  { code, name, fetus }: { code: string; name: string; fetus?: { label: string } | undefined },
  seed: number,
  revisions: readonly Revision[] = [],
): Finding['treatment'] {
  return isCarrierScreen(name)
    ? undefined
    : findingFor(subjectOf(orderId, fetus?.label), code, seed, revisions).treatment
}

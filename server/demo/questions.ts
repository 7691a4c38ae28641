import type { HoldKind } from '#domain/orders/hold-kinds.ts'

/** A question of the demo's laboratory, and a clinic's answer. */
export interface Question {
  kind: HoldKind
  words: string
  answer: string
}

/** Questions about families: relatives are missing. */
export const FAMILY_QUESTIONS = {
  consent: {
    kind: 'consent',
    words:
      'We have the mother’s sample, but her consent to its use for comparison is not signed. Please send the signed form, or tell us to proceed without her.',
    answer: 'The mother signed the form at her visit today. It will come with the next shipment.',
  },
  sample: {
    kind: 'missing-sample',
    words:
      'The father’s sample has not arrived. Please send it, or tell us to proceed with the patient and the mother only.',
    answer: 'The father is abroad until spring. Please proceed with the patient and the mother.',
  },
} as const satisfies Record<string, Question>

export const QUESTIONS = {
  phenotype: {
    kind: 'missing-information',
    words:
      'The indication alone does not tell us which findings to look for. Please send the notes from the last visit: growth, development, seizures, and any brain imaging.',
    answer:
      'Head circumference at the 3rd percentile, walked at 22 months, two febrile seizures. Brain MRI was normal.',
  },
  birthDate: {
    kind: 'missing-information',
    words:
      'The date of birth on the tube differs from the one on the order. Please tell us which is correct.',
    answer: 'The date on the order is correct. The label was printed from an old record.',
  },
  earlierReport: {
    kind: 'missing-information',
    words:
      'Previous testing is mentioned without a result. Please send the report, or tell us if there is none.',
    answer: 'There was a microarray five years ago, with no findings. We no longer have the report.',
  },
  authorization: {
    kind: 'authorization',
    words:
      'The payer requires prior authorization for this test. Please send the authorization number, or tell us to bill the institution.',
    answer: 'Authorization was granted yesterday under the number DEMO-PA-20417.',
  },
  secondaryFindings: {
    kind: 'consent',
    words:
      'On the consent form, secondary findings are both accepted and declined. Please confirm the choice with the family and send the corrected page.',
    answer: 'Secondary findings are declined. The page is corrected, initialed and dated.',
  },
} as const satisfies Record<string, Question>

/** Why the demo's laboratory could not use a specimen: code (HL7 table 0490) and text. */
export const REJECTIONS = [
  { code: 'QS', words: 'Too little material for the DNA that the test needs' },
  { code: 'RH', words: 'The specimen is hemolyzed' },
  { code: 'RC', words: 'The specimen has clotted' },
  { code: 'RB', words: 'The tube was broken on arrival' },
] as const

export const CANCELLATION_REASONS = [
  'The family has decided against testing for now',
  'Duplicate order: please continue with the other one',
] as const

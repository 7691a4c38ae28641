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
      'The mother’s sample is here, but her consent to its use for comparison is not signed. Please send the signed form, or tell us to go on without her.',
    answer: 'The mother has signed on her visit today. The form is on its way with the next parcel.',
  },
  sample: {
    kind: 'missing-sample',
    words:
      'The father’s sample has not arrived. Please send it, or tell us to go on with the patient and the mother alone.',
    answer: 'The father is abroad until spring. Please go on with the patient and the mother.',
  },
} as const satisfies Record<string, Question>

export const QUESTIONS = {
  phenotype: {
    kind: 'missing-information',
    words:
      'The indication alone does not tell us which findings to look for. Please send the notes of the last visit: growth, development, seizures, and brain imaging if there is any.',
    answer: 'Head size at the 3rd percentile, walks since 22 months, two febrile seizures. MRI was normal.',
  },
  birthDate: {
    kind: 'missing-information',
    words:
      'The date of birth on the tube is another than that of the order. Please tell us which one is right.',
    answer: 'The date of the order is right. The label was printed from an old record.',
  },
  earlierReport: {
    kind: 'missing-information',
    words:
      'Earlier testing is mentioned without a result. Please send the report, or tell us that there was none.',
    answer: 'There was an array five years ago, with no finding. The report is not with us any more.',
  },
  authorization: {
    kind: 'authorization',
    words:
      'The payer asks for a prior authorization of this test. Please send its number, or tell us to bill the institution.',
    answer: 'The authorization was given yesterday under the number DEMO-PA-20417.',
  },
  secondaryFindings: {
    kind: 'consent',
    words:
      'On the consent form, secondary findings are both accepted and declined. Please ask once more, and send the corrected page.',
    answer: 'Secondary findings are declined. We have corrected the page with initials and date.',
  },
} as const satisfies Record<string, Question>

/** Why the demo's laboratory could not use a specimen: code (HL7 table 0490) and text. */
export const REJECTIONS = [
  { code: 'QS', words: 'Too little has arrived for the DNA that the test needs' },
  { code: 'RH', words: 'The specimen is hemolyzed' },
  { code: 'RC', words: 'The specimen has clotted' },
  { code: 'RB', words: 'The tube was broken when the parcel was opened' },
] as const

export const CANCELLATION_REASONS = [
  'The family has decided against testing for now',
  'Ordered twice: the other order goes on',
] as const

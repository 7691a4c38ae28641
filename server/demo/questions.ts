import type { HoldKind } from '#domain/orders/hold-kinds.ts'
import { isPrenatal } from '#domain/orders/subject.ts'
import { table } from '#domain/table.ts'
import type { DemoOrder } from './orders.ts'

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
  identity: {
    kind: 'other',
    words:
      'The genomes of this family do not fit together as the order describes them. Please call the laboratory director before you speak with the family: a swapped tube, a donor or a transplant are possible.',
    answer: 'We will call today. The father’s tube was labeled at the front desk.',
  },
} as const satisfies Record<string, Question>

/** What is missing about the patient, by who they are. */
const FINDINGS = {
  child: {
    kind: 'missing-information',
    words:
      'The indication alone does not tell us which findings to look for. Please send the notes from the last visit: growth, development, seizures, and any brain imaging.',
    answer:
      'Head circumference at the 3rd percentile, walked at 22 months, two febrile seizures. Brain MRI was normal.',
  },
  infant: {
    kind: 'missing-information',
    words:
      'The indication alone does not tell us which findings to look for. Please send the notes since birth: growth, feeding, muscle tone, seizures, and any imaging.',
    answer:
      'Born at 38 weeks, birth weight at the 5th percentile. Low muscle tone, fed by tube. Ultrasound of the brain was normal.',
  },
  adult: {
    kind: 'missing-information',
    words:
      'The indication alone does not tell us which findings to look for. Please send the notes from the last visit: age at onset, course, examination, and the family history.',
    answer:
      'The notes were sent by fax today: onset ten years ago, slowly progressive, no affected relatives known.',
  },
  cancer: {
    kind: 'missing-information',
    words:
      'Please send the pathology report and the family history of cancer, with ages at diagnosis: without them we cannot tell whether the payer’s criteria are met.',
    answer: 'The pathology report and the pedigree were sent by fax today.',
  },
  pregnancy: {
    kind: 'missing-information',
    words: 'Please send the report of the last ultrasound with the findings in the fetus.',
    answer: 'The ultrasound report was sent by fax today.',
  },
  carrier: {
    kind: 'missing-information',
    words:
      'Please tell us whether the patient or the partner is pregnant now, and the due date: it decides how soon the result is needed.',
    answer: 'There is no pregnancy now. The couple plans one.',
  },
} as const satisfies Record<string, Question>

const YEAR = 365.25 * 86_400_000

/** What the laboratory would ask about the findings of this order. */
function findingsOf({ document, test, createdAt }: DemoOrder): Question {
  if (isPrenatal(document)) return FINDINGS.pregnancy
  if (test.category === 'carrier') return FINDINGS.carrier
  if (document.indicationsForTesting.some(({ code }) => /^(C|D[0-4]|Z80)/.test(code))) return FINDINGS.cancer
  const years = (createdAt.getTime() - Date.parse(document.patients[0]?.dateOfBirth ?? '')) / YEAR
  return years >= 18 ? FINDINGS.adult : years < 2 ? FINDINGS.infant : FINDINGS.child
}

/** A question, or one that depends on the order. */
export type QuestionFor = Question | ((order: DemoOrder) => Question)

export const questionFor = (question: QuestionFor, order: DemoOrder): Question =>
  typeof question === 'function' ? question(order) : question

/** The questions that fit an ordinary order. */
export function questionsAbout(order: DemoOrder): Question[] {
  const { document } = order
  const { findings, birthDate, earlierReport, authorization, secondaryFindings } = QUESTIONS
  const decides = document.consents.some(({ consentId }) => consentId === 'secondary-findings')
  return [
    findings(order),
    earlierReport,
    ...(isPrenatal(document) ? [] : [birthDate, ...(decides ? [secondaryFindings] : [])]),
    ...(document.payment.billingType === 'Insurance' ? [authorization] : []),
  ]
}

export const QUESTIONS = {
  findings: findingsOf,
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
} as const satisfies Record<string, QuestionFor>

interface RejectionReason {
  code: string
  words: string
}

/** Why the demo's laboratory could not use a blood specimen: code (HL7 table 0490) and text. */
export const REJECTIONS = [
  { code: 'QS', words: 'Too little blood for the DNA that the test needs' },
  { code: 'RH', words: 'The specimen is hemolyzed' },
  { code: 'RC', words: 'The specimen has clotted' },
  { code: 'RB', words: 'The tube was broken on arrival' },
] as const satisfies readonly RejectionReason[]
const OF_TYPES = table<readonly RejectionReason[]>({
  Saliva: [{ code: 'QS', words: 'Too little human DNA: the saliva held mostly food and bacteria' }],
  'Buccal Swab': [{ code: 'QS', words: 'Too few cells on the swabs' }],
  'Amniotic Fluid': [{ code: 'RN', words: 'The fluid is bloody: maternal cells would hide the result' }],
  CVS: [{ code: 'QS', words: 'Too few villi after cleaning: mostly maternal decidua' }],
  'Extracted DNA': [{ code: 'QS', words: 'The DNA is degraded, and less than the test needs' }],
  'FFPE Tumor Block': [{ code: 'QS', words: 'Less than 20 percent tumor nuclei in the block' }],
  'Fresh Tissue': [{ code: 'RR', words: 'The tissue arrived in formalin' }],
})
const OF_ANY: readonly RejectionReason[] = [
  { code: 'QS', words: 'Too little material for the DNA that the test needs' },
  { code: 'RB', words: 'The container leaked on the way' },
]

/** The reasons for which a specimen of this type can be rejected. */
export function rejectionsOf(type: string): readonly RejectionReason[] {
  return /^Blood|^Fetal Blood/.test(type) ? REJECTIONS : (OF_TYPES[type] ?? OF_ANY)
}

export const CANCELLATION_REASONS = [
  'The family has decided against testing for now',
  'Duplicate order: please continue with the other one',
] as const

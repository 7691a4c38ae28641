import type { AdviceCall, OutgoingMessage, UnmappedCode } from '#contract/ehr.ts'
import type { AdviceService } from '#domain/ehr/advice-settings.ts'

/** What kind of code it is, and what its meaning is. */
export const KIND_WORDS = {
  test: ['Test', 'Code of a test'],
  provider: ['Provider', 'NPI'],
  payer: ['Payer', 'Name of the payer'],
  specimen: ['Specimen', 'Specimen type'],
  question: ['Question', 'note'],
  control: ['Order control (ORC-1)', 'NW, XO or CA'],
} as const satisfies Record<UnmappedCode['kind'], readonly [string, string]>

/** Why a message has not reached its hospital. */
export const OUTGOING_WORDS = {
  refused: 'Refused',
  waiting: 'Waiting for the hospital',
  held: 'Not released by the clinic yet',
  questioned: 'The laboratory is checking this report',
  behind: 'Behind another one of this order',
} as const satisfies Record<OutgoingMessage['state'], string>

/** What a message tells the hospital. */
export const RESULT_WORDS = {
  received: 'Specimen received',
  cancelled: 'Order cancelled',
  preliminary: 'Preliminary report',
  partial: 'Partial report',
  final: 'Final report',
  addended: 'Report with an addendum',
  amended: 'Amended report',
  corrected: 'Corrected report',
  withdrawn: 'Report withdrawn',
} as const satisfies Record<OutgoingMessage['status'], string>

/** When the record system asked. */
export const ADVICE_SERVICE_WORDS: Partial<Record<string, string>> = {
  'karyo-patient-view': 'Chart opened',
  'karyo-order-sign': 'Order being signed',
} satisfies Record<AdviceService, string>

/** What became of a request without a card. */
export const ADVICE_OUTCOME_WORDS = {
  answered: 'No card',
  late: 'Too late, no card',
  refused: 'Refused',
} as const satisfies Record<AdviceCall['outcome'], string>

import { table } from '../table.ts'
/** The kinds of hold: what the laboratory waits for. */
export const HOLD_KINDS = [
  'missing-information',
  'missing-sample',
  'authorization',
  'consent',
  'identity',
  'other',
] as const
export type HoldKind = (typeof HOLD_KINDS)[number]

/** A hold's title, and the number of working days for its answer. */
export const HOLD_META = {
  'missing-information': { title: 'Information is missing', answerDays: 3 },
  'missing-sample': { title: 'A sample is missing', answerDays: 5 },
  authorization: { title: 'The payer’s authorization is missing', answerDays: 5 },
  consent: { title: 'A consent is missing', answerDays: 3 },
  identity: { title: 'The specimen and the order may be of different people', answerDays: 1 },
  other: { title: 'Question from the laboratory', answerDays: 3 },
} as const satisfies Record<HoldKind, { title: string; answerDays: number }>

/** The header alert under which an order is counted (specification §3, Header alert counts). */
export const ALERT_GROUPS = ['wgs', 'other'] as const
export type AlertGroup = (typeof ALERT_GROUPS)[number]

/** HL7 table 0490, reasons for rejecting a specimen, in words. */
export const REJECT_REASONS = table<string>({
  EX: 'The specimen is too old',
  QS: 'There is not enough specimen',
  RA: 'The patient’s number is missing from the label',
  RB: 'The container is broken',
  RC: 'The specimen has clotted',
  RD: 'The collection date is missing',
  RE: 'The patient’s name is missing from the label',
  RH: 'The specimen is hemolyzed',
  RI: 'The label and the requisition are for different people',
  RM: 'The label can’t be read',
  RN: 'The specimen is contaminated',
  RP: 'Collector not given',
  RR: 'It was stored or shipped incorrectly',
  RS: 'The name on the label is spelled differently',
})

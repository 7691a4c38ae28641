import { table } from '../table.ts'
/** What the laboratory can wait for before it goes on with an order. */
export const HOLD_KINDS = [
  'missing-information',
  'missing-sample',
  'authorization',
  'consent',
  'other',
] as const
export type HoldKind = (typeof HOLD_KINDS)[number]

/** How a hold is called, and how many working days its answer is asked within. */
export const HOLD_META = {
  'missing-information': { title: 'Information is missing', answerDays: 3 },
  'missing-sample': { title: 'A sample is missing', answerDays: 5 },
  authorization: { title: 'The payer’s authorization is missing', answerDays: 5 },
  consent: { title: 'A consent is missing', answerDays: 3 },
  other: { title: 'Question from the laboratory', answerDays: 3 },
} as const satisfies Record<HoldKind, { title: string; answerDays: number }>

/** Under which of the header's alerts an order is counted (specification §3, Header alert counts). */
export const ALERT_GROUPS = ['wgs', 'other'] as const
export type AlertGroup = (typeof ALERT_GROUPS)[number]

/** HL7 table 0490, why a specimen is rejected, in words. */
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

import { table } from '../table.ts'
import type { Insurance } from './document.ts'

type ToHolder = Insurance['holderRelationship']

/**
 * IN1-17 (HL7 table 0063) says what the insured is to the patient, and an order what the patient is to the insured:
 * the holder's child has a parent there. IN2-72 would be as in the order.
 */
export const INSURED_CODES: Record<ToHolder, readonly [code: string, text: string] | null> = {
  Self: ['SEL', 'Self'],
  Spouse: ['SPO', 'Spouse'],
  Child: ['PAR', 'Parent'],
  Other: ['OTH', 'Other'],
  '': null,
}

/** What others write there: codes and words for the same. A guardian's ward is no insurer's child. */
const WRITTEN_BY_OTHERS = table<ToHolder>({
  ...{ MTH: 'Child', MOTHER: 'Child', FTH: 'Child', FATHER: 'Child' },
  ...{ GRD: 'Other', GUARDIAN: 'Other' },
})

const TO_HOLDER = table<ToHolder>({
  ...WRITTEN_BY_OTHERS,
  ...Object.fromEntries(
    Object.entries(INSURED_CODES).flatMap(([toHolder, insured]) =>
      (insured ?? []).map((word) => [word.toUpperCase(), toHolder as ToHolder]),
    ),
  ),
})

/**
 * What the patient is to the holder of their policy, by what a sender's IN1-17 says; '' if that is not known. A child stays
 * open: by the standard the patient's child is insured, but some senders mean that the patient is the child.
 */
export const toHolderOf = (insured: string): ToHolder => TO_HOLDER[insured.trim().toUpperCase()] ?? ''

import type { Insurance, OrderDocument } from './document.ts'

/** The insurances that are billed: the order's, and those of relatives with their own payer. */
export function insurancesOf({
  payment,
  patients,
}: Pick<OrderDocument, 'payment' | 'patients'>): Insurance[] {
  return [payment, ...patients.slice(1).map((patient) => patient.payment)].flatMap((one) =>
    one?.billingType === 'Insurance' ? [one.insurance] : [],
  )
}

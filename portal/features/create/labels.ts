import type { TestSummary } from '#contract/catalogue.ts'
import type { BillingType, PaymentMethod } from '#domain/lookups.ts'
import type { OrderSection } from '#domain/orders/readiness.ts'
import { showDate } from '#ui/dates.ts'

export const SECTION_NAMES: Record<OrderSection | 'review', string> = {
  tests: 'Tests',
  patient: 'Patient',
  specimens: 'Specimens',
  clinical: 'Clinical information',
  consents: 'Consents',
  payment: 'Payment',
  provider: 'Provider and recipients',
  review: 'Review',
}

export const BILLING_LABELS: Record<BillingType, string> = {
  SelfPay: 'Self-pay',
  Intitutional: 'Institution',
  Insurance: 'Insurance',
  DoNotBill: 'Do not bill',
}

export const PAYMENT_METHOD_LABELS: Record<Exclude<PaymentMethod, 'None'>, string> = {
  PayWithSample: 'Payment comes with the sample',
  BillToPatient: 'The laboratory bills the patient',
}

/** What each member of the document is called on the screen. */
const FIELD_LABELS: Record<string, string> = {
  tests: 'Tests',
  addOnTests: 'Add-on tests',
  patients: 'Patients',
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Date of birth',
  sex: 'Sex',
  ethnicities: 'Ethnicity',
  recordNumber: 'Your record number',
  email: 'Email',
  phone: 'Phone',
  addressLine1: 'Address',
  addressLine2: 'Address, second line',
  city: 'City',
  state: 'State',
  postalCode: 'ZIP code',
  samples: 'Specimens',
  specimenType: 'Specimen type',
  dateOfCollection: 'Date of collection',
  indicationsForTesting: 'Indications (ICD-10)',
  clinicalNotes: 'Clinical notes',
  consents: 'Consents',
  answer: 'Answer to a consent question',
  billingType: 'Who pays',
  paymentMethod: 'How the patient pays',
  company: 'Insurance company',
  memberId: 'Member ID',
  groupNumber: 'Group number',
  holderRelationship: 'Policy holder',
  holderFirstName: 'Policy holder’s first name',
  holderLastName: 'Policy holder’s last name',
  holderDateOfBirth: 'Policy holder’s date of birth',
  orderingProvider: 'Ordering provider',
  recipients: 'Recipients',
  name: 'Name',
  fax: 'Fax',
  kits: 'Kits',
}

/** The words for the field at a JSON pointer: those of its last name. */
export function labelOf(path: string): string {
  const name = path.split('/').findLast((key) => key !== '' && !/^\d+$/.test(key))
  return FIELD_LABELS[name ?? ''] ?? name ?? ''
}

/** A value of the document in words, whatever its shape. */
export function valueInWords(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'empty' : showDate(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueInWords).join('; ')
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .filter((part) => part !== '' && part !== null)
      .map(valueInWords)
      .join(' ')
  return value === null || value === undefined ? 'empty' : String(value)
}

/** The code people know the test by (specification §3: an empty or 'none' display code shows the raw one). */
export function shownCode(test: Pick<TestSummary, 'code' | 'displayTestCode'>): string {
  return test.displayTestCode === '' || test.displayTestCode.toLowerCase() === 'none'
    ? test.code
    : test.displayTestCode
}

export function genesInWords(count: number): string {
  return count === 1 ? '1 gene' : `${count.toLocaleString('en-US')} genes`
}

export function workingDays(days: number): string {
  return days === 1 ? '1 working day' : `${days} working days`
}

export function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}

import { isIsoDate } from '../dates/dates.ts'
import type { OrderDocument, Patient, Payment } from '../orders/document.ts'
import { personKey } from '../orders/identity.ts'
import { searchable } from '../text/searchable.ts'
import { memberIdToAsk, type Payer, plainMemberId } from './payer.ts'

export interface Insured {
  readonly lastName: string
  readonly firstName: string
  /** YYYY-MM-DD */
  readonly dateOfBirth: string
}

/** The person an eligibility request is about. */
export interface Subject {
  readonly payerId: string
  readonly payerName: string
  readonly memberId: string
  readonly groupNumber: string
  readonly patient: Insured
  /** The policy holder, if not the patient. */
  readonly holder: Insured | null
  /** The patient's relationship to the holder, if it is one of these. */
  readonly relationship?: 'Spouse' | 'Child'
}

/** What must be entered before a payer can be asked: `path` is a JSON pointer into the document. */
export interface SubjectGap {
  readonly path: string
  readonly rule: string
  readonly message: string
}

/**
 * The subject of an order's eligibility request, or everything still missing for it. Null if the order is not
 * billed to an insurance.
 */
export function subjectOf(
  { patients, payment }: Pick<OrderDocument, 'patients' | 'payment'>,
  payer: Payer | null,
): { subject: Subject; gaps: [] } | { subject: null; gaps: SubjectGap[] } | null {
  if (payment.billingType !== 'Insurance') return null
  const [patient] = patients
  if (!patient) return null
  const gaps = gapsOf(patient, payment, payer)
  if (gaps.length > 0 || payer === null) return { subject: null, gaps }
  const { insurance } = payment
  const isHolder = ['', 'Self'].includes(insurance.holderRelationship)
  return {
    gaps: [],
    subject: {
      payerId: payer.id,
      payerName: payer.name,
      memberId: memberIdToAsk(payer, insurance.memberId),
      groupNumber: insurance.groupNumber.trim(),
      patient: insured(patient),
      ...(['Spouse', 'Child'].includes(insurance.holderRelationship)
        ? { relationship: insurance.holderRelationship as 'Spouse' | 'Child' }
        : {}),
      holder: isHolder
        ? null
        : {
            lastName: insurance.holderLastName.trim(),
            firstName: insurance.holderFirstName.trim(),
            dateOfBirth: insurance.holderDateOfBirth,
          },
    },
  }
}

/** The keys of all people disclosed to the payer: the patient, and the policy holder. */
export function peopleOfSubject({ patient, holder }: Pick<Subject, 'patient' | 'holder'>): string[] {
  return [patient, holder].flatMap((one) => (one && personKey(one)) ?? [])
}

const insured = ({ lastName, firstName, dateOfBirth }: Patient): Insured => ({
  lastName: lastName.trim(),
  firstName: firstName.trim(),
  dateOfBirth,
})

function gapsOf(patient: Patient, { insurance }: Payment, payer: Payer | null): SubjectGap[] {
  const required: [path: string, value: string, name: string][] = [
    ['/patients/0/firstName', patient.firstName, 'First name'],
    ['/patients/0/lastName', patient.lastName, 'Last name'],
    ['/payment/insurance/company', insurance.company, 'Insurance company'],
    ['/payment/insurance/memberId', insurance.memberId, 'Member ID'],
  ]
  const isHolder = ['', 'Self'].includes(insurance.holderRelationship)
  if (!isHolder)
    required.push(
      ['/payment/insurance/holderFirstName', insurance.holderFirstName, 'Policy holder’s first name'],
      ['/payment/insurance/holderLastName', insurance.holderLastName, 'Policy holder’s last name'],
    )
  const gaps: SubjectGap[] = required
    .filter(([, value]) => value.trim() === '')
    .map(([path, , name]) => ({ path, rule: 'required', message: `${name} is required` }))
  if (!isIsoDate(patient.dateOfBirth))
    gaps.push({ path: '/patients/0/dateOfBirth', rule: 'required', message: 'Date of birth is required' })
  if (insurance.company.trim() !== '' && payer === null)
    gaps.push({
      path: '/payment/insurance/company',
      rule: 'unknown-payer',
      message:
        'The laboratory’s list does not have this insurance. Choose one from the list, or continue without a check.',
    })
  if (payer !== null && payer.clearinghouseId === null)
    gaps.push({
      path: '/payment/insurance/company',
      rule: 'not-electronic',
      message: `${payer.name} does not answer electronic requests.${payer.phone ? ` Call ${payer.phone}.` : ''}`,
    })
  return gaps
}

/**
 * Equal for two requests that the same response answers, however the names are written. The group number is
 * not part of the request, so it makes no difference.
 */
export function subjectKey({ payerId, memberId, patient, holder }: Subject): string {
  const person = (one: Insured | null) =>
    one ? [searchable(one.lastName), searchable(one.firstName), one.dateOfBirth] : []
  return [payerId, plainMemberId(memberId), person(patient), person(holder)].flat().join('|')
}

import type { Hl7Segment } from '@medplum/core'
import type { Insurance, Patient, Payment, PostalAddress } from '#domain/orders/document.ts'
import { segment } from './message.ts'
import type { LaboratoryOrder } from './port.ts'
import { writeDate } from './times.ts'

/** HL7 table 0001. */
const SEX_CODES: Record<Patient['sex'], string> = {
  Male: 'M',
  Female: 'F',
  Ambiguous: 'A',
  Unknown: 'U',
  '': 'U',
}

/** HL7 table 0063. */
const RELATIONSHIP_CODES: Record<Patient['relationship'], string> = {
  Proband: 'SEL',
  Mother: 'MTH',
  Father: 'FTH',
  Sibling: 'SIB',
  Child: 'CHD',
  Partner: 'DOM',
  'Other relative': 'OTH',
}
const HOLDER_CODES: Record<Insurance['holderRelationship'], string> = {
  Self: 'SEL',
  Spouse: 'SPO',
  Child: 'CHD',
  Other: 'OTH',
  '': '',
}

/** Table 0064 as the Laboratory Orders Interface guide has it (client, patient, third party); N is ours. */
const FINANCIAL_CLASSES: Record<Exclude<Payment['billingType'], ''>, string> = {
  Intitutional: 'C',
  SelfPay: 'P',
  Insurance: 'T',
  DoNotBill: 'N',
}

/** PID of the proband. PID-3 is the clinic's record number, or one made of our order number where it gave none. */
export function patientSegment(order: LaboratoryOrder, patient: Patient, application: string): Hl7Segment {
  return segment('PID', {
    1: '1',
    3: patient.recordNumber
      ? [patient.recordNumber, '', '', order.institution.code, 'MR']
      : [`${order.orderId}-1`, '', '', application, 'PI'],
    5: personName(patient.firstName, patient.lastName),
    7: writeDate(patient.dateOfBirth),
    8: SEX_CODES[patient.sex],
    11: address(patient.address),
    13: telecommunications(patient),
    22: patient.ethnicities.map((ethnicity) => ['', ethnicity]),
  })
}

/** NK1 of somebody else of the order. */
export function relativeSegment(order: LaboratoryOrder, relative: Patient, setId: number): Hl7Segment {
  return segment('NK1', {
    1: String(setId),
    2: personName(relative.firstName, relative.lastName),
    3: [RELATIONSHIP_CODES[relative.relationship], relative.relationship, 'HL70063'],
    4: address(relative.address),
    5: telecommunications(relative),
    15: SEX_CODES[relative.sex],
    16: writeDate(relative.dateOfBirth),
    33: relative.recordNumber ? [relative.recordNumber, '', '', order.institution.code, 'MR'] : '',
  })
}

/** PV1 carries who pays (PV1-20); PV1-2 must be there, and we do not know the class. */
export function visitSegment({ billingType }: Payment): Hl7Segment[] {
  return billingType === '' ? [] : [segment('PV1', { 1: '1', 2: 'U', 20: FINANCIAL_CLASSES[billingType] })]
}

/** IN1, when insurance pays. A patient who holds the policy is named as the patient is. */
export function insuranceSegment(order: LaboratoryOrder): Hl7Segment[] {
  const { billingType, insurance } = order.document.payment
  if (billingType !== 'Insurance') return []
  const self = insurance.holderRelationship === 'Self' ? order.document.patients[0] : undefined
  const firstName = insurance.holderFirstName || (self?.firstName ?? '')
  const lastName = insurance.holderLastName || (self?.lastName ?? '')
  const holder = HOLDER_CODES[insurance.holderRelationship]
  return [
    segment('IN1', {
      1: '1',
      2: ['', insurance.company],
      3: insurance.company,
      4: insurance.company,
      8: insurance.groupNumber,
      16: firstName || lastName ? personName(firstName, lastName) : '',
      17: holder ? [holder, insurance.holderRelationship, 'HL70063'] : '',
      18: writeDate(insurance.holderDateOfBirth || (self?.dateOfBirth ?? '')),
      36: insurance.memberId,
    }),
  ]
}

/** XPN, with name type L (legal). */
function personName(firstName: string, lastName: string): string[] {
  return [lastName, firstName, '', '', '', '', 'L']
}

/** XAD, with address type H (home); '' where nothing is known. */
function address(known: PostalAddress): string[] {
  const written = [known.addressLine1, known.addressLine2, known.city, known.state, known.postalCode]
  return written.some((line) => line !== '') ? [...written, '', 'H'] : []
}

/** XTN: the telephone number as it was typed in component 12, the e-mail address in component 4. */
function telecommunications({ phone, email }: Patient): string[][] {
  const telephone = phone ? [['', 'PRN', 'PH', '', '', '', '', '', '', '', '', phone]] : []
  return email ? [...telephone, ['', 'NET', 'Internet', email]] : telephone
}

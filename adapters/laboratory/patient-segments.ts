import type { Hl7Segment } from '@medplum/core'
import { ETHNICITIES } from '#domain/lookups.ts'
import { type Deceased, latestDayOfDeath } from '#domain/orders/deceased.ts'
import type { Patient, PatientKey, Payment } from '#domain/orders/document.ts'
import { INSURED_CODES } from '#domain/orders/insured-codes.ts'
import { policyholderOf } from '#domain/orders/policyholder.ts'
import { isPrenatal } from '#domain/orders/subject.ts'
import { segment } from '../hl7/message.ts'
import { writeDate } from '../hl7/times.ts'
import { hispanicOrigin, races } from './people-answers.ts'
import type { LaboratoryOrder } from './port.ts'
import { addresses, telecommunications } from './reachable.ts'

/** The order's fields needed to identify a person. */
type OfOrder = Pick<LaboratoryOrder, 'orderId' | 'institution' | 'document'>

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

/** Table 0064 as in the Laboratory Orders Interface guide (client, patient, third party); N is ours. */
const FINANCIAL_CLASSES: Record<Exclude<Payment['billingType'], ''>, string> = {
  Intitutional: 'C',
  SelfPay: 'P',
  Insurance: 'T',
  DoNotBill: 'N',
}

/** Identifies a person of the order: PID-3 and NK1-33 of type PI, and OBX-4 of answers about them. */
export function personNumber(orderId: number, key: PatientKey): string {
  return `${orderId}-${key}`
}

/** PID of the proband. */
export function patientSegment(order: OfOrder, patient: Patient, application: string): Hl7Segment {
  const { home, work } = telecommunications(patient)
  return segment('PID', {
    1: '1',
    3: identifiers(order, patient, application),
    5: personName(patient.firstName, patient.lastName),
    7: writeDate(patient.dateOfBirth),
    8: SEX_CODES[patient.sex],
    10: races(patient),
    11: addresses(patient),
    13: home,
    14: work,
    22: [...hispanicOrigin(patient), ...ethnicities(patient)],
    ...(patient.deceased ? { 29: writeDateOfDeath(patient.deceased), 30: 'Y' } : {}),
  })
}

/** As exact as it is known: `202405`. */
const writeDateOfDeath = ({ dateOfDeath }: Deceased) =>
  latestDayOfDeath(dateOfDeath) === '' ? '' : dateOfDeath.replaceAll('-', '')

/** NK1-3. Of an order for a fetus a relative is the fetus's, and not that of the mother in PID. */
function relationship({ document }: Pick<LaboratoryOrder, 'document'>, relative: Patient): string[] {
  const kind = relative.kinship?.kinshipKind ?? ''
  const exact = [relative.relationship, kind === '' ? '' : kind.toLowerCase()].filter(Boolean).join(', ')
  if (isPrenatal(document) && relative.relationship === 'Partner')
    return ['OTH', 'Partner of the patient', 'HL70063']
  if (isPrenatal(document)) return ['OTH', `${exact} of the fetus`, 'HL70063']
  const isRelated = kind !== 'Donor' && kind !== 'Carrier'
  return [isRelated ? RELATIONSHIP_CODES[relative.relationship] : 'OTH', exact, 'HL70063']
}

/** NK1 of another person of the order. */
export function relativeSegment(
  order: OfOrder,
  relative: Patient,
  setId: number,
  application: string,
): Hl7Segment {
  const { home, work } = telecommunications(relative)
  return segment('NK1', {
    1: String(setId),
    2: personName(relative.firstName, relative.lastName),
    3: relationship(order, relative),
    4: addresses(relative),
    5: home,
    6: work,
    15: SEX_CODES[relative.sex],
    16: writeDate(relative.dateOfBirth),
    28: [...hispanicOrigin(relative), ...ethnicities(relative)],
    33: identifiers(order, relative, application),
    35: races(relative),
  })
}

/** CX: the clinic's record number if given, then ours. */
function identifiers({ orderId, institution }: OfOrder, patient: Patient, application: string): string[][] {
  const { recordNumber, key } = patient
  return [
    ...(recordNumber ? [[recordNumber, '', '', institution.code, 'MR']] : []),
    [personNumber(orderId, key), '', '', application, 'PI'],
  ]
}

/** By the laboratory system's name; others as typed. */
function ethnicities(patient: Patient): string[][] {
  return patient.ethnicities.map((ethnicity) => {
    const known = ETHNICITIES.find(({ name }) => name === ethnicity)
    return known ? [known.labSystemName, known.name, 'L'] : ['', ethnicity]
  })
}

/** PV1 carries the payer (PV1-20); PV1-2 is required, and we do not know the class. */
export function visitSegment({ billingType }: Payment): Hl7Segment[] {
  return billingType === '' ? [] : [segment('PV1', { 1: '1', 2: 'U', 20: FINANCIAL_CLASSES[billingType] })]
}

/** IN1, if insurance pays. A patient who holds the policy is named as in PID. */
export function insuranceSegment(order: LaboratoryOrder): Hl7Segment[] {
  const { billingType, insurance } = order.document.payment
  if (billingType !== 'Insurance') return []
  const { firstName, lastName, dateOfBirth } = policyholderOf(insurance, order.document.patients[0])
  const holder = INSURED_CODES[insurance.holderRelationship]
  return [
    segment('IN1', {
      1: '1',
      2: ['', insurance.company],
      3: insurance.company,
      4: insurance.company,
      8: insurance.groupNumber,
      15: insurance.kind,
      16: firstName || lastName ? personName(firstName, lastName) : '',
      17: holder ? [...holder, 'HL70063'] : '',
      18: writeDate(dateOfBirth),
      36: insurance.memberId,
    }),
  ]
}

/** XPN, with name type L (legal). */
function personName(firstName: string, lastName: string): string[] {
  return [lastName, firstName, '', '', '', '', 'L']
}

import type { OrderDocument, OrderedTest, Patient, Payment } from '#domain/orders/document.ts'
import { geneticParents } from '#domain/orders/genetic-parents.ts'
import { policyholderOf } from '#domain/orders/policyholder.ts'
import type { Fetus } from '#domain/orders/pregnancy.ts'
import { priorityReasonInWords } from '#domain/orders/priority.ts'
import { fetusesOf } from '#domain/orders/subject.ts'
import { urgentContactInWords } from '#domain/orders/urgent-contact.ts'
import { type Answer, line, text, yesNo } from './answers.ts'
import { bloodHistoryAnswers } from './blood-history-answers.ts'
import { clinicalAnswers } from './clinical-answers.ts'
import { consentAnswers } from './consent-answers.ts'
import { personNumber } from './patient-segments.ts'
import { geneticAnswers } from './people-answers.ts'
import type { LaboratoryOrder } from './port.ts'
import { fetusAnswers, parentageAnswers, pregnancyAnswers, subjectAnswers } from './pregnancy-answers.ts'
import { variantAnswers } from './variant-answers.ts'

/**
 * The questions answered for one test of an order; answers about the order as a whole are repeated with each
 * test. `fetuses`: those that the request is for; all of the order by default.
 */
export function orderAnswers(
  order: LaboratoryOrder,
  test: OrderedTest,
  isFirst: boolean,
  fetuses: readonly Fetus[] = fetusesOf(order.document),
): Answer[] {
  const { document } = order
  return [
    ...fetuses.flatMap((fetus) => fetusAnswers(order, fetus)),
    ...pregnancyAnswers(document),
    ...parentageAnswers(order),
    ...genes(test),
    ...consents(order),
    ...consentAnswers(order, isFirst),
    ...document.patients.flatMap((patient) => personal(order, patient)),
    ...payment(document),
    ...line(['VA-STATION', 'VA station'], document.vaStation ?? ''),
    ...recipients(document),
    ...line(
      ['PRIORITY-REASON', 'Why the result is needed sooner'],
      priorityReasonInWords(document.priority ?? {}),
    ),
    ...line(
      ['URGENT-CONTACT', 'Whom to call with urgent results'],
      urgentContactInWords(document.urgentContact),
    ),
    ...clinicalAnswers(document),
    ...variantAnswers(order),
    ...overrides(document),
    ...line(['ADD-ON', 'Kind of further test'], document.addOn?.kind ?? ''),
    // Only with the first test: otherwise kits would be sent once per test.
    ...(isFirst ? kits(document) : []),
  ]
}

/** One repetition of OBX-5 per gene. */
function genes({ genes: chosen }: OrderedTest): Answer[] {
  if (chosen.length === 0) return []
  return [{ type: 'ST', question: ['GENES', 'Genes to be tested'], value: chosen.map((gene) => [gene]) }]
}

function consents(order: LaboratoryOrder): Answer[] {
  return order.document.consents.flatMap(({ patient, consentId, answer }) =>
    yesNo([consentId, 'Consent'], answer, { about: personNumber(order.orderId, patient) }),
  )
}

function personal(order: LaboratoryOrder, patient: Patient): Answer[] {
  const of = { about: personNumber(order.orderId, patient.key) }
  return [
    ...line(['AFFECTED', 'Has what is tested for'], patient.affected, of),
    ...line(['PREFERRED-CONTACT', 'Wants to be reached by'], patient.preferredContact, of),
    ...bloodHistoryAnswers(patient, of),
    ...subjectAnswers(order, patient),
    ...(patient.payment ? line(['PAYER', 'Who pays for this person'], payer(patient.payment), of) : []),
    ...geneticAnswers(patient, geneticParents(order.document).mother === patient.key, of),
  ]
}

const BILLED: Record<Payment['billingType'], string> = {
  SelfPay: 'The person pays',
  Intitutional: 'The institution is billed',
  Insurance: 'Insurance',
  DoNotBill: 'Nobody is billed',
  '': '',
}

/**
 * A relative's own payer in words: PV1 and IN1 belong to the patient in PID, and HL7 has no counterpart for
 * NK1.
 */
function payer({ billingType, paymentMethod, insurance }: Payment): string {
  const method = billingType === 'SelfPay' && paymentMethod !== 'None' ? paymentMethod : ''
  if (billingType !== 'Insurance') return [BILLED[billingType], method].filter(Boolean).join(', ')
  const holder = policyholderOf(insurance)
  const details = [
    insurance.company,
    insurance.kind,
    insurance.memberId && `member ${insurance.memberId}`,
    insurance.groupNumber && `group ${insurance.groupNumber}`,
    insurance.holderRelationship && `patient is ${insurance.holderRelationship} of the policy holder`,
    [holder.firstName, holder.lastName].filter(Boolean).join(' '),
    holder.dateOfBirth && `born ${holder.dateOfBirth}`,
  ]
  return `${BILLED.Insurance}: ${details.filter(Boolean).join(', ')}`
}

function payment({ payment: { billingType, paymentMethod } }: OrderDocument): Answer[] {
  const hasMethod = billingType === 'SelfPay' && paymentMethod !== 'None'
  return hasMethod ? line(['PAYMENT-METHOD', 'How the patient pays'], paymentMethod) : []
}

function recipients({ recipients: people }: OrderDocument): Answer[] {
  return people.flatMap(({ name, fax, email }) => {
    const value = [name, fax && `fax ${fax}`, email && `e-mail ${email}`].filter(Boolean).join(', ')
    return line(['REPORT-COPY', 'Send a copy of the report to'], value)
  })
}

function overrides({ overrides: given }: OrderDocument): Answer[] {
  return given.flatMap(({ key, reason }, index) =>
    text(['WARNING-OVERRIDDEN', 'Ordered in spite of a warning, because'], reason && `${key}: ${reason}`, {
      about: String(index + 1),
    }),
  )
}

function kits({ kits: requested }: OrderDocument): Answer[] {
  return requested.flatMap(({ kitType, quantity }) =>
    line(['KIT', 'Collection kits to be sent'], `${quantity} × ${kitType}`),
  )
}

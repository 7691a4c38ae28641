import type { Coverage, Reference } from 'fhir/r4.js'
import { type Insurance, type Patient, type Payment, PROBAND } from '#domain/orders/document.ts'
import { policyholderOf } from '#domain/orders/policyholder.ts'
import { personNumber } from '../patient-segments.ts'
import { institutionReference, type OfOrder, personReference } from './people.ts'
import { identifier, type Refer, SYSTEMS } from './systems.ts'
import { text } from './tidy.ts'

const HOLDERS: Record<Insurance['holderRelationship'], string> = {
  Self: 'self',
  Spouse: 'spouse',
  Child: 'child',
  Other: 'other',
  '': '',
}

/** The payer for a person; null if nobody is billed, or the payer is unknown. */
export function coverageOf(order: OfOrder, patient: Patient, refer: Refer): Coverage | null {
  const payment = patient.key === PROBAND ? order.document.payment : patient.payment
  const payerFields = payment && paidBy(order, patient, payment, refer)
  if (!payerFields) return null
  return {
    resourceType: 'Coverage',
    identifier: [identifier(SYSTEMS.coverage, personNumber(order.orderId, patient.key))],
    status: 'active',
    beneficiary: personReference(order, patient.key, refer),
    ...payerFields,
  }
}

type PayerFields = Pick<Coverage, 'type' | 'payor' | 'subscriberId' | 'relationship' | 'class' | 'subscriber'>

function paidBy(order: OfOrder, patient: Patient, payment: Payment, refer: Refer): PayerFields | null {
  switch (payment.billingType) {
    case 'SelfPay': {
      const system = 'http://terminology.hl7.org/CodeSystem/coverage-selfpay'
      return {
        type: { coding: [{ system, code: 'pay' }], text: 'The person pays' },
        payor: [personReference(order, patient.key, refer)],
      }
    }
    case 'Intitutional':
      return { type: { text: 'The institution is billed' }, payor: [institutionReference(order, refer)] }
    case 'Insurance':
      return insured(order, patient, payment.insurance, refer)
    default:
      return null
  }
}

function insured(order: OfOrder, patient: Patient, insurance: Insurance, refer: Refer): PayerFields {
  const { company, kind, memberId, groupNumber, holderRelationship } = insurance
  const code = HOLDERS[holderRelationship]
  const system = 'http://terminology.hl7.org/CodeSystem/subscriber-relationship'
  const group = {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/coverage-class', code: 'group' }],
  }
  return {
    type: { text: kind || 'Insurance' },
    payor: [{ type: 'Organization', display: text(company) || 'Not given' }],
    subscriberId: memberId,
    ...(code ? { relationship: { coding: [{ system, code }], text: holderRelationship } } : {}),
    ...(text(groupNumber) ? { class: [{ type: group, value: groupNumber }] } : {}),
    subscriber: holder(order, patient, insurance, refer),
  }
}

/** Names another policy holder, with the birth date that insurers require. */
function holder(order: OfOrder, patient: Patient, insurance: Insurance, refer: Refer): Reference {
  if (insurance.holderRelationship === 'Self') return personReference(order, patient.key, refer)
  const { firstName, lastName, dateOfBirth } = policyholderOf(insurance)
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return { display: [name, dateOfBirth && `born ${dateOfBirth}`].filter(Boolean).join(', ') }
}

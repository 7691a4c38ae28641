import type { Transaction } from 'kysely'
import type { EligibilityResponse } from '#domain/coverage/benefits.ts'
import { ANSWER, ROW } from '#domain/coverage/testing/worked-examples.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { Tables } from '../database/schema/tables.ts'
import { readyOrder } from './world.ts'

const payer = (id: string, name: string, clearinghouse_id: string | null) => ({
  ...{ id, name, clearinghouse_id, kind: 'Commercial' as const, aliases: [], member_id_patterns: [] },
  ...{ member_id_hint: '', phone: '(614) 555-0100' },
})

/** The test world's payers: the simulated one's, in network at 60 % of the list price, and two of its own. */
export async function addPayers(db: Transaction<Tables>): Promise<void> {
  await db
    .insertInto('payer')
    .values([
      payer('papermoon', 'Papermoon Health', 'SIM01'),
      payer('glass', 'Glass Harbor Mutual', 'SIM02'),
      payer('tidewater', 'Tidewater Mutual', 'TIDE'),
      payer('paper', 'By Letter Only', null),
    ])
    .execute()
  await db
    .insertInto('payer_contract')
    .values(
      ['papermoon', 'glass', 'tidewater'].map((payer_id) => ({
        ...{ payer_id, effective_from: '2020-01-01', effective_until: null, in_network: true },
        ...{ copay_before_deductible: false, balance_billing: false, allowed_share: 6000 },
      })),
    )
    .execute()
  await db
    .insertInto('coverage_rule')
    .values(
      ['papermoon', 'glass', 'tidewater'].map((payer_id) => ({
        ...{ payer_id, effective_from: '2020-01-01', effective_until: null, test_code: null, category: null },
        ...{ covered: 'yes' as const, authorization_required: 'no' as const, documents: [], note: '' },
      })),
    )
    .execute()
}

interface Insured {
  company?: string
  memberId: string
  firstName?: string
  lastName?: string
  dateOfBirth?: string
}

/** A complete order for an insured patient. */
export function insuredOrder({ company = 'Papermoon Health', memberId, ...person }: Insured): OrderDocument {
  const document = readyOrder()
  const [patient] = document.patients
  if (!patient) throw new Error('an order has a patient')
  const { insurance } = document.payment
  return {
    ...document,
    patients: [{ ...patient, ...person }],
    payment: {
      ...{ billingType: 'Insurance', paymentMethod: 'None' },
      insurance: { ...insurance, company, memberId, kind: 'Commercial', holderRelationship: 'Self' },
    },
  }
}

/** A payer's answer about a member: this much of the deductible is left, then a fifth of the rest. */
export function active(deductibleLeftCents: number): EligibilityResponse {
  const left = { period: 'remaining' as const, level: 'individual' as const }
  return {
    ...ANSWER,
    traceNumber: '',
    benefits: [
      { ...ROW, kind: 'active' },
      { ...ROW, kind: 'deductible', ...left, amountCents: deductibleLeftCents },
      { ...ROW, kind: 'out-of-pocket', ...left, amountCents: 500_000 },
      { ...ROW, kind: 'coinsurance', rate: 2000 },
    ],
  }
}

import { type Subject, type SubjectGap, subjectOf } from '#domain/coverage/eligibility-subject.ts'
import { findPayer, type Payer } from '#domain/coverage/payer.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { CoverageDeps, Db } from '../coverage-deps.ts'
import { payersOf } from '../reference/reference-store.ts'

type Question = Pick<OrderDocument, 'patients' | 'payment'>

/** A payer as it can be asked in this installation: where payers are not asked, none answers electronically. */
export function reachable<P extends Payer | null>(canQueryPayers: boolean, payer: P): P {
  return payer === null || canQueryPayers ? payer : { ...payer, clearinghouseId: null }
}

const NOT_INSURED: SubjectGap = {
  ...{ path: '/payment/billingType', rule: 'conflicts' },
  message: 'This order is not billed to insurance, so there is no payer to ask.',
}

/** Whom the payer of a document is asked about; or all that stands against asking. */
export function subjectIn(
  document: Question,
  payer: Payer | null,
): { subject: Subject; gaps: [] } | { subject: null; gaps: SubjectGap[] } {
  return subjectOf(document, payer) ?? { subject: null, gaps: [NOT_INSURED] }
}

/** The same, with the payer looked up in the directory. */
export async function questionOf(
  { canQueryPayers }: Pick<CoverageDeps, 'canQueryPayers'>,
  db: Db,
  document: Question,
) {
  const payer = findPayer(await payersOf(db), document.payment.insurance.company)
  return subjectIn(document, reachable(canQueryPayers, payer))
}

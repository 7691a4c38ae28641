import { type Subject, type SubjectGap, subjectOf } from '#domain/coverage/eligibility-subject.ts'
import { findPayer, type Payer } from '#domain/coverage/payer.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { CoverageDeps, Db } from '../coverage-deps.ts'
import { payersOf } from '../reference/reference-store.ts'

type Question = Pick<OrderDocument, 'patients' | 'payment'>

/** A payer as reachable from this installation: if payers are not queried, none can answer electronically. */
export function reachable<P extends Payer | null>(canQueryPayers: boolean, payer: P): P {
  return payer === null || canQueryPayers ? payer : { ...payer, clearinghouseId: null }
}

const NOT_INSURED: SubjectGap = {
  ...{ path: '/payment/billingType', rule: 'conflicts' },
  message: 'This order is not billed to insurance, so there is no payer to ask.',
}

/** The people in the request to the document's payer; or every gap that prevents the request. */
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

import { subjectKey } from '#domain/coverage/eligibility-subject.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'
import type { CoverageDeps } from './coverage-deps.ts'
import { answerVerification } from './eligibility/apply-answer.ts'
import { wasAsked } from './eligibility/check-store.ts'
import { queueCheckAs } from './eligibility/checks.ts'
import { carryEstimate, insertEstimate, isSaved, newestEstimate } from './estimate/estimate-store.ts'
import { type PricedOrder, priceOf } from './estimate/price.ts'
import { expireVerifications, orderOf } from './orders-store.ts'

/** What ordering needs from coverage; see `orderCoverage`. */
export type OrderCoverage = ReturnType<typeof orderCoverage>

interface OrderRef {
  hospital: string
  id: number
}

interface SubmittedOrder extends OrderRef {
  /** As sent to the laboratory. */
  document: OrderDocument
}

/** The effects of an order's changes on coverage, in the transaction that locks the order. */
export function orderCoverage(deps: Pick<CoverageDeps, 'queueCheck' | 'canQueryPayers' | 'now'>) {
  return {
    /**
     * A verification was requested: queues a check, unless a valid answer exists or the payer cannot be
     * queried; then it is answered immediately.
     */
    async verify(scope: Scope, { hospital, id }: OrderRef): Promise<void> {
      const order = await orderOf(scope, hospital, id)
      const { subject, serviceDay, today } = await priceOf(deps, scope.db, hospital, order.document)
      const queued =
        subject && (await queueCheckAs(deps, scope, { hospital, orderId: id, subject, serviceDay }, today))
      if (queued && queued.check.state !== 'answered') return
      // Read after queueing, which waits for an answer that is just being stored.
      await answerVerification(scope.db, order, await priceOf(deps, scope.db, hospital, order.document))
    },

    /** An order was made from a verification: its results are copied to the order. */
    async carry(scope: Scope, hospital: string, from: number, to: number): Promise<void> {
      const { document } = await orderOf(scope, hospital, from)
      await carryEstimate(scope.db, { hospital, id: from, document }, to)
    },

    /**
     * An order is submitted to the laboratory: stores what is known about its price, and checks again if an
     * earlier answer has expired or was about another day. Never refuses.
     */
    async submitted(scope: Scope, { hospital, id, document }: SubmittedOrder): Promise<void> {
      const { db, actor } = scope
      if (document.payment.billingType !== 'Insurance') return
      const save = async (priced: PricedOrder) => {
        if (await isSaved(db, { hospital, id, document }, priced)) return
        const by = { id: actor.id, name: nameOf(actor) }
        await insertEstimate(db, { hospital, orderId: id, document, by }, priced)
      }
      const priced = await priceOf(deps, db, hospital, document)
      const { subject, serviceDay, answered, today } = priced
      if (subject === null) return
      if (answered) return save(priced)
      const wasKnown =
        (await newestEstimate(db, { hospital, id, document })) !== null ||
        (await wasAsked(db, hospital, subjectKey(subject)))
      if (!wasKnown) return
      const { check } = await queueCheckAs(deps, scope, { hospital, orderId: id, subject, serviceDay }, today)
      // Queueing waits for an answer that is just being stored, so it is known by now.
      if (check.state === 'answered') await save(await priceOf(deps, db, hospital, document))
    },

    /** Expires a verification whose answer is no longer valid, before it is shown or changed. */
    async expire({ db }: Scope, orderRef: OrderRef): Promise<void> {
      await expireVerifications(db, todayAtLaboratory(deps.now()), orderRef)
    },
  }
}

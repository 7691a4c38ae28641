import { subjectKey } from '#domain/coverage/eligibility-subject.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'
import type { CoverageDeps } from './coverage-deps.ts'
import { answerVerification } from './eligibility/apply-answer.ts'
import { newestCheck } from './eligibility/check-store.ts'
import { queueCheckAs } from './eligibility/checks.ts'
import { carryEstimate, insertEstimate, isSaved, newestEstimate } from './estimate/estimate-store.ts'
import { type PricedOrder, priceOf } from './estimate/price.ts'
import { expireVerifications, orderOf } from './orders-store.ts'

/** What ordering needs of coverage; see `orderCoverage`. */
export type OrderCoverage = ReturnType<typeof orderCoverage>

interface OrderRef {
  hospital: string
  id: number
}

interface SubmittedOrder extends OrderRef {
  /** As it goes to the laboratory. */
  document: OrderDocument
}

/** What happens to coverage as an order goes its way, in the transaction of the order, which is held. */
export function orderCoverage(deps: Pick<CoverageDeps, 'queueCheck' | 'canQueryPayers' | 'now'>) {
  return {
    /**
     * A verification was asked for: the payer is asked, unless an answer counts already or nobody can be asked; then it
     * is answered at once.
     */
    async verify(scope: Scope, { hospital, id }: OrderRef): Promise<void> {
      const order = await orderOf(scope, hospital, id)
      const { subject, today } = await priceOf(deps, scope.db, hospital, order.document)
      const check = subject && (await queueCheckAs(deps, scope, { hospital, orderId: id, subject }, today))
      if (check && check.state !== 'answered') return
      // Read after asking, which waits for an answer that is just being written.
      await answerVerification(scope.db, order, await priceOf(deps, scope.db, hospital, order.document))
    },

    /** An order was made of a verification: what that came to goes with it. */
    async carry(scope: Scope, hospital: string, from: number, to: number): Promise<void> {
      const { document } = await orderOf(scope, hospital, from)
      await carryEstimate(scope.db, { hospital, id: from, document }, to)
    },

    /**
     * An order goes to the laboratory: what is known of its price is kept; where something was known that no longer
     * counts, the payer is asked again. Never refuses.
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
      const { subject, answered, today } = priced
      if (subject === null) return
      if (answered) return save(priced)
      const wasKnown =
        (await newestEstimate(db, { hospital, id, document })) !== null ||
        (await newestCheck(db, hospital, subjectKey(subject))) !== undefined
      if (!wasKnown) return
      const check = await queueCheckAs(deps, scope, { hospital, orderId: id, subject }, today)
      // Asking waits for an answer that is just being written: it is known by now.
      if (check.state === 'answered') await save(await priceOf(deps, db, hospital, document))
    },

    /** Ends a verification whose answer no longer counts, before it is shown or done something to. */
    async expire({ db }: Scope, orderRef: OrderRef): Promise<void> {
      await expireVerifications(db, todayAtLaboratory(deps.now()), orderRef)
    },
  }
}

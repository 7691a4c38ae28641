import { subjectKey } from '#domain/coverage/inquiry.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'
import { answerVerification } from './answered.ts'
import { newestCheck } from './check-store.ts'
import { askAs } from './checks.ts'
import type { CoverageParts } from './coverage-parts.ts'
import { carryEstimate, insertEstimate, isKept, newestEstimate } from './estimate-store.ts'
import { expireVerifications, orderOf } from './orders-store.ts'
import { type Priced, priceOf } from './price.ts'

/** What ordering needs of coverage; see `orderCoverage`. */
export type OrderCoverage = ReturnType<typeof orderCoverage>

interface Place {
  hospital: string
  id: number
}

interface Submitted extends Place {
  /** As it goes to the laboratory. */
  document: OrderDocument
}

/** What happens to coverage as an order goes its way, in the transaction of the order, which is held. */
export function orderCoverage(parts: Pick<CoverageParts, 'queueCheck' | 'asksPayers' | 'now'>) {
  return {
    /**
     * A verification was asked for: the payer is asked, unless an answer counts already or nobody can be asked; then it
     * is answered at once.
     */
    async verify(scope: Scope, { hospital, id }: Place): Promise<void> {
      const order = await orderOf(scope, hospital, id)
      const { subject, today } = await priceOf(parts, scope.db, hospital, order.document)
      const check = subject && (await askAs(parts, scope, { hospital, orderId: id, subject }, today))
      if (check && check.state !== 'answered') return
      // Read after asking, which waits for an answer that is just being written.
      await answerVerification(scope.db, order, await priceOf(parts, scope.db, hospital, order.document))
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
    async submitted(scope: Scope, { hospital, id, document }: Submitted): Promise<void> {
      const { db, actor } = scope
      if (document.payment.billingType !== 'Insurance') return
      const keep = async (priced: Priced) => {
        if (await isKept(db, { hospital, id, document }, priced)) return
        const by = { id: actor.id, name: nameOf(actor) }
        await insertEstimate(db, { hospital, orderId: id, document, by }, priced)
      }
      const priced = await priceOf(parts, db, hospital, document)
      const { subject, answered, today } = priced
      if (subject === null) return
      if (answered) return keep(priced)
      const wasKnown =
        (await newestEstimate(db, { hospital, id, document })) !== null ||
        (await newestCheck(db, hospital, subjectKey(subject))) !== undefined
      if (!wasKnown) return
      const check = await askAs(parts, scope, { hospital, orderId: id, subject }, today)
      // Asking waits for an answer that is just being written: it is known by now.
      if (check.state === 'answered') await keep(await priceOf(parts, db, hospital, document))
    },

    /** Ends a verification whose answer no longer counts, before it is shown or done something to. */
    async expire({ db }: Scope, place: Place): Promise<void> {
      await expireVerifications(db, todayAtLaboratory(parts.now()), place)
    },
  }
}

import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { peopleKeys } from '#domain/orders/identity.ts'
import { type Authority, audit, nameOf, within } from '#server/database/scope.ts'
import type { CoverageParts, Input, Reply } from './coverage-parts.ts'
import { estimatesOf, insertEstimate, presentKept } from './estimate-store.ts'
import { expireVerifications, mustBeOrder, orderOf } from './orders-store.ts'
import { priceOf } from './price.ts'
import { presentPayer, priceView } from './price-view.ts'
import { askable } from './question.ts'
import { payersOf } from './reference-store.ts'

export async function listPayers({ connection, asksPayers }: CoverageParts): Promise<Reply<'payers'>> {
  const payers = await payersOf(connection.db)
  return payers.map((payer) => presentPayer(askable(asksPayers, payer)))
}

export function readPrice(parts: CoverageParts) {
  return (authority: Authority, { params, body }: Input<'price'>): Promise<Reply<'price'>> =>
    within(parts.connection, authority, (scope) => priceView(parts, scope.db, { ...params, ...body }))
}

export function keepEstimate(parts: CoverageParts) {
  return (
    authority: Authority,
    { params: { hospital }, body: { document, orderId } }: Input<'keepEstimate'>,
  ): Promise<Reply<'keepEstimate'>> =>
    within(parts.connection, authority, async (scope) => {
      await mustBeOrder(scope, hospital, orderId)
      const by = { id: scope.actor.id, name: nameOf(scope.actor) }
      const priced = await priceOf(parts, scope.db, hospital, document)
      const kept = await insertEstimate(scope.db, { hospital, orderId, document, by }, priced)
      const entity = { kind: 'estimate', id: kept.id, institution: hospital }
      await audit(scope, 'estimate.keep', { ...entity, people: peopleKeys(document) })
      return presentKept(kept)
    })
}

export function coverageOfOrder(parts: CoverageParts) {
  return (authority: Authority, { params: { hospital, id } }: Input<'ofOrder'>): Promise<Reply<'ofOrder'>> =>
    within(parts.connection, authority, async (scope) => {
      await expireVerifications(scope.db, todayAtLaboratory(parts.now()), { hospital, id })
      const { document } = await orderOf(scope, hospital, id)
      await audit(scope, 'coverage.view', { kind: 'order', id, institution: hospital })
      return {
        price: await priceView(parts, scope.db, { hospital, document, orderId: id }),
        estimates: (await estimatesOf(scope.db, hospital, id)).map(presentKept),
      }
    })
}

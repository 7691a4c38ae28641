import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { peopleKeys } from '#domain/orders/identity.ts'
import { type Authority, audit, nameOf, withScope } from '#server/database/scope.ts'
import type { CoverageDeps, Input, Reply } from '../coverage-deps.ts'
import { auditCheckView } from '../eligibility/checks.ts'
import { reachable } from '../eligibility/subject.ts'
import { assertOrderExists, expireVerifications, orderOf } from '../orders-store.ts'
import { payersOf } from '../reference/reference-store.ts'
import { estimatesOf, insertEstimate, presentSavedEstimate } from './estimate-store.ts'
import { priceOf } from './price.ts'
import { presentPayer, priceView } from './price-view.ts'

export async function listPayers({ connection, canQueryPayers }: CoverageDeps): Promise<Reply<'payers'>> {
  const payers = await payersOf(connection.db)
  return payers.map((payer) => presentPayer(reachable(canQueryPayers, payer)))
}

export function readPrice(deps: CoverageDeps) {
  return (authority: Authority, { params, body }: Input<'price'>): Promise<Reply<'price'>> =>
    withScope(deps.connection, authority, async (scope) => {
      const { view, check } = await priceView(deps, scope.db, { ...params, ...body })
      // What a payer has answered is stored, whoever asked for it and whenever.
      if (check) await auditCheckView(scope, check)
      return view
    })
}

export function saveEstimate(deps: CoverageDeps) {
  return (
    authority: Authority,
    { params: { hospital }, body: { document, orderId } }: Input<'keepEstimate'>,
  ): Promise<Reply<'keepEstimate'>> =>
    withScope(deps.connection, authority, async (scope) => {
      await assertOrderExists(scope, hospital, orderId)
      const by = { id: scope.actor.id, name: nameOf(scope.actor) }
      const priced = await priceOf(deps, scope.db, hospital, document)
      const saved = await insertEstimate(scope.db, { hospital, orderId, document, by }, priced)
      const entity = { kind: 'estimate', id: saved.id, institution: hospital }
      await audit(scope, 'estimate.keep', { ...entity, people: peopleKeys(document) })
      return presentSavedEstimate(saved)
    })
}

export function coverageOfOrder(deps: CoverageDeps) {
  return (authority: Authority, { params: { hospital, id } }: Input<'ofOrder'>): Promise<Reply<'ofOrder'>> =>
    withScope(deps.connection, authority, async (scope) => {
      await expireVerifications(scope.db, todayAtLaboratory(deps.now()), { hospital, id })
      const { document } = await orderOf(scope, hospital, id)
      await audit(scope, 'coverage.view', { kind: 'order', id, institution: hospital })
      const { view: price } = await priceView(deps, scope.db, { hospital, document, orderId: id })
      return {
        price,
        estimates: (await estimatesOf(scope.db, { hospital, id, document })).map(presentSavedEstimate),
      }
    })
}

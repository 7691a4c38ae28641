import { fail } from '#contract/errors.ts'
import { cancellationType } from '#domain/orders/status.ts'
import { type Authority, audit, type Scope } from '#server/database/scope.ts'
import { assertAllowed, loadOrderReply, lockOrder, viewOrder } from '../locked-order.ts'
import { type Input, inScope, type OrderDeps, type OrderRef } from '../order-deps.ts'
import { addEvent, change, type StoredOrder } from '../store.ts'

const OTHER_TYPE = {
  Sample:
    'The specimen has since arrived at the laboratory. Request cancellation of the sample (type Sample).',
  Order:
    'The specimen has not arrived at the laboratory yet. Request cancellation of the order (type Order).',
} as const

async function ask(
  { cancelAtLaboratory }: Pick<OrderDeps, 'cancelAtLaboratory'>,
  scope: Scope,
  { id, institution_code: institution, state }: StoredOrder,
  reason: string,
): Promise<void> {
  const type = cancellationType(state)
  const order = { id, institution }
  await change(scope, id, { state: 'pending-cancellation', state_before_cancel: state })
  await addEvent(scope, order, 'cancellation-asked', reason)
  await cancelAtLaboratory(scope, order, { type, reason })
  await audit(scope, 'order.cancel', { kind: 'order', ...order }, { type, reason })
}

/**
 * Asks the laboratory to cancel an order, in the transaction of `scope`; does nothing if it was asked already. A
 * problem if the order cannot be cancelled any more.
 */
export async function askCancellation(
  deps: Pick<OrderDeps, 'cancelAtLaboratory'>,
  scope: Scope,
  orderRef: OrderRef,
  reason: string,
): Promise<void> {
  const row = await lockOrder(scope, orderRef)
  if (row.state === 'pending-cancellation' || row.state === 'cancelled') return
  assertAllowed('cancel', row)
  await ask(deps, scope, row, reason)
}

/**
 * Requests the cancellation of an order (specification §7; the type by §4); the laboratory decides. Until it
 * has answered, another request changes nothing; after a refusal it may be requested once more.
 */
export function cancelOrder(deps: OrderDeps) {
  return (authority: Authority, { params, body: { reason, type } }: Input<'cancel'>) => {
    const { hospital, sameHospital, id } = params
    if (hospital !== sameHospital)
      fail('invalid-fields', {
        errors: [
          {
            path: '/path/sameHospital',
            rule: 'same',
            message: `The path must name the same institution twice: ${hospital}.`,
          },
        ],
      })
    return inScope(deps, authority, async (scope) => {
      const row = await lockOrder(scope, { hospital, id })
      if (row.state === 'pending-cancellation') return viewOrder(scope, { hospital, id })
      assertAllowed('cancel', row)
      const due = cancellationType(row.state)
      if (type !== due) fail('wrong-state', { detail: OTHER_TYPE[due] })
      await ask(deps, scope, row, reason)
      return loadOrderReply(scope, { hospital, id })
    })
  }
}

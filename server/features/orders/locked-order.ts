import { fail } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { minuteAtLaboratory, todayAtLaboratory } from '#domain/dates/dates.ts'
import { PENDING_NOT_CANCELLED } from '#domain/orders/pending-tests.ts'
import {
  ACTIONS_ON_EARLIER,
  canStartFrom,
  ORDER_STATE_META,
  type OrderAction,
} from '#domain/orders/status.ts'
import { type VobStatus, vobIsOpen } from '#domain/orders/vob.ts'
import { audit, type Scope } from '#server/database/scope.ts'
import type { OrderRef } from './order-deps.ts'
import { findOrder, type StoredOrder } from './store.ts'
import { presentOrder } from './view/present.ts'
import { loadRelations, type OrderRelations } from './view/relations.ts'

/**
 * The order, locked until the transaction ends; a problem if it does not exist, or is not at version `seen`.
 */
export async function lockOrder(
  scope: Scope,
  { hospital, id }: OrderRef,
  seen?: number,
): Promise<StoredOrder> {
  const row = (await findOrder(scope, hospital, id, { lock: true })) ?? fail('not-found')
  if (seen !== undefined && seen !== row.version && row.state === 'draft')
    fail('version-conflict', {
      detail: `${row.updated_by_name} saved version ${row.version} in the meantime, ${minuteAtLaboratory(row.updated_at)}.`,
    })
  return row
}

/** Why a closed verification's content can't be changed. */
const CLOSED_REASONS = {
  draft: '',
  submitted: 'Verification of this version has been requested. Withdraw the verification to change it.',
  answered: 'The payer has answered about this version. Withdraw the verification to change it.',
  expired: 'The verification has expired. Withdraw it to request it again.',
  ordered: 'This verification was converted to an order.',
} as const satisfies Record<VobStatus, string>

const CONTENT_ACTIONS: readonly OrderAction[] = ['edit', 'discard', 'removeDocument']
const LABORATORY_ACTIONS: readonly OrderAction[] = ['submit', 'askToSubmit', 'sendBack', 'extendRequisition']

/**
 * Why `action` is not possible in the order's current state; null if it is. Permissions are checked
 * elsewhere.
 */
function refusalOf(
  action: OrderAction,
  row: Pick<StoredOrder, 'state' | 'has_pending_test' | 'vob_status' | 'asked_submitter_id' | 'earlier'>,
): string | null {
  const { state, vob_status: vob, earlier } = row
  if (earlier !== null && !ACTIONS_ON_EARLIER.includes(action))
    return `The order was moved in from ${earlier.system}: the laboratory does not know it under this number.`
  if (vob !== null && LABORATORY_ACTIONS.includes(action))
    return 'A benefits verification is not sent to the laboratory.'
  if (vob !== null && CONTENT_ACTIONS.includes(action) && !vobIsOpen(vob)) return CLOSED_REASONS[vob]
  // Copying a verification converts it to an order; anything else that is copied was submitted.
  if (vob !== null && action === 'copy') return null
  if (action === 'cancel' && state === 'reported' && row.has_pending_test) return PENDING_NOT_CANCELLED
  if (!canStartFrom(action, state)) return `The order is ${ORDER_STATE_META[state].display}.`
  return action === 'sendBack' && row.asked_submitter_id === null
    ? 'Nobody has been asked to submit this order.'
    : null
}

/** Refuses an action that is not possible in the order's current state, with `wrong-state` and the reason. */
export function assertAllowed(action: OrderAction, row: StoredOrder): void {
  const detail = refusalOf(action, row)
  if (detail !== null) fail('wrong-state', { detail })
}

/** The order as the API returns it. */
export async function loadOrderReply(scope: Scope, { hospital, id }: OrderRef): Promise<Order> {
  const row = (await findOrder(scope, hospital, id)) ?? fail('not-found')
  return toOrderReply(scope, row, await loadRelations(scope, row))
}

/**
 * The same where nothing is changed, as when a request is repeated: then it was read, and the audit trail says so.
 */
export async function viewOrder(scope: Scope, orderRef: OrderRef): Promise<Order> {
  const order = await loadOrderReply(scope, orderRef)
  await audit(scope, 'order.view', { kind: 'order', id: orderRef.id, institution: orderRef.hospital })
  return order
}

/** The order as the API returns it, from data that was read already. */
export function toOrderReply(scope: Scope, row: StoredOrder, relations: OrderRelations): Order {
  const can = (action: OrderAction) => refusalOf(action, row) === null
  return presentOrder(scope, row, relations, can, todayAtLaboratory(new Date()))
}

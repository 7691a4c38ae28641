import type { Order } from '#contract/order.ts'
import { PENDING_NOT_CANCELLED } from '#domain/orders/pending-tests.ts'
import { canStartFrom, type OrderAction, type OrderState } from '#domain/orders/status.ts'
import type { PermissionName } from '#domain/permissions/permissions.ts'

/** Why something cannot be done any more, to be said to those who otherwise may; where nothing is said it is absent. */
const REASONS = {
  cancel: {
    may: 'SubmitOrder',
    /** Whose order it is as well: they see that it can be done, and by whom. */
    prepares: 'Only users who may submit orders can ask the laboratory to cancel.',
    because: {
      'pending-cancellation': 'Cancellation is already requested.',
      reported: 'The report is already out.',
    },
    pending: PENDING_NOT_CANCELLED,
  },
  extendRequisition: {
    may: 'CreateOrder',
    because: {
      'pending-cancellation': 'Cancellation is requested.',
      reported: 'The report is already out.',
    },
    pending: 'A report is already out.',
  },
  addDocument: {
    may: 'CreateOrder',
    because: { 'pending-cancellation': 'Cancellation is requested.' },
  },
} as const satisfies Partial<
  Record<
    OrderAction,
    {
      may: PermissionName
      prepares?: string
      because: Partial<Record<OrderState, string>>
      /** Of a reported order, while a test has no report yet. */
      pending?: string
    }
  >
>

/** '' where it can be done; why not, in words; null where it is not to be shown at all. */
export function whyNot(
  action: keyof typeof REASONS,
  order: Pick<Order, 'state' | 'abilities' | 'pendingTests'>,
  can: (permission: PermissionName) => boolean,
): string | null {
  if (order.abilities.includes(action)) return ''
  const { may, because, prepares, pending } = { prepares: '', pending: '', ...REASONS[action] }
  const reasons: Partial<Record<OrderState, string>> = because
  const reason = (order.pendingTests && pending) || (reasons[order.state] ?? null)
  if (can(may)) return reason
  // Who prepares orders and may not do this is told who may, as long as it can be done at all.
  const isPossible = reason !== null || canStartFrom(action, order.state)
  return prepares && can('CreateOrder') && isPossible ? (reason ?? prepares) : null
}

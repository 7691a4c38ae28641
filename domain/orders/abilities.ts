import { hasPermission, type PermissionName } from '../permissions/permissions.ts'
import { ACTION_STATES, canStartFrom, type OrderAction, type OrderState } from './status.ts'

/** The permission that each action requires at the order's institution (specification §6). */
const ACTION_PERMISSIONS = {
  edit: 'CreateOrder',
  submit: 'SubmitOrder',
  askToSubmit: 'CreateOrder',
  sendBack: 'SubmitOrder',
  handOver: 'CreateOrder',
  discard: 'CreateOrder',
  cancel: 'SubmitOrder',
  withdrawConsent: 'SubmitOrder',
  copy: 'CreateOrder',
  addTest: 'CreateOrder',
  ship: 'CreateOrder',
  answerHold: 'CreateOrder',
  addDocument: 'CreateOrder',
  removeDocument: 'CreateOrder',
  extendRequisition: 'CreateOrder',
  printRequisition: 'ViewOrder',
  readReport: 'ViewOrder',
  recordFindings: 'CreateOrder',
  giveFeedback: 'ViewOrder',
} as const satisfies Record<OrderAction, PermissionName>

/** What a user with `permissions` may do with an order in `state`. Sent with the order. */
export function abilities(state: OrderState, permissions: readonly PermissionName[]): OrderAction[] {
  return (Object.keys(ACTION_STATES) as OrderAction[]).filter(
    (action) => canStartFrom(action, state) && hasPermission(permissions, ACTION_PERMISSIONS[action]),
  )
}

import type { Country } from '../lookups.ts'
import { type PermissionName, hasPermission as permits } from '../permissions/permissions.ts'

/** The recipient of a kit (specification §3, Kit request). */
export interface KitRecipient {
  firstName: string
  lastName: string
  address1: string
  address2: string
  city: string
  zipCode: string
  /** Two letters within the USA and Canada, free text for other countries. */
  state: string
  country: Country
  /** ISO 3166-1, two letters, if `country` is Other; otherwise ''. */
  otherCountry: string
  /** E.164. */
  phone: string
}

/** The states of a kit order: the laboratory sends it, and the recipient confirms its arrival. */
export const KIT_STATUSES = ['ordered', 'sent', 'received', 'cancelled'] as const
export type KitStatus = (typeof KIT_STATUSES)[number]

/** The statuses as users read them. */
export const KIT_STATUS_WORDS = {
  ordered: 'Ordered',
  sent: 'Sent',
  received: 'Received',
  cancelled: 'Cancelled',
} as const satisfies Record<KitStatus, string>

/** The maximum quantity of one kit order (specification §3: quantity, default 1; the maximum is ours). */
export const MOST_KITS = 99

interface KitActionContext {
  from: readonly KitStatus[]
  to: KitStatus
  /** Who may: laboratory support, or users with the permission at the institution. */
  who: 'Support' | PermissionName
}

/**
 * The actions on a kit order, and from which statuses. The same table refuses on the server and shows the
 * buttons.
 */
export const KIT_ACTIONS = {
  send: { from: ['ordered'], to: 'sent', who: 'Support' },
  receive: { from: ['sent'], to: 'received', who: 'CreateOrder' },
  cancel: { from: ['ordered'], to: 'cancelled', who: 'CreateOrder' },
} as const satisfies Record<string, KitActionContext>
export type KitAction = keyof typeof KIT_ACTIONS
export const KIT_ACTION_NAMES = Object.keys(KIT_ACTIONS) as [KitAction, ...KitAction[]]

/** Why an action is not possible in a status. */
const STANDS = {
  ordered: 'The laboratory has not sent it yet.',
  sent: 'The laboratory has already sent it.',
  received: 'It has already been received.',
  cancelled: 'The order was cancelled.',
} as const satisfies Record<KitStatus, string>

/** Why `action` is not possible for a kit order in this status; null if it is. Does not check permissions. */
export function kitObstacle(action: KitAction, status: KitStatus): string | null {
  return (KIT_ACTIONS[action].from as readonly KitStatus[]).includes(status) ? null : STANDS[status]
}

/** What the actor may do with a kit order now. Sent with the kit order. */
export function kitAbilities(
  status: KitStatus,
  who: { support: boolean; permissions: readonly PermissionName[] },
): KitAction[] {
  const may = ({ who: needed }: KitActionContext) =>
    needed === 'Support' ? who.support : permits(who.permissions, needed)
  return KIT_ACTION_NAMES.filter((action) => kitObstacle(action, status) === null && may(KIT_ACTIONS[action]))
}

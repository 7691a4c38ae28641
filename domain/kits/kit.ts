import type { Country } from '../lookups.ts'
import { type PermissionName, hasPermission as permits } from '../permissions/permissions.ts'

/** Whom a kit is sent to (specification §3, Kit request). */
export interface KitRecipient {
  firstName: string
  lastName: string
  address1: string
  address2: string
  city: string
  zipCode: string
  /** Two letters within the USA and Canada, free text elsewhere. */
  state: string
  country: Country
  /** ISO 3166-1, two letters, where `country` is Other; else ''. */
  otherCountry: string
  /** E.164. */
  phone: string
}

/** The life of a kit order: the laboratory sends it, and whoever gets it says so. */
export const KIT_STATUSES = ['ordered', 'sent', 'received', 'cancelled'] as const
export type KitStatus = (typeof KIT_STATUSES)[number]

/** What a user reads. */
export const KIT_STATUS_WORDS = {
  ordered: 'Ordered',
  sent: 'Sent',
  received: 'Received',
  cancelled: 'Cancelled',
} as const satisfies Record<KitStatus, string>

/** How many of a kit one order may have (specification §3: quantity, default 1; the most is ours). */
export const MOST_KITS = 99

interface KitActionContext {
  from: readonly KitStatus[]
  to: KitStatus
  /** Who may: the laboratory's Support, or who holds the permission at the institution. */
  who: 'Support' | PermissionName
}

/** What can be done to a kit order, and from where. The same table refuses on the server and shows the buttons. */
export const KIT_ACTIONS = {
  send: { from: ['ordered'], to: 'sent', who: 'Support' },
  receive: { from: ['sent'], to: 'received', who: 'CreateOrder' },
  cancel: { from: ['ordered'], to: 'cancelled', who: 'CreateOrder' },
} as const satisfies Record<string, KitActionContext>
export type KitAction = keyof typeof KIT_ACTIONS
export const KIT_ACTION_NAMES = Object.keys(KIT_ACTIONS) as [KitAction, ...KitAction[]]

/** Why nothing more, or not this, can be done. */
const STANDS = {
  ordered: 'The laboratory has not sent it yet.',
  sent: 'The laboratory has already sent it.',
  received: 'It has already been received.',
  cancelled: 'The order was cancelled.',
} as const satisfies Record<KitStatus, string>

/** Why `action` cannot be done to a kit order as it stands; null: it can. Who asks is another question. */
export function kitObstacle(action: KitAction, status: KitStatus): string | null {
  return (KIT_ACTIONS[action].from as readonly KitStatus[]).includes(status) ? null : STANDS[status]
}

/** What who asks may do with a kit order now. Travels with it. */
export function kitAbilities(
  status: KitStatus,
  who: { support: boolean; permissions: readonly PermissionName[] },
): KitAction[] {
  const may = ({ who: needed }: KitActionContext) =>
    needed === 'Support' ? who.support : permits(who.permissions, needed)
  return KIT_ACTION_NAMES.filter((action) => kitObstacle(action, status) === null && may(KIT_ACTIONS[action]))
}

/**
 * The states of a benefits verification (VOB). It starts as a draft (specification §3, ENT-04) and is not an
 * order: none of it is sent to the laboratory. The payer's response makes it answered or expired; an order is
 * made from it as a copy.
 */
export const VOB_STATUSES = ['draft', 'submitted', 'answered', 'expired', 'ordered'] as const
export type VobStatus = (typeof VOB_STATUSES)[number]

/** The displayed status of one that was converted to an order. */
export const VOB_ORDERED = 'Order Created'

/** The changes a clinic can make: request it, or withdraw it for changes. */
export const VOB_CHANGES = ['draft', 'submitted'] as const
export type VobChange = (typeof VOB_CHANGES)[number]

const CHANGES_FROM = {
  draft: ['submitted', 'answered', 'expired'],
  submitted: ['draft', 'expired'],
} as const satisfies Record<VobChange, readonly VobStatus[]>

/**
 * Whether a verification in `status` may be requested or withdrawn. Repeating a change is allowed and has no
 * effect.
 */
export function mayBecome(status: VobStatus, change: VobChange): boolean {
  return status === change || (CHANGES_FROM[change] as readonly VobStatus[]).includes(status)
}

/** Whether its content may be edited: what the payer was asked about stays unchanged. */
export function vobIsOpen(status: VobStatus | null): boolean {
  return status === null || status === 'draft'
}

/** What each event of a verification's history made of it. */
export const VOB_EVENTS = {
  'benefits-asked': 'submitted',
  'benefits-answered': 'answered',
  'benefits-expired': 'expired',
  'benefits-withdrawn': 'draft',
} as const satisfies Record<string, VobStatus>

/**
 * The life of a benefits verification (VOB). It begins as a draft (specification §3, ENT-04) and is no order: nothing of
 * it goes to the laboratory. What the payer says moves it on to answered or expired; an order is made from it as a copy.
 */
export const VOB_STATUSES = ['draft', 'submitted', 'answered', 'expired', 'ordered'] as const
export type VobStatus = (typeof VOB_STATUSES)[number]

/** The status that a user reads of one that became an order. */
export const VOB_ORDERED = 'Order Created'

/** What a clinic may set by itself: asked for, or taken back to be changed. */
export const VOB_CHANGES = ['draft', 'submitted'] as const
export type VobChange = (typeof VOB_CHANGES)[number]

const CHANGES_FROM = {
  draft: ['submitted', 'answered', 'expired'],
  submitted: ['draft', 'expired'],
} as const satisfies Record<VobChange, readonly VobStatus[]>

/** Whether a verification in `status` may be asked for, or taken back. The same again changes nothing and is allowed. */
export function mayBecome(status: VobStatus, change: VobChange): boolean {
  return status === change || (CHANGES_FROM[change] as readonly VobStatus[]).includes(status)
}

/** Whether its content may be edited: what the payer was asked about stays as it was asked. */
export function vobIsOpen(status: VobStatus | null): boolean {
  return status === null || status === 'draft'
}

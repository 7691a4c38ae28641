/** The parts of the order form, in the order in which they are shown. */
export const ORDER_SECTIONS = [
  'tests',
  'patient',
  'specimens',
  'clinical',
  'consents',
  'payment',
  'provider',
] as const
export type OrderSection = (typeof ORDER_SECTIONS)[number]

/** What a rule finds: at which field (JSON pointer), by which rule, and why, in words. */
export interface Finding {
  path: string
  rule: string
  message: string
  /**
   * Left out: an error, which must be put right. A warning may be overridden with a reason; what it is about (a test's
   * code, a person's key) tells it from another of the same rule, wherever in the form it stands.
   */
  warningAbout?: string
}

/** One thing that stands against submitting an order. */
export interface OpenPoint {
  path: string
  rule: string
  message: string
  section: OrderSection
  severity: 'error' | 'warning'
  /** Of a warning: what an override names; '' of an error. */
  key: string
  /** Of a warning: why somebody goes ahead in spite of it; '' while it stands. */
  reason: string
}

/** Whether the point keeps the order from being submitted. */
export function isBlocking(point: OpenPoint): boolean {
  return point.severity === 'error' || point.reason === ''
}

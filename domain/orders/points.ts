/** The sections of the order form, in display order. */
export const ORDER_SECTIONS = [
  'tests',
  'patient',
  'specimens',
  'clinical',
  'questions',
  'consents',
  'payment',
  'provider',
] as const
export type OrderSection = (typeof ORDER_SECTIONS)[number]

/** A rule's finding: the field (JSON pointer), the rule, and the message. */
export interface Finding {
  path: string
  rule: string
  message: string
  /**
   * Left out for an error, which must be corrected. A warning may be overridden with a reason; its subjects
   * (a test's code, a person's key) distinguish it from others of the same rule, independent of its place in
   * the form.
   */
  warningAbout?: string
  /** Reasons that are often given for overriding it. */
  usualReasons?: readonly string[]
}

/** One open point of an order: an error, or a warning. */
export interface OpenPoint {
  path: string
  rule: string
  message: string
  section: OrderSection
  severity: 'error' | 'warning'
  /** For a warning: the key that an override names; '' for an error. */
  key: string
  /** For a warning: the reason for overriding it; '' while there is none. */
  reason: string
  /** Reasons to offer, if there are any. */
  usualReasons?: readonly string[]
}

/** Whether the point prevents submission. */
export function isBlocking(point: OpenPoint): boolean {
  return point.severity === 'error' || point.reason === ''
}

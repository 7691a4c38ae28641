import type { HoldKind } from '#domain/orders/hold-kinds.ts'

/** ORC-16 of a hold, component 1: what the laboratory waits for. Any other code is a hold of kind `other`. */
export const HOLD_CODES = {
  'missing-information': 'MISSING-INFO',
  'missing-sample': 'MISSING-SAMPLE',
  authorization: 'AUTHORIZATION',
  consent: 'CONSENT',
  other: 'OTHER',
} as const satisfies Record<HoldKind, string>

import type { HoldKind } from '#domain/orders/hold-kinds.ts'

/**
 * ORC-16 component 1 of a hold: what the laboratory is waiting for. Any other code is a hold of kind `other`.
 */
export const HOLD_CODES = {
  'missing-information': 'MISSING-INFO',
  'missing-sample': 'MISSING-SAMPLE',
  authorization: 'AUTHORIZATION',
  consent: 'CONSENT',
  identity: 'IDENTITY',
  other: 'OTHER',
} as const satisfies Record<HoldKind, string>

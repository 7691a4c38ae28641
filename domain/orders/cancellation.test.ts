import { expect, test } from 'vitest'
import { cancellationType, type OrderStateInfo, orderStateAfter } from './status.ts'

const pendingCancellation = (stateBeforeCancel: OrderStateInfo['stateBeforeCancel']): OrderStateInfo => ({
  state: 'pending-cancellation',
  stateBeforeCancel,
})
const at = (state: OrderStateInfo['state']): OrderStateInfo => ({ state, stateBeforeCancel: null })
const [SILENT, REFUSED] = [{ isRefused: false }, { isRefused: true }]

test('[STATE-04] cancels an order by type Order if its display status is En Route, otherwise by Sample', () => {
  const types = (['en-route', 'accessioned', 'in-process', 'reported'] as const).map(cancellationType)
  expect(types).toEqual(['Order', 'Sample', 'Sample', 'Sample'])
})

test.each([
  ['is cancelled', pendingCancellation('en-route'), 'cancelled', SILENT, at('cancelled')],
  [
    'stands where the laboratory is when it refuses',
    pendingCancellation('accessioned'),
    'accessioned',
    REFUSED,
    at('accessioned'),
  ],
  [
    'and where it has come to meanwhile',
    pendingCancellation('en-route'),
    'in-process',
    REFUSED,
    at('in-process'),
  ],
  [
    'waits on, and goes on underneath',
    pendingCancellation('en-route'),
    'in-process',
    SILENT,
    pendingCancellation('in-process'),
  ],
  ['is reported when a report comes', pendingCancellation('accessioned'), 'reported', SILENT, at('reported')],
  [
    'is cancelled though it was refused as well',
    pendingCancellation('accessioned'),
    'cancelled',
    REFUSED,
    at('cancelled'),
  ],
] as const)('an order whose cancellation is asked for %s', (_what, before, progress, refusal, after) => {
  expect(orderStateAfter(before, progress, refusal)).toEqual(after)
})

test.each(['en-route', 'accessioned', 'in-process', 'cancelled', 'reported'] as const)(
  'a refusal is no matter of an order whose cancellation nobody asks for: %s',
  (state) => {
    for (const refusal of [SILENT, REFUSED])
      expect(orderStateAfter(at(state), state, refusal)).toEqual(at(state))
  },
)

import { expect, test } from 'vitest'
import { cancellationType, type Standing, standingAfter } from './status.ts'

const asked = (stateBeforeCancel: Standing['stateBeforeCancel']): Standing => ({
  state: 'pending-cancellation',
  stateBeforeCancel,
})
const at = (state: Standing['state']): Standing => ({ state, stateBeforeCancel: null })
const [SILENT, REFUSED] = [{ isRefused: false }, { isRefused: true }]

test('[STATE-04] an order is cancelled by type Order when its display status is En Route, otherwise by Sample', () => {
  const types = (['en-route', 'accessioned', 'in-process', 'reported'] as const).map(cancellationType)
  expect(types).toEqual(['Order', 'Sample', 'Sample', 'Sample'])
})

test.each([
  ['is cancelled', asked('en-route'), 'cancelled', SILENT, at('cancelled')],
  [
    'stands where the laboratory is when it refuses',
    asked('accessioned'),
    'accessioned',
    REFUSED,
    at('accessioned'),
  ],
  ['and where it has come to meanwhile', asked('en-route'), 'in-process', REFUSED, at('in-process')],
  ['waits on, and goes on underneath', asked('en-route'), 'in-process', SILENT, asked('in-process')],
  ['is reported when a report comes', asked('accessioned'), 'reported', SILENT, at('reported')],
  ['is cancelled though it was refused as well', asked('accessioned'), 'cancelled', REFUSED, at('cancelled')],
] as const)('an order whose cancellation is asked for %s', (_what, standing, progress, refusal, after) => {
  expect(standingAfter(standing, progress, refusal)).toEqual(after)
})

test.each(['en-route', 'accessioned', 'in-process', 'cancelled', 'reported'] as const)(
  'a refusal is no matter of an order whose cancellation nobody asks for: %s',
  (state) => {
    for (const refusal of [SILENT, REFUSED])
      expect(standingAfter(at(state), state, refusal)).toEqual(at(state))
  },
)

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { cancellationType, type OrderState, progressOf, type Standing, standingAfter } from './status.ts'

const asked = (stateBeforeCancel: OrderState): Standing => ({
  state: 'pending-cancellation',
  stateBeforeCancel,
})
const at = (state: OrderState): Standing => ({ state, stateBeforeCancel: null })
type Said = Parameters<typeof standingAfter>[1]

test('[STATE-04] an order is cancelled by type Order when its display status is En Route, otherwise by Sample', () => {
  const types = (['en-route', 'accessioned', 'in-process', 'reported'] as const).map(cancellationType)
  expect(types).toEqual(['Order', 'Sample', 'Sample', 'Sample'])
})

describe('an order whose cancellation is asked for', () => {
  test.each<[string, Standing, Said, Standing]>([
    ['is cancelled', asked('en-route'), 'cancelled', at('cancelled')],
    ['goes back to where it stood', asked('accessioned'), 'cancellation-refused', at('accessioned')],
    ['goes on underneath', asked('en-route'), 'in-process', asked('in-process')],
    ['does not go back underneath', asked('in-process'), 'accessioned', asked('in-process')],
    ['is reported when a report comes', asked('accessioned'), 'reported', at('reported')],
  ])('%s', (_what, standing, said, after) => {
    expect(standingAfter(standing, said)).toEqual(after)
  })

  test.each<OrderState>(['en-route', 'in-process', 'reported', 'cancelled', 'draft'])(
    'is no matter of a refusal where nothing is asked for: %s',
    (state) => {
      expect(standingAfter(at(state), 'cancellation-refused')).toEqual(at(state))
    },
  )

  const said = fc.constantFrom<Said>(
    ...(['en-route', 'accessioned', 'in-process', 'reported', 'cancelled', 'cancellation-refused'] as const),
  )
  const before = fc.constantFrom<OrderState>('en-route', 'accessioned', 'in-process')
  const sequence = fc
    .array(said, { minLength: 1, maxLength: 8 })
    .chain((messages) =>
      fc.tuple(fc.constant(messages), fc.shuffledSubarray(messages, { minLength: messages.length })),
    )

  it('ends in the same state in whatever order and however often the laboratory’s messages come', () => {
    fc.assert(
      fc.property(before, sequence, (start, [messages, shuffled]) => {
        const end = messages.reduce(standingAfter, asked(start))
        expect(shuffled.reduce(standingAfter, asked(start))).toEqual(end)
        expect([...shuffled, ...shuffled].reduce(standingAfter, asked(start))).toEqual(end)
      }),
    )
  })

  it('keeps where it stood as long as it waits, and no longer', () => {
    fc.assert(
      fc.property(before, fc.array(said), (start, messages) => {
        const end = messages.reduce(standingAfter, asked(start))
        expect(end.stateBeforeCancel !== null).toBe(end.state === 'pending-cancellation')
        expect(progressOf(end)).not.toBe('pending-cancellation')
      }),
    )
  })
})

import { describe, expect, test } from 'vitest'
import { ADDITION, currentRefusal } from './refusals.ts'

const REFUSED = 'refused-by-laboratory'
type Events = (string | [kind: string, detail: string])[]
const eventsOf = (all: Events) =>
  all.map((one) => ({ kind: [one].flat()[0] ?? '', detail: [one].flat()[1] ?? '' }))
const words = (...all: Events) => currentRefusal(eventsOf(all), { tests: 2, hasPendingTest: false })?.words
const wordsWithPending = (...all: Events) =>
  currentRefusal(eventsOf(all), { tests: 2, hasPendingTest: true })?.words

describe('a refusal of the laboratory', () => {
  test.each(['acknowledged', 'accessioned', 'in-process', 'reported', 'cancelled'])(
    'of the order ends when it is %s',
    (kind) => {
      expect(words('submitted', [REFUSED, 'AE: no'])).toBe('AE: no')
      expect(words('submitted', [REFUSED, 'AE: no'], kind)).toBeUndefined()
    },
  )

  test.each(['acknowledged', 'accessioned'])(
    'of one test of an order that was %s does not end with the progress of the rest',
    (kind) => {
      const refused: [string, string] = [REFUSED, 'CF: Send it by itself']
      const expected = 'Not accepted by the laboratory: CF: Send it by itself'
      expect(words(kind, refused, 'accessioned', 'in-process')).toBe(expected)
      expect(words(kind, refused, [REFUSED, `${ADDITION}: AE`], ['acknowledged', ADDITION])).toBe(expected)
      for (const end of ['acknowledged', 'reported', 'cancelled'])
        expect(words(kind, refused, 'in-process', end)).toBeUndefined()
      expect(wordsWithPending(kind, refused, 'reported')).toBe(expected)
      expect(wordsWithPending(kind, [REFUSED, ADDITION], 'reported')).toBeUndefined()
    },
  )

  test('of the only test of an order that was acknowledged is one of the order, and ends with its progress', () => {
    const only = (...all: Events) => currentRefusal(eventsOf(all), { tests: 1, hasPendingTest: false })?.words
    expect(only('acknowledged', [REFUSED, 'No such test'])).toBe('No such test')
    expect(only('acknowledged', [REFUSED, 'No such test'], 'accessioned')).toBeUndefined()
  })

  test('of an addition ends when the laboratory accepts an addition', () => {
    const refused: [string, string] = [REFUSED, `${ADDITION}: AE: no`]
    expect(words('acknowledged', refused, 'in-process')).toBe(
      `Not accepted by the laboratory: ${ADDITION}: AE: no`,
    )
    expect(words('acknowledged', refused, ['acknowledged', ADDITION])).toBeUndefined()
  })
})

import { describe, expect, test } from 'vitest'
import { ADDITION, currentRefusal } from './refusals.ts'

const REFUSED = 'refused-by-laboratory'
const words = (...events: (string | [kind: string, detail: string])[]) =>
  currentRefusal(events.map((one) => ({ kind: [one].flat()[0] ?? '', detail: [one].flat()[1] ?? '' })))?.words

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
    },
  )

  test('of an addition ends when the laboratory accepts an addition', () => {
    const refused: [string, string] = [REFUSED, `${ADDITION}: AE: no`]
    expect(words('acknowledged', refused, 'in-process')).toBe(
      `Not accepted by the laboratory: ${ADDITION}: AE: no`,
    )
    expect(words('acknowledged', refused, ['acknowledged', ADDITION])).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { calendarProblem, selectsProblem } from '#domain/dates/date-entry.ts'
import { type Check, ifGiven, needed, pastDate } from '#domain/orders/field-checks.ts'

const today = '2026-11-20'
/** What the two widgets, and drafts from before, may leave in the document. */
const VALUES = [
  '',
  '2019-03-14',
  today,
  '2026-11-21',
  '2024-02-29',
  '2023-02-29',
  '2024-02-',
  '-02-09',
  '1901-01-01',
  '1900-12-31',
  '03/14/20',
  'spring',
]

const RULES: Record<'required' | 'optional', Check<string>[]> = {
  required: [
    ['required', needed('Date')],
    ['date', pastDate('Date')],
  ],
  optional: [['date', ifGiven(pastDate('Date'))]],
}

describe('a date of the order form', () => {
  describe.each(['required', 'optional'] as const)('that is %s', (kind) => {
    it.each(VALUES)('is wrong in the field just when it is wrong by the rules: “%s”', (value) => {
      const wrong = RULES[kind].some(([, check]) => check(value, today) !== null)
      const rules = { today, preventFuture: true, required: kind === 'required' }
      expect(selectsProblem(value, rules) !== null).toBe(wrong)
    })
  })

  it('is missing in the field of either kind just when the rules miss it', () => {
    const rules = { today, preventFuture: true, required: true }
    expect([selectsProblem('', rules), calendarProblem('', rules)]).toEqual(['Required', 'Required'])
    expect(RULES.required[0]?.[1]('', today)).toBe('Date is required')
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../turnaround/laboratory-days.ts'
import { FOLLOW_UP_RESULTS, type FollowUpResult } from './follow-up.ts'
import { ownerOf } from './owner.ts'
import {
  DAY_RULES,
  dueDay,
  type ESCALATION_LEVELS,
  type FollowUpRules,
  INITIAL_RULES,
  levelOn,
  MOST_DAYS,
  ruleFaults,
} from './rules.ts'

const TODAY = '2026-03-10'
const RULES: FollowUpRules = {
  days: { changed: 2, positive: 3, uncertain: 7, 'not-stated': 5, negative: 14 },
  escalateTo: { role: 'SuperUser' },
  supportDays: 4,
}

describe('the due day of an acknowledgement', () => {
  test.each<[FollowUpResult, boolean, string]>([
    ['positive', false, '2026-03-13'],
    ['uncertain', false, '2026-03-17'],
    ['failed', false, '2026-03-17'],
    ['not-stated', false, '2026-03-15'],
    ['negative', false, '2026-03-24'],
    ['negative', true, '2026-03-12'],
    ['positive', true, '2026-03-12'],
    ['withdrawn', true, '2026-03-12'],
    ['withdrawn', false, '2026-03-12'],
  ])('of a %s result, changed: %s, is %s', (result, isChange, expected) => {
    expect(dueDay(RULES, { result, isChange }, { today: TODAY })).toBe(expected)
  })

  test.each([
    ['2026-03-11', '2026-03-11'],
    ['2026-02-01', '2026-02-01'],
    ['2026-04-01', '2026-03-13'],
  ])('of a follow-up that was due on %s is %s', (dueOn, expected) => {
    expect(dueDay(RULES, { result: 'positive', isChange: false }, { today: TODAY, dueOn })).toBe(expected)
  })

  test('is the day itself if the institution sets no days', () => {
    const days = { ...RULES.days, positive: 0 }
    expect(dueDay({ days }, { result: 'positive', isChange: false }, { today: TODAY })).toBe(TODAY)
  })
})

describe('who has to be told that it is late', () => {
  const by = { isOwned: true, hasContact: true }
  test.each<[string, Omit<Parameters<typeof levelOn>[1], 'today'>, (typeof ESCALATION_LEVELS)[number]]>([
    ['nobody before the due day', { dueOn: '2026-03-11', ...by }, 0],
    ['nobody on the due day', { dueOn: '2026-03-10', ...by }, 0],
    ['the institution on the next day', { dueOn: '2026-03-09', ...by }, 1],
    ['the institution on the last day before Support', { dueOn: '2026-03-06', ...by }, 1],
    ['Support after its days', { dueOn: '2026-03-05', ...by }, 2],
    ['Support in one step after a long pause', { dueOn: '2025-01-01', ...by }, 2],
    ['the institution if nobody owns it', { dueOn: '2026-03-20', isOwned: false, hasContact: true }, 1],
    ['Support if nobody at the institution', { dueOn: '2026-03-09', isOwned: true, hasContact: false }, 2],
    ['Support if nobody owns it and nobody can', { dueOn: null, isOwned: false, hasContact: false }, 2],
    ['nobody without a due day', { dueOn: null, ...by }, 0],
  ])('is %s', (_, about, expected) => {
    expect(levelOn(RULES, { ...about, today: TODAY })).toBe(expected)
  })
})

const days = fc.integer({ min: 0, max: MOST_DAYS })
const rules = fc
  .record({ changed: days, positive: days, uncertain: days, 'not-stated': days, negative: days })
  .map((all) => ({ ...RULES, days: all }))

test('whatever valid rules an institution sets, a positive or changed result is due no later than a negative one', () => {
  fc.assert(
    fc.property(rules, (one) => {
      fc.pre(ruleFaults(one).length === 0)
      const due = (result: FollowUpResult, isChange = false) =>
        dueDay(one, { result, isChange }, { today: TODAY })
      for (const result of FOLLOW_UP_RESULTS.filter((other) => other !== 'withdrawn'))
        expect(due('positive') <= due(result)).toBe(true)
      expect(due('withdrawn') <= due('negative')).toBe(true)
      expect(due('negative', true) <= due('negative')).toBe(true)
    }),
  )
})

test('escalation never goes back from one day to the next', () => {
  const day = fc.integer({ min: -40, max: 40 }).map((later) => addDays(TODAY, later))
  fc.assert(
    fc.property(day, day, fc.boolean(), fc.boolean(), (dueOn, today, isOwned, hasContact) => {
      const level = (on: string) => levelOn(RULES, { dueOn, isOwned, hasContact, today: on })
      expect(level(addDays(today, 1))).toBeGreaterThanOrEqual(level(today))
    }),
  )
})

test('an institution’s rules name each field that is wrong, with the rule', () => {
  const wrong = { ...RULES.days, positive: 6, changed: 20 }
  expect(ruleFaults({ days: wrong }).map(({ path, rule }) => [path, rule])).toEqual([
    ['/days/positive', 'soonest'],
    ['/days/changed', 'sooner'],
  ])
  expect(ruleFaults(INITIAL_RULES)).toEqual([])
  expect(Object.keys(INITIAL_RULES.days).sort()).toEqual([...DAY_RULES].sort())
})

test.each([
  ['the ordering provider', { providerId: 1, submittedBy: 2, responsibleId: 3 }, [1, 2, 3], 1],
  [
    'the submitter if the provider is no user',
    { providerId: null, submittedBy: 2, responsibleId: 3 },
    [2],
    2,
  ],
  [
    'the submitter if the provider is blocked',
    { providerId: 1, submittedBy: 2, responsibleId: 3 },
    [2, 3],
    2,
  ],
  ['who took over the order from them', { providerId: 1, submittedBy: 2, responsibleId: 3 }, [3, 4], 3],
  ['nobody if none of them can see it', { providerId: 1, submittedBy: 2, responsibleId: 3 }, [4], null],
])('the owner of a report is %s', (_, people, readers, expected) => {
  expect(ownerOf(people, new Set(readers))).toBe(expected)
})

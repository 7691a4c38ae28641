import { expect, test } from 'vitest'
import { barLength, greeting, waitingInWords } from './greeting.ts'

test('the greeting goes by the hour', () => {
  expect([4, 5, 11, 12, 17, 18, 23].map(greeting)).toEqual([
    'Good evening',
    'Good morning',
    'Good morning',
    'Good afternoon',
    'Good afternoon',
    'Good evening',
    'Good evening',
  ])
})

test('what waits is said in one sentence', () => {
  const none = {
    ...{ people: 0, changedReports: 0, ownFollowUps: 0, unownedFollowUps: 0 },
    ...{ unreadReports: 0, drafts: 0, submissions: 0, questions: 0 },
  }
  const words = (some: Partial<typeof none>, isComplete = true) =>
    waitingInWords({ ...none, ...some }, isComplete)
  expect(words({ unreadReports: 3, drafts: 1 })).toBe('3 unopened reports, 1 draft to finish.')
  expect(words({ drafts: 1, submissions: 2 })).toBe('2 orders to submit for colleagues, 1 draft to finish.')
  expect(words({ questions: 1 })).toBe('1 order that needs action.')
  expect(words({ questions: 2, unreadReports: 1 })).toBe('2 orders that need action, 1 unopened report.')
  expect(words({ people: 2, changedReports: 1, ownFollowUps: 2, unownedFollowUps: 1 })).toBe(
    '2 people waiting for approval, 1 changed report, 2 follow-ups of yours, 1 follow-up without an owner.',
  )
  expect(words({ drafts: 1 }, false)).toBe('1 draft to finish.')
  expect(words({}, false)).toBe('')
  expect(words({})).toBe('Nothing needs your attention.')
})

test('a bar is in proportion, and one order can be seen beside thousands', () => {
  expect(barLength(50, 200)).toBe(25)
  expect(barLength(1, 30_000)).toBe(2)
  expect(barLength(0, 200)).toBe(0)
  expect(barLength(0, 0)).toBe(0)
})

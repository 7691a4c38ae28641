import { expect, test } from 'vitest'
import { deskInWords, queuesOf } from './desk-queues.ts'

const none = {
  ...{ results: 0, messagesRefused: 0, messagesWaiting: 0, counseling: 0, registrations: 0 },
  ...{ kits: 0, questions: 0 },
}

test('every queue is shown once, and kits only where they are ordered', () => {
  expect(
    queuesOf(none)
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(Object.keys(none).toSorted())
  const { kits: _, ...without } = none
  expect(queuesOf(without).map(({ key }) => key)).not.toContain('kits')
  expect(deskInWords({ counts: { ...without, questions: 2 } })).toBe('2 other things to do.')
})

test('the line of counseling requests leads to those that it counts', () => {
  expect(queuesOf(none).find(({ key }) => key === 'counseling')).toMatchObject({
    ...{ title: 'Counseling requests not sent', to: '/counseling', list: 'refused' },
  })
})

test('what waits at the desk is said in one sentence, what holds reports up first', () => {
  const words = (some: Partial<typeof none>) => deskInWords({ counts: { ...none, ...some } })
  expect(words({})).toBe('Nothing to do at the desk.')
  expect(words({ results: 1, messagesRefused: 2 })).toBe('1 result to check, 2 messages refused.')
  expect(words({ results: 3, kits: 1 })).toBe('3 results to check, 1 other thing to do.')
  expect(words({ kits: 4, questions: 1 })).toBe('5 other things to do.')
})

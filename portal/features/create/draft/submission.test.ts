import { expect, it, vi } from 'vitest'
import { type ErrorCode, ProblemError, problemOf } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { submitUntilAnswered } from './submission.ts'

const order = (state: Order['state']) => ({ id: 1, state }) as Order
const problem = (code: ErrorCode) => new ProblemError(problemOf(code))

function setUp(answers: (ErrorCode | 'submitted')[], seen: Order['state'] = 'en-route') {
  const submit = vi.fn(async () => {
    const next = answers.shift()
    if (next === undefined || next === 'submitted') return order('en-route')
    throw problem(next)
  })
  const onRetry = vi.fn()
  const run = () =>
    submitUntilAnswered({
      submit,
      look: async () => order(seen),
      done: ({ state }) => state !== 'draft',
      wait: async () => {},
      onRetry,
    })
  return { submit, onRetry, run }
}

it('asks once when the answer comes', async () => {
  const { submit, onRetry, run } = setUp(['submitted'])
  expect((await run())?.state).toBe('en-route')
  expect(submit).toHaveBeenCalledTimes(1)
  expect(onRetry).not.toHaveBeenCalled()
})

it('repeats the same call over a broken connection, and says so', async () => {
  const { submit, onRetry, run } = setUp(['unavailable', 'internal', 'submitted'])
  expect((await run())?.state).toBe('en-route')
  expect(submit).toHaveBeenCalledTimes(3)
  expect(onRetry).toHaveBeenCalledTimes(2)
})

it('takes "it has moved on" after an unanswered try for the success it was', async () => {
  expect((await setUp(['unavailable', 'wrong-state']).run())?.state).toBe('en-route')
  await expect(setUp(['unavailable', 'version-conflict'], 'draft').run()).rejects.toThrow(
    problem('version-conflict').message,
  )
})

it('gives a refusal back at once', async () => {
  const { submit, run } = setUp(['order-not-ready'])
  await expect(run()).rejects.toMatchObject({ problem: { code: 'order-not-ready' } })
  expect(submit).toHaveBeenCalledTimes(1)
  await expect(setUp(['wrong-state']).run()).rejects.toMatchObject({ problem: { code: 'wrong-state' } })
})

it('gives up after a while', async () => {
  const { submit, run } = setUp(Array<ErrorCode>(20).fill('unavailable'))
  await expect(run()).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  expect(submit.mock.calls.length).toBeLessThan(20)
})

import { afterEach, expect, test, vi } from 'vitest'
import { type AppointmentBody, fieldErrorsOf, newKey, send, waitUntilOpenLongEnough } from './send.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each<[string, Response, unknown]>([
  ['received', Response.json({ received: true }, { status: 201 }), null],
  ['a page of the network that wants a sign-in first', new Response('<html>'), {}],
  ['some other thing', Response.json({ ok: true }), {}],
  ['null', Response.json(null), {}],
  ['too many', Response.json({ code: 'too-many-requests' }, { status: 429 }), {}],
])('only what the server received is received: %s', async (_what, answer, outcome) => {
  vi.stubGlobal('fetch', async () => answer)
  expect(await send({} as AppointmentBody)).toEqual(outcome)
})

test('the fields of a refusal, each with its rule', () => {
  const errors = [
    { path: '/email', rule: 'email', message: 'Enter a valid email address' },
    { path: '/lastName', rule: 'too-long', message: 'Enter at most 10 characters' },
    { path: '/insuranceId', rule: 'of tomorrow', message: 'Not known here yet' },
    { path: '/somethingElse', rule: 'required', message: 'Required' },
  ]
  expect(fieldErrorsOf({ code: 'invalid-fields', errors })).toEqual({
    email: 'email',
    lastName: 'too-long',
    insuranceId: 'choice',
  })
})

test.each([null, {}, { errors: 'none' }, { code: 'unavailable' }])('%j names no field', (problem) => {
  expect(fieldErrorsOf(problem)).toEqual({})
})

test.each([
  ['long ago', -60_000, 60_000],
  ['just now: it waits', -1_000, 3_000],
  ['later than now, because the clock was put back: it waits', 3_600_000, 3_000],
])('how long it was open, opened %s', async (_when, opened, openFor) => {
  vi.useFakeTimers()
  const open = waitUntilOpenLongEnough(Date.now() + opened)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await open).toBe(openFor)
})

test('a key is a UUID, and another one each time', () => {
  const keys = [newKey(), newKey()]
  for (const key of keys)
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(keys).size).toBe(2)
})

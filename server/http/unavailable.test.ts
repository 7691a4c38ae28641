import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { FilesAway } from '#adapters/files/port.ts'
import { ProviderAway } from '#adapters/identity/port.ts'
import { inTime } from './in-time.ts'
import { mapErrors } from './problems.ts'

/** The reply to a request that fails with `error`. */
async function replyTo(error: Error) {
  const app = fastify()
  app.setErrorHandler(mapErrors(async () => undefined))
  app.get('/', () => Promise.reject(error))
  const reply = await app.inject('/')
  const { code, status } = reply.json()
  return { code, status, retryAfter: reply.headers['retry-after'] }
}
/** `pg` throws PostgreSQL's errors like this; Node's system errors have a code too. */
const coded = (code: string) => Object.assign(new Error('something'), { code })

test.each([
  ['no connection, the host unknown', coded('ENOTFOUND')],
  ['the connection was lost', new Error('Connection terminated unexpectedly')],
  ['no connection was free in time', new Error('timeout exceeded when trying to connect')],
  ['the database starts or stops', coded('57P03')],
  ['it has no room for connections', coded('53300')],
  ['its disk is full', coded('53100')],
  ['it is out of memory', coded('53200')],
  ['its disk has errors', coded('58030')],
  ['it takes no writes', coded('25006')],
  ['others held a row too long', coded('55P03')],
  ['two requests waited for each other', coded('40P01')],
  ['the storage of files is away', new FilesAway('full')],
  ['the identity provider is away', new ProviderAway('refused')],
] as const)('%s: replies 503 with Retry-After', async (_why, error) => {
  expect(await replyTo(error)).toEqual({ code: 'unavailable', status: 503, retryAfter: '5' })
})

test.each(['23505', '22007', '42501', 'ENOENT'])(
  '%s is an internal error, which a retry does not fix',
  async (code) => {
    expect(await replyTo(coded(code))).toEqual({ code: 'internal', status: 500, retryAfter: undefined })
  },
)

afterEach(() => void vi.useRealTimers())

test('work that is not done in time is not waited for, and its later failure is ignored', async () => {
  vi.useFakeTimers()
  const { promise, reject } = Promise.withResolvers<string>()
  const late = expect(inTime(promise, 15_000, () => new Error('too late'))).rejects.toThrow('too late')
  await vi.advanceTimersByTimeAsync(15_000)
  await late
  reject(new Error('the connection was broken off'))
  expect(await inTime(Promise.resolve('done'), 15_000)).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
})

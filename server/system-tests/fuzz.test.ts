import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { problemOf } from '#contract/errors.ts'
import { cases } from '#domain/testing/cases.ts'
import { faultsOf, fire, type Outcome } from '../testing/fuzz/run.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'

/** `npm run faults` sends a hundred thousand. */
const REQUESTS = cases(1000)

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** For so many requests in sequence, on a machine that is also doing other work. */
const LIMIT_MS = 300_000

test('for any request, the reply is on the closed list and reveals no internals, and a refusal writes nothing', {
  timeout: LIMIT_MS,
}, async () => {
  const { wrong, statuses } = await fire(portal, REQUESTS, 1)
  console.info(`fuzz: ${REQUESTS} requests, ${JSON.stringify(statuses)}`)
  expect(wrong).toEqual([])
  expect(Object.keys({})).toEqual([])
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted')
})

describe('the checks of a reply find', () => {
  const problem = (more: object = {}) => JSON.stringify({ ...problemOf('not-found'), ...more })
  const good: Outcome = {
    ...{ status: 404, type: 'application/problem+json', text: problem(), code: 'not-found', wrote: [] },
  }
  test.each<[why: string, more: Partial<Outcome>, said: string]>([
    ['a failure', { status: 500, code: 'internal' }, 'answered 500'],
    ['another content type', { type: 'text/html' }, 'a refusal as text/html'],
    ['no code', { code: null, text: '{}' }, 'no problem of the closed list'],
    ['a code with another status', { status: 403 }, 'not-found with 403'],
    [
      'a code that the route does not say',
      { status: 412, code: 'version-conflict' },
      'its contract does not say',
    ],
    ['a stack', { text: problem({ detail: 'at read (/x/orders.ts:3:1)' }) }, 'tells of the inside'],
    ['a statement', { text: problem({ detail: 'select * from orders' }) }, 'tells of the inside'],
    ['a row written', { wrote: ['orders'] }, 'wrote orders'],
  ])('%s', (_, more, finding) => {
    expect(faultsOf(api.orders.get, { ...good, ...more }).join()).toContain(finding)
  })
  test('nothing in a correct reply', () => {
    expect(faultsOf(api.orders.get, good)).toEqual([])
  })
})

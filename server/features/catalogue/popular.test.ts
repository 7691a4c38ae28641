import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { api } from '#contract/api.ts'
import type { ReplyOf } from '#contract/route.ts'
import { blankTest } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '../../testing/world.ts'

let portal: TestPortal
let wes = 0
beforeAll(async () => {
  portal = await startPortal()
  const { id } = await portal.worker.db
    .selectFrom('test')
    .select('id')
    .where('code', '=', 'WES1')
    .executeTakeFirstOrThrow()
  wes = id
})
afterAll(() => portal?.stop())

/** Orders tests, for a new patient each time. */
let patients = 0
async function ordered(codes: string[], at: string, submit = true) {
  patients += 1
  const document = readyOrder(`Patient ${'abcdefghijklm'[patients]}`, codes[0])
  const more = codes.slice(1).map((code) => blankTest(code, code))
  const fullDocument = { ...document, tests: [...document.tests, ...more] }
  const who = { by: `OrderSubmitter@${at}`, at }
  return submit ? portal.submitted(fullDocument, who) : portal.draft(fullDocument, who)
}

const change = (id: number, what: RawBuilder<unknown>) =>
  administer(portal.database.url, (db) => sql`update orders set ${what} where id = ${id}`.execute(db))

async function popular(as: string, headers: Record<string, string> = {}) {
  const answers = []
  for (const path of [`/api/Tests/${wes}/popular/details`, `/api/tests/${wes}/POPULAR/Details`]) {
    const response = await portal.request(path, { as, headers })
    expect(response.status).toBe(200)
    const answer = (await response.json()) as ReplyOf<typeof api.catalogue.popular>
    answers.push([
      answer.ordersInAYear,
      ...answer.orderedWith.map(({ test, orders }) => `${test.code} ${orders}`),
    ])
  }
  expect(answers[1]).toEqual(answers[0])
  return answers[0]
}

describe('[API-14] popularity of a test at the user’s institutions', () => {
  test('counts orders only where the user may view orders', async () => {
    await ordered(['WES1'], PARENT)
    await ordered(['WES1', 'OVA3'], PARENT)
    await ordered(['OVA3', 'WES1', 'CYS4'], CHILD)
    await ordered(['OVA3'], PARENT)
    await ordered(['WES1'], PARENT, false)
    await ordered(['WES1', 'CYS4'], FOREIGN)
    const cancelled = await ordered(['WES1'], PARENT)
    await change(cancelled.id, sql`state = 'cancelled'`)
    const old = await ordered(['WES1', 'CYS4'], PARENT)
    await change(old.id, sql`submitted_at = now() - interval '366 days'`)

    expect(await popular('OrderViewer@P1')).toEqual([3, 'OVA3 2', 'CYS4 1'])
    expect(await popular('OrderViewer@C1')).toEqual([1, 'CYS4 1', 'OVA3 1'])
    expect(await popular('OrderSubmitter@F1')).toEqual([1, 'CYS4 1'])
    expect(await popular('OrderViewer@P1', { 'institution-codes': PARENT })).toEqual([2, 'OVA3 1'])
    expect(await popular('Support')).toEqual([4, 'CYS4 2', 'OVA3 2'])
  })

  test('returns everything about the test', async () => {
    const { test } = await portal.as('OrderViewer@P1').catalogue.popular({ params: { id: wes } })
    const details = await portal.as('OrderViewer@P1').catalogue.test({ params: { code: 'WES1' }, query: {} })
    expect(test).toEqual(details)
  })

  test('is refused to users who may not view orders, and for an unknown test', async () => {
    const errorOf = (as: string, id = wes) =>
      problemOfCall(portal.as(as).catalogue.popular({ params: { id } }))
    expect((await portal.request(`/api/Tests/${wes}/popular/details`)).status).toBe(401)
    expect(await errorOf('UserAdmin@P1')).toMatchObject({ status: 403 })
    expect(await errorOf('OrderViewer@P1', 999_999)).toMatchObject({ status: 404 })
  })
})

import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ATTESTATION } from '#domain/orders/attestation.ts'
import { administer } from '../database/connection/connect.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { PARENT, readyOrder } from '../testing/world.ts'

// Cached actors in requests for a list: server/http/app.ts. Reading a list in one statement:
// database/reading.test.ts.

let portal: TestPortal
/** Runs after the next reply to a list's statement, before its following one. */
let behindNext: (() => Promise<unknown>) | undefined
let queryCount = 0
let isSilent = false
beforeAll(async () => {
  portal = await startPortal({
    lists: (own) => ({
      ...own,
      reads: (before, onSettings) =>
        own.reads(before, isSilent ? undefined : onSettings).withPlugin({
          transformQuery: ({ node }) => node,
          async transformResult({ result }) {
            queryCount += 1
            const behind = behindNext
            behindNext = undefined
            await behind?.()
            return isSilent ? new Promise<never>(() => undefined) : result
          },
        }),
    }),
  })
  await portal.submitted(readyOrder())
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => portal?.stop())

const asAdministrator = <T>(query: RawBuilder<T>) =>
  administer(portal.database.url, async (db) => (await query.execute(db)).rows)
/** A list that takes two statements. */
const ofProvider = (as: string) => portal.inject(`/api/Orders/${PARENT}?provider=ada`, { as })

test('a user who changes between a list’s two statements gets the list by their new permissions', async () => {
  const who = 'OrderViewer@P1'
  for (let time = 0; time < 2; time += 1) expect((await ofProvider(who)).status).toBe(200)
  const userId = sql`(select id from physician where subject = ${who})`
  behindNext = () => asAdministrator(sql`update physician set suffix = 'MD' where id = ${userId}`)
  expect((await ofProvider(who)).status).toBe(200)
  behindNext = () => asAdministrator(sql`delete from customer_role where physician_id = ${userId}`)
  expect((await ofProvider(who)).status).toBe(404)
  const refusals = sql`select from audit_event where action = 'access-refused' and actor_subject = ${who}`
  expect(await asAdministrator(refusals)).toHaveLength(1)
})

test('a user who loses their permission can immediately no longer begin or submit a draft', async () => {
  const who = 'OrderSubmitter@P1'
  const begin = () =>
    portal.inject(`/api/Orders/${PARENT}`, {
      ...{ as: who, method: 'POST' },
      body: { draftKey: randomUUID(), document: readyOrder('Presumed') },
    })
  const submit = (id: number) =>
    portal.inject(`/api/Orders/${PARENT}/${id}/approve?signedText=${ATTESTATION.version}`, {
      as: who,
      method: 'POST',
    })
  const begun: number[] = []
  for (let time = 0; time < 3; time += 1) {
    const answer = await begin()
    expect(answer.status).toBe(201)
    begun.push(((await answer.json()) as { id: number }).id)
  }
  expect((await submit(begun[0] ?? 0)).status).toBe(200)
  const userId = sql`(select id from physician where subject = ${who})`
  await asAdministrator(
    sql`update customer_role set role = 'OrderViewer' where physician_id = ${userId} and role = 'OrderSubmitter'`,
  )
  expect((await submit(begun[1] ?? 0)).status).toBe(403)
  await asAdministrator(
    sql`update customer_role set role = 'OrderSubmitter' where physician_id = ${userId} and role = 'OrderViewer'`,
  )
  expect((await portal.inject(`/api/Orders/${PARENT}`, { as: who })).status).toBe(200)
  await asAdministrator(sql`update membership set status = 'Blocked' where physician_id = ${userId}`)
  expect((await begin()).status).toBe(403)
  expect((await submit(begun[2] ?? 0)).status).toBe(403)
  const orders = sql<{ state: string; messages: number }>`
    select state, (select count(*) from message_out where order_id = orders.id)::int as messages
    from orders where created_by = ${userId} and patient_last_name = 'Presumed' order by id`
  expect(await asAdministrator(orders)).toEqual([
    { state: 'en-route', messages: 1 },
    { state: 'draft', messages: 0 },
    { state: 'draft', messages: 0 },
  ])
})

test('a request with a cached actor is answered with 503 no later than any other', async () => {
  const who = 'OrderCreator@P1'
  expect((await ofProvider(who)).status).toBe(200)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const times = async (expected: number) => {
    while (queryCount < expected) await new Promise((resolve) => setImmediate(resolve))
  }
  queryCount = 0
  isSilent = true
  const answer = ofProvider(who)
  await times(1)
  await vi.advanceTimersByTimeAsync(15_000)
  const again = times(2).then(() => ({ status: 'asked again' }))
  const { status } = await Promise.race([answer, again])
  queryCount = 2
  isSilent = false
  expect(status).toBe(503)
})

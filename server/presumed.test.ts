import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { administer } from './database/connect.ts'
import { startPortal, type TestPortal } from './testing/portal.ts'
import { PARENT, readyOrder } from './testing/world.ts'

// Who is remembered, and asks for a list: server/app.ts. What a list reads in one piece: database/reading.test.ts.

let portal: TestPortal
/** Done after the next answer to a list's statement, and before its next one. */
let behindNext: (() => Promise<unknown>) | undefined
let asked = 0
let isSilent = false
beforeAll(async () => {
  portal = await startPortal({
    lists: (own) => ({
      ...own,
      reads: (before, heard) =>
        own.reads(before, isSilent ? undefined : heard).withPlugin({
          transformQuery: ({ node }) => node,
          async transformResult({ result }) {
            asked += 1
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
/** Is asked in two statements. */
const ofProvider = (as: string) => portal.inject(`/api/Orders/${PARENT}?provider=ada`, { as })

test('whoever changes between two statements of a list is answered as who they are by then', async () => {
  const who = 'OrderViewer@P1'
  for (let time = 0; time < 2; time += 1) expect((await ofProvider(who)).status).toBe(200)
  const theirs = sql`(select id from physician where subject = ${who})`
  behindNext = () => asAdministrator(sql`update physician set suffix = 'MD' where id = ${theirs}`)
  expect((await ofProvider(who)).status).toBe(200)
  behindNext = () => asAdministrator(sql`delete from customer_role where physician_id = ${theirs}`)
  expect((await ofProvider(who)).status).toBe(404)
  const refusals = sql`select from audit_event where action = 'access-refused' and actor_subject = ${who}`
  expect(await asAdministrator(refusals)).toHaveLength(1)
})

test('who is remembered is told as soon as anybody that it cannot be done now', async () => {
  const who = 'OrderCreator@P1'
  expect((await ofProvider(who)).status).toBe(200)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const times = async (wanted: number) => {
    while (asked < wanted) await new Promise((resolve) => setImmediate(resolve))
  }
  asked = 0
  isSilent = true
  const answer = ofProvider(who)
  await times(1)
  await vi.advanceTimersByTimeAsync(15_000)
  const again = times(2).then(() => ({ status: 'asked again' }))
  const { status } = await Promise.race([answer, again])
  asked = 2
  isSilent = false
  expect(status).toBe(503)
})

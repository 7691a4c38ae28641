import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer } from '../database/connection/connect.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { PARENT } from '../testing/world.ts'
import { startEndedSessions } from './ended-sessions.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** Begins a session of the embedded identity provider for a test user. */
const begin = (id: string, subject: string) =>
  administer(portal.database.url, async (db) => {
    await sql`
      insert into identity."user" (id, name, email, first_name, last_name)
      values (${subject}, 'Somebody', ${`${subject.toLowerCase()}@clinic.test`}, 'Some', 'Body') on conflict do nothing`.execute(
      db,
    )
    await sql`
      insert into identity.session (id, token, user_id, expires_at, completed_at)
      values (${id}, ${id}, ${subject}, now() + interval '1 hour', now())`.execute(db)
  })
const end = (id: string) =>
  administer(portal.database.url, (db) => sql`delete from identity.session where id = ${id}`.execute(db))
const bearer = async (subject: string, sessionId: string) => ({
  authorization: `Bearer ${await portal.tokenOf(subject, { sessionId })}`,
})

test('a valid token is refused once its session has ended, and tokens of other sessions are not', async () => {
  await begin('ends', 'OrderViewer@P1')
  await begin('goes-on', 'OrderViewer@P1')
  const [headers, others] = [
    await bearer('OrderViewer@P1', 'ends'),
    await bearer('OrderViewer@P1', 'goes-on'),
  ]
  const status = async (path: string, with_: Record<string, string>) =>
    (await portal.inject(path, { headers: with_ })).status
  expect(await status('/api/physicians/current', headers)).toBe(200)
  await end('ends')
  await expect.poll(() => status('/api/physicians/current', headers)).toBe(401)
  // Routes that need no registration, and routes outside the API.
  expect(await status('/api/events', headers)).toBe(401)
  expect(await status('/fhir/Patient', headers)).toBe(401)
  expect(await status('/api/physicians/current', others)).toBe(200)
})

test('a session’s live stream ends with it', async () => {
  await begin('followed', 'OrderViewer@P1')
  const response = await fetch(`${portal.origin}/api/events`, {
    headers: await bearer('OrderViewer@P1', 'followed'),
  })
  expect(response.status).toBe(200)
  await expect.poll(() => portal.live.listeners()).toBe(1)
  await end('followed')
  // Resolves because the server ends the stream.
  await response.text()
  await expect.poll(() => portal.live.listeners()).toBe(0)
})

test('a portal that starts afterwards, or lost its connection meanwhile, knows the ended sessions too', async () => {
  await begin('before', 'OrderViewer@P1')
  await begin('meanwhile', 'OrderViewer@P1')
  await end('before')
  const other = await startEndedSessions(portal.worker)
  expect([other.has('before'), other.has('meanwhile')]).toEqual([true, false])
  await administer(portal.database.url, (db) =>
    sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen "session_event"%'`.execute(db),
  )
  await end('meanwhile')
  await expect.poll(() => other.has('meanwhile')).toBe(true)
  await other.close()
})

test('a token belongs to the user with its subject, never to the one with its email address', async () => {
  const send = async (subject: string, email: string) => {
    const headers = { authorization: `Bearer ${await portal.tokenOf(subject, { email })}` }
    return (await portal.inject(`/api/Orders/${PARENT}`, { headers })).status
  }
  expect(await send('OrderViewer@P1', 'somebody@elsewhere.test')).toBe(200)
  expect(await send('somebody-else', 'orderviewer@p1@demo.test')).toBe(404)
  expect(await send('OrderViewer@F1', 'orderviewer@p1@demo.test')).toBe(404)
})

import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer } from '../database/connection/connect.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { PARENT } from '../testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** A request whose body is complete but for its last byte, once its headers have been read. */
async function begun(method: string, path: string, body: object, token: string) {
  const text = JSON.stringify(body)
  const type = Array.isArray(body) ? 'application/json-patch+json' : 'application/json'
  const sent: ClientRequest = request(`${portal.origin}${path}`, {
    method,
    headers: {
      ...{ 'content-type': type, 'content-length': Buffer.byteLength(text), expect: '100-continue' },
      authorization: `Bearer ${token}`,
    },
  })
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject)
  })
  const read = new Promise((resolve) => sent.once('continue', resolve))
  sent.flushHeaders()
  await read
  sent.write(text.slice(0, -1))
  return {
    async finish() {
      sent.end(text.slice(-1))
      const response = await answer
      response.resume()
      return response.statusCode
    },
  }
}

const block = (subject: string) =>
  administer(portal.database.url, (db) =>
    sql`update membership set status = 'Blocked'
      where physician_id = (select id from physician where subject = ${subject})`.execute(db),
  )

const NOTES = [{ op: 'replace', path: '/clinicalNotes', value: 'Written by somebody who was blocked' }]

test.each([
  ['a change', 'OrderCreator@P1', (id: number) => ['PATCH', `/api/Orders/${PARENT}/${id}`, NOTES] as const],
  [
    'a submission, which begins with the cached actor',
    'OrderSubmitter@P1',
    (id: number) => ['POST', `/api/Orders/${PARENT}/${id}/approve`, {}] as const,
  ],
])('%s whose user is blocked while its body arrives is refused', async (_name, subject, requestOf) => {
  const { id } = await portal.draft(undefined, { by: subject, at: PARENT })
  const [method, path, body] = requestOf(id)
  const sent = await begun(method, path, body, await portal.tokenOf(subject))
  await block(subject)
  expect(await sent.finish()).toBe(403)
  const order = await portal.as('SuperUser@P1').orders.get({ params: { hospital: PARENT, id } })
  expect([order.state, order.document.clinicalNotes]).toEqual(['draft', ''])
})

test('a request whose session ends while its body arrives is refused', async () => {
  const subject = 'OrderSubmitter@C1'
  const { id } = await portal.draft(undefined, { by: subject, at: 'C1' })
  await administer(portal.database.url, async (db) => {
    await sql`insert into identity."user" (id, name, email, first_name, last_name)
      values (${subject}, 'Somebody', 'somebody@clinic.test', 'Some', 'Body')`.execute(db)
    await sql`insert into identity.session (id, token, user_id, expires_at, completed_at)
      values ('late', 'late', ${subject}, now() + interval '1 hour', now())`.execute(db)
  })
  const token = await portal.tokenOf(subject, { sessionId: 'late' })
  const [change, submission] = [
    await begun('PATCH', `/api/Orders/C1/${id}`, NOTES, token),
    await begun('POST', `/api/Orders/C1/${id}/approve`, {}, token),
  ]
  await administer(portal.database.url, (db) =>
    sql`delete from identity.session where id = 'late'`.execute(db),
  )
  const seen = async () =>
    (await portal.inject('/api/physicians/current', { headers: { authorization: `Bearer ${token}` } })).status
  await expect.poll(seen).toBe(401)
  expect(await change.finish()).toBe(401)
  expect(await submission.finish()).toBe(401)
})

test('the server gives a request eleven minutes to arrive', () => {
  expect(portal.app.server.requestTimeout).toBe(660_000)
})

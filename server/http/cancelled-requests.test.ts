import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ATTESTATION } from '#domain/orders/attestation.ts'
import { administer } from '../database/connection/connect.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { PARENT } from '../testing/world.ts'
import { requestWork } from './request-work.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** How many statements of requests wait in the database for the locks of `lockClient`. */
const waiting = () =>
  administer(portal.database.url, async (db) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and usename = 'karyo_portal' and state = 'active'`.execute(db)
    return rows[0]?.n
  })

/** Locks the orders table while `work` runs. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const client = new pg.Client(portal.database.url)
  await client.connect()
  try {
    await client.query('begin; lock table orders in access exclusive mode')
    await work()
  } finally {
    await client.end()
  }
}

const send = async (path: string, method: string, signal: AbortSignal) => {
  const authorization = `Bearer ${await portal.tokenOf('OrderSubmitter@P1')}`
  return fetch(`${portal.origin}${path}`, { method, headers: { authorization }, signal })
}

test('[SEC-02] an aborted read leaves no statement running in the database', async () => {
  await whileLocked(async () => {
    const gone = new AbortController()
    const requests = ['Orders', 'Orders/v2', 'Samples'].map((list) =>
      send(`/api/${list}/${PARENT}`, 'GET', gone.signal),
    )
    const answers = Promise.allSettled(requests)
    await expect.poll(waiting).toBe(3)
    gone.abort()
    await answers
    await expect.poll(waiting).toBe(0)
  })
})

test('an aborted change is still carried out', async () => {
  const { id } = await portal.draft()
  const gone = new AbortController()
  await whileLocked(async () => {
    const requests = send(
      `/api/Orders/${PARENT}/${id}/approve?signedText=${ATTESTATION.version}`,
      'POST',
      gone.signal,
    ).catch(() => undefined)
    await expect.poll(waiting).toBe(1)
    gone.abort()
    await requests
  })
  const state = () =>
    portal.worker.db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirst()
  await expect.poll(state).toEqual({ state: 'en-route' })
})

test('[SEC-02] a statement that exceeds the request’s time is stopped in the database, whatever the request does', async () => {
  const request = { method: 'POST', ip: '10.0.0.1', bearer: { refused: new Error() } }
  const reply = { raw: { once: () => undefined } }
  const work = requestWork(request as unknown as FastifyRequest, reply as unknown as FastifyReply, 600_000)
  const late = work.run(() => portal.portal.pool.query('select pg_sleep(3600)'), 50)
  await expect(late).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  await expect.poll(waiting).toBe(0)
})

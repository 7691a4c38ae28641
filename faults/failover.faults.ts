import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EventSource } from 'eventsource'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '#adapters/identity/testing/browser.ts'
import { portalClient } from '#adapters/identity/testing/portal-client.ts'
import { freePort } from '#server/database/embedded/embedded.ts'
import { DEMO_PASSWORD } from '#server/demo/users.ts'
import { openClinic } from '../e2e/clinic.ts'
import { receivedOrders } from '../e2e/processes.ts'
import { type RunningCluster, startCluster } from './cluster/cluster.ts'
import { insist, longestPause, startLoad } from './cluster/load.ts'

const WAITS = { timeout: 120_000, interval: 200 }
const PEOPLE = 6

let dir: string
let cluster: RunningCluster
const output: string[] = []
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-cluster-'))
  cluster = await startCluster({
    ...{ dir: path.join(dir, 'data'), port: await freePort() },
    // One user does the work of a clinic here.
    environment: { KARYO_RATE_LIMIT: '1000000' },
    log: (line) => void output.push(line),
  })
})
afterAll(async () => {
  await cluster?.stop()
  if (dir) await rm(dir, { recursive: true, force: true })
})

const report = (line: string) => process.stdout.write(`${line}\n`)
const sorted = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b)
const portals = () => cluster.portals.map(({ origin }) => origin)

test('signing in or out at one portal applies to all portals', async () => {
  const [browser, client] = [new Browser(), portalClient(cluster.origin)]
  // Through the load balancer, each of these requests goes to the next portal.
  const { accessToken, idToken } = await client.tokensFor(browser, 'provider@demo.test', DEMO_PASSWORD)
  expect(accessToken).not.toBe('')
  const renewals = []
  for (let index = 0; index < 4; index += 1) renewals.push((await client.renew(browser)).error)
  expect(renewals).toEqual([null, null, null, null])
  await client.logOut(browser, idToken)
  for (let index = 0; index < 4; index += 1) renewals.push((await client.renew(browser)).error)
  expect(renewals.slice(4)).toEqual(Array(4).fill('login_required'))
  const { authorization } = await openClinic(cluster.origin, 'provider@demo.test')
  for (const origin of portals())
    expect((await fetch(`${origin}/api/physicians/current`, { headers: { authorization } })).status).toBe(200)
})

test('events at one portal reach the other', async () => {
  const clinic = await openClinic(cluster.origin, 'provider@demo.test')
  const headers = { authorization: clinic.authorization }
  const updatesByPortal = portals().map(() => new Set<number>())
  const sources = portals().map((origin, index) => {
    const source = new EventSource(`${origin}/api/events`, {
      fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...headers } }),
    })
    source.onmessage = ({ data }) => void updatesByPortal[index]?.add(JSON.parse(data).orderId)
    return source
  })
  try {
    await Promise.all(sources.map((source) => new Promise((resolve) => (source.onopen = resolve))))
    const id = await clinic.draft('Heard')
    for (const ids of updatesByPortal) await expect.poll(() => ids.has(id), WAITS).toBe(true)
  } finally {
    for (const source of sources) source.close()
  }
})

test('a limit of sixty a minute applies to all portals together', async () => {
  const body = JSON.stringify({ message: 'Something' })
  const statuses = await Promise.all(
    Array.from({ length: 120 }, async (_, index) => {
      const origin = portals()[index % 2]
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`${origin}/api/log/warn`, { method: 'POST', headers, body })).status
    }),
  )
  const taken = statuses.filter((status) => status === 204).length
  report(`Limits: 60 a minute allowed, ${taken} of 120 taken by two portals`)
  expect(taken).toBe(60)
})

/** Each fault happens under load, and returns when it happened. */
const FAULTS = {
  /** The primary and all its processes lose power. */
  primary() {
    cluster.databases.primary().signal('SIGKILL')
  },
  /** The standby had received nothing for a while: what it lacks must not have been acknowledged. */
  async lagging() {
    await cluster.databases.standby()?.ask("alter system set primary_conninfo = ''")
    await cluster.databases.standby()?.ask('select pg_reload_conf()')
    await delay(1_500)
    cluster.databases.primary().signal('SIGKILL')
  },
  /** It keeps its connections open, but stops responding. */
  frozen() {
    cluster.databases.primary().signal('SIGSTOP')
  },
  portal() {
    cluster.portals[0]?.kill9()
  },
  /** As before an upgrade: it answers pending requests, and ends. */
  stopped() {
    const pid = cluster.portals[1]?.pid()
    if (pid !== undefined) process.kill(pid, 'SIGTERM')
  },
  standby() {
    cluster.databases.standby()?.signal('SIGKILL')
  },
}

const ROUNDS = ['primary', 'portal', 'frozen', 'standby', 'stopped', 'lagging'] as const

test('whatever is killed under load, nothing acknowledged is lost or duplicated', async () => {
  const clinic = await openClinic(cluster.origin, 'provider@demo.test')
  const admin = () => cluster.databases.primary()
  const count = async () =>
    (await admin().ask<{ count: number }>('select count(*)::int as count from orders'))[0]?.count ?? 0
  const before = await count()
  const receivedBefore = (await receivedOrders(cluster.laboratoryDir)).length
  const load = startLoad(clinic, PEOPLE, 'Failover')
  const { acknowledged, met } = load
  const failed = load.working.then(() => undefined)
  failed.catch(() => undefined)

  for (const fault of ROUNDS) {
    await Promise.race([failed, delay(3_000)])
    const [killed, at, known] = [cluster.databases.primary(), performance.now(), acknowledged.at.length]
    await FAULTS[fault]()
    if (['primary', 'lagging', 'frozen'].includes(fault))
      await expect.poll(() => cluster.databases.primary() !== killed, WAITS).toBe(true)
    if (fault === 'portal' || fault === 'stopped')
      await expect.poll(() => cluster.balancer.healthy().length, WAITS).toBe(1)
    await expect.poll(() => cluster.balancer.healthy().length, WAITS).toBe(2)
    const healthy = performance.now()
    await expect.poll(() => acknowledged.at.length > known + 2 * PEOPLE, WAITS).toBe(true)
    await cluster.databases.synchronous()
    await Promise.race([failed, delay(1_000)])
    const pause = longestPause(acknowledged.at, at, performance.now())
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    report(
      `${fault}: nothing acknowledged for ${seconds(pause)} s; both portals ready after ${seconds(healthy - at)} s`,
    )
  }
  await load.stop()

  let found = 0
  for (const [id, lastName] of acknowledged.drafts) {
    const order = await insist(() => clinic.order(id), met)
    const isInState = acknowledged.submitted.has(id) ? order.state !== 'draft' : true
    if (order.document.patients[0]?.lastName === lastName && isInState) found += 1
  }
  const made = (await count()) - before
  const waiting = 'select count(*)::int as count from message_out where answered_at is null'
  await expect.poll(async () => (await admin().ask(waiting))[0]?.count, WAITS).toBe(0)
  const received = (await receivedOrders(cluster.laboratoryDir)).slice(receivedBefore)
  // The laboratory's messages meanwhile were received too, once each.
  const reports = 'select count(*)::int as count from report where order_id = any($1)'
  const reported = async () => (await admin().ask(reports, [[...acknowledged.submitted]]))[0]?.count
  await expect.poll(reported, WAITS).toBe(acknowledged.submitted.size)
  const figures = await Promise.all(
    portals().map(async (origin) => (await fetch(`${origin}/metrics`)).text()),
  )
  const lists = (by: string) =>
    figures
      .flatMap((text) => [...text.matchAll(/^karyo_standby_reads_total\{.*by="(\w+)"\} (\d+)$/gm)])
      .reduce((sum, [, who, count]) => sum + (who === by ? Number(count) : 0), 0)
  report(
    `Lists, since each portal's start: ${lists('standby')} from a standby, ${lists('primary')} from the primary in its stead`,
  )
  report(output.filter((line) => /takes writes|ended/.test(line)).join('\n'))
  report(
    `Failover: ${acknowledged.drafts.size} orders acknowledged, ${found} found, ${made} made; ` +
      `${acknowledged.submitted.size} submitted, ${received.length} received by the laboratory, ${await reported()} reported; met: ${[...met].join(', ') || 'nothing'}`,
  )
  expect([...acknowledged.unlisted]).toEqual([])
  expect(found).toBe(acknowledged.drafts.size)
  expect(made).toBe(acknowledged.drafts.size)
  expect(sorted(received)).toEqual(sorted(acknowledged.submitted))
  expect([...met].filter((code) => code !== 'unavailable')).toEqual([])
})

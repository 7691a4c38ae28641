import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#server/database/embedded/embedded.ts'
import { clinicOf, HOSPITAL, openClinic } from '../e2e/clinic.ts'
import { copyServer, followServer } from '../faults/cluster/base-backup.ts'
import { type Server, startServer } from '../faults/cluster/postgres.ts'
import type { Ordering } from './flows/order.ts'
import type { Reading } from './flows/read.ts'
import { compare, type Line, lineOf, settingsOf } from './harness.ts'
import { type Load, load } from './load.ts'
import { type Portal, startPortal } from './portal.ts'
import { NO_LABORATORY } from './testbed.ts'

/**
 * One, two and four portals on one database, with the same total number of connections: whole orders and
 * lists per second, and the processor time of each; then lists that one portal reads from a standby. A page
 * at each portal follows the orders submitted at each; at the end, every order and message is counted.
 */
const settings = settingsOf(
  { rounds: 5, connections: 32, seconds: 6, portals: '1,2,4' },
  { rounds: 1, connections: 8, seconds: 2, portals: '1,2' },
)
const { rounds, connections, seconds } = settings
const SIZES = settings.portals.split(',').map(Number)
const LISTS = `/api/Orders/${HOSPITAL}?status=reported`
/** For the pools of five portals, and other queries. */
const DATABASE = { max_connections: '300' }
/** Each run of a load needs its own number: otherwise the same patient would be ordered for twice. */
const NUMBERS_OF_A_LOAD = 100_000

let started = 0
const ends: (() => Promise<unknown>)[] = []
try {
  const dir = await mkdtemp(path.join(tmpdir(), 'karyo-bench-'))
  ends.push(() => rm(dir, { recursive: true, force: true }))
  await chmod(dir, 0o711)
  await measure(dir)
} finally {
  for (const end of ends.toReversed()) await end()
}

async function measure(dir: string) {
  const primary = await database(path.join(dir, 'a'))
  const portals = [await portal(dir, primary)]
  const [first] = portals
  if (!first) throw new Error('there is no portal')
  const standby = await follow(primary, path.join(dir, 'b'))
  const shared = { PUBLIC_ORIGIN: first.origin }
  const others = Array.from({ length: Math.max(...SIZES) - 1 }, () => portal(dir, primary, shared))
  const reader = await portal(dir, primary, { ...shared, KARYO_STANDBYS: `127.0.0.1:${standby.port}` })
  portals.push(...(await Promise.all(others)))

  const before = await counted(primary)
  const liveLine = await measureLiveUpdates(portals)
  let submitted = liveLine.n
  let loads = 0
  const { document } = await clinicAt(first).then(async (clinic) =>
    clinic.order(await clinic.draft('Template')),
  )
  const processor = new Map<string, number[]>()

  async function together(name: string, on: readonly Portal[], flow: 'order' | 'read') {
    const { authorization } = await clinicAt(first as Portal)
    const ordering: Ordering = { path: '/api/Orders', authorization, hospital: HOSPITAL, document }
    const reading: Reading = { path: LISTS, authorization }
    const processes = { portals: on.map(({ pid }) => pid), primary: [primary.pid], standby: [standby.pid] }
    const spent = () =>
      Object.values(processes).map((pids) => pids.reduce((sum, pid) => sum + processorOf(pid), 0))
    const begun = spent()
    const done: Load[] = await Promise.all(
      on.map(({ origin }) => {
        loads += 1
        return load({
          ...{ origin, flow, args: flow === 'order' ? ordering : reading, seconds },
          ...{ connections: Math.max(1, connections / on.length), from: loads * NUMBERS_OF_A_LOAD },
        })
      }),
    )
    const runs = done.reduce((sum, one) => sum + one.runs, 0)
    if (flow === 'order') submitted += runs
    for (const [index, milliseconds] of spent().entries()) {
      const of = `${name}: processor of ${Object.keys(processes)[index]}, each`
      processor.set(of, [...(processor.get(of) ?? []), (milliseconds - (begun[index] ?? 0)) / runs])
    }
    return [done.reduce((sum, one) => sum + one.perSecond, 0)]
  }
  const contestant = (name: string, on: readonly Portal[], flow: 'order' | 'read') => {
    return { name, unit: '1/s', round: () => together(name, on, flow) }
  }
  const each = (what: string, flow: 'order' | 'read') =>
    SIZES.map((many) =>
      contestant(`${what}, ${many} ${many === 1 ? 'portal' : 'portals'}`, portals.slice(0, many), flow),
    )

  await compare({
    ...{ name: 'several', settings, rounds },
    contestants: [
      ...each('whole orders', 'order'),
      ...each('lists', 'read'),
      contestant('lists, 1 portal and a standby', [reader], 'read'),
    ],
    // The first round is a warm-up.
    more: () => [liveLine, ...[...processor].map(([name, [, ...values]]) => lineOf(name, 'ms', values))],
  })
  const after = await counted(primary)
  const made = { orders: after.orders - before.orders, messages: after.messages - before.messages }
  if (made.orders !== submitted || made.messages !== submitted)
    throw new Error(`${submitted} orders were acknowledged, and there are ${JSON.stringify(made)}`)
  console.log(`${submitted} orders acknowledged by all portals; each is there once, with one message`)
}

async function database(dir: string): Promise<Server> {
  const server = await startServer(dir, await freePort(), () => {}, DATABASE)
  ends.push(() => server.stop())
  return server
}

/** A standby of the primary, asynchronous. */
async function follow(primary: Server, dir: string): Promise<Server> {
  const copy = await copyServer(primary, dir, 'standby')
  await followServer(copy, primary, 'standby')
  return database(dir)
}

async function portal(dir: string, primary: Server, environment: Record<string, string> = {}) {
  started += 1
  const one = await startPortal({
    dataDir: path.join(dir, `portal-${started}`),
    environment: {
      ...{
        ...NO_LABORATORY,
        KARYO_DEMO: 'on',
        DATABASE_URL: primary.url,
        KARYO_FILES_DIR: path.join(dir, 'files'),
      },
      ...{ KARYO_SECRET: 'a secret of the benches that protects nothing', ...environment },
    },
  })
  ends.push(() => one.stop())
  return one
}

/** A user who has signed in at the first portal, whose token all portals accept. */
function clinicAt({ origin }: Portal) {
  return openClinic(origin, 'provider@demo.test')
}

async function counted(primary: Server) {
  const [counts] = await primary.ask<{ orders: number; messages: number }>(`
    select (select count(*)::int from orders where submitted_at is not null) as orders,
      (select count(*)::int from message_out) as messages`)
  if (!counts) throw new Error('nothing was counted')
  return counts
}

/** Submits orders at each portal: how long after the reply a page at each portal receives the update. */
async function measureLiveUpdates(portals: readonly Portal[]): Promise<Line> {
  const [first] = portals
  if (!first) throw new Error('there is no portal')
  const { authorization } = await clinicAt(first)
  const token = authorization.replace('Bearer ', '')
  const clinics = portals.map(({ origin }) => clinicOf(origin, token))
  const pages = await Promise.all(clinics.map((clinic) => clinic.follow()))
  const delays: number[] = []
  for (const clinic of clinics) {
    const id = await clinic.draft('Heard')
    await clinic.submit(id)
    const answered = performance.now()
    const has = (page: (typeof pages)[number]) =>
      page
        .received()
        .some((update) => update.about === 'order' && update.orderId === id && update.kind === 'submitted')
    while (!pages.every(has)) await delay(1)
    delays.push(performance.now() - answered)
  }
  for (const page of pages) page.leave()
  return lineOf('a page at every portal has heard, after the answer', 'ms', delays)
}

/** Processor milliseconds of a process and its children, including ended ones (Linux). */
function processorOf(pid: number): number {
  const ticks = (of: number | string, from: number, to: number) => {
    const [, fields = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${of}/stat`, 'utf8')) ?? []
    return fields
      .split(' ')
      .slice(from, to)
      .reduce((sum, value) => sum + Number(value), 0)
  }
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  // utime, stime, cutime and cstime are fields 14 to 17; a tick is 10 ms.
  return 10 * children.reduce((sum, child) => sum + ticks(child, 11, 13), ticks(pid, 11, 15))
}

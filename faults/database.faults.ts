import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchHealth } from './broken/health.ts'
import { startLoad } from './broken/load.ts'
import { brokenUnderLoad, type Fault, foundAgain } from './broken/round.ts'
import { type Stand, startStand } from './broken/stand.ts'
import { report } from './broken/table.ts'

let stand: Stand
beforeAll(async () => {
  stand = await startStand()
})
afterAll(async () => {
  if (stand?.ended.length)
    report(
      'The portal ended',
      stand.ended.map((line) => ({ line })),
    )
  await stand?.stop()
})

/** Connections of somebody else, that are there until they are given up. */
const others: pg.Client[] = []
async function connectAsAnother(): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: stand.database().url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    others.push(client)
    return client
  } catch {
    return undefined
  }
}
async function othersLeave(): Promise<void> {
  await Promise.all(others.splice(0).map((one) => one.end().catch(() => undefined)))
}

/** Takes every connection that there is, those of the portal as soon as they are broken off. */
async function takeAllConnections(): Promise<void> {
  const admin = await connectAsAnother()
  for (let times = 0; times < 3; times += 1) {
    while (await connectAsAnother());
    await admin?.query("select pg_terminate_backend(pid) from pg_stat_activity where usename like 'karyo_%'")
  }
  while (await connectAsAnother());
}

const FAULTS: Fault[] = [
  {
    ...{ name: 'slow: 50 ms later each way', seconds: 8, health: 200 },
    break: () => stand.line.slow(50),
    mend: () => stand.line.slow(0),
  },
  {
    ...{ name: 'very slow: 1 s later each way', seconds: 25 },
    break: () => stand.line.slow(1_000),
    mend: () => stand.line.slow(0),
  },
  {
    ...{ name: 'somebody holds the orders', seconds: 10, health: 200 },
    async break() {
      const holder = await connectAsAnother()
      await holder?.query('begin')
      await holder?.query('lock table orders in exclusive mode')
    },
    mend: othersLeave,
  },
  {
    ...{ name: 'silent, connections open', seconds: 20, health: 503 },
    break: () => stand.line.freeze(true),
    mend: () => stand.line.freeze(false),
  },
  {
    ...{ name: 'out of connections', seconds: 8, health: 503 },
    break: takeAllConnections,
    mend: othersLeave,
  },
  {
    ...{ name: 'read-only', seconds: 8, health: 503 },
    async break() {
      await stand.database().ask('alter system set default_transaction_read_only = on')
      await stand.database().ask('select pg_reload_conf()')
    },
    async mend() {
      await stand.database().ask('alter system reset default_transaction_read_only')
      await stand.database().ask('select pg_reload_conf()')
    },
  },
  {
    ...{ name: 'stopped, and started again', seconds: 5, health: 503 },
    break: () => stand.database().stop(),
    mend: () => stand.startDatabase(),
  },
  {
    ...{ name: 'killed, and started again', seconds: 3, health: 503 },
    async break() {
      stand.database().signal('SIGKILL')
      await stand.database().ended
    },
    mend: () => stand.startDatabase(),
  },
]

test('whatever becomes of the database, requests are answered, and nothing acknowledged is lost', async () => {
  const load = await startLoad(stand.origin, 'Database')
  const watch = watchHealth(stand.origin)
  const rows = []
  try {
    for (const fault of FAULTS) rows.push(await brokenUnderLoad(stand.origin, load, watch, fault))
    rows.push()
  } finally {
    await othersLeave()
    load.halt()
    await watch.stop()
    report('The database', rows)
  }
  const whole = await foundAgain(stand.origin, load)
  report('Afterwards', [whole])
  // It never had to be started again.
  expect(stand.ended).toEqual([])
})

test('more requests at once than connections are all answered', async () => {
  const load = await startLoad(stand.origin, 'Crowd', { writers: 1 })
  // Each holds a connection for a while.
  stand.line.slow(30)
  const flood = await startLoad(stand.origin, 'Throng', { writers: 30, readers: 30, withDocuments: false })
  const waiting = async () => {
    const text = await (await fetch(`${stand.origin}/metrics`)).text()
    return Number(/karyo_pool_connections\{pool="portal",state="waiting"\} (\d+)/.exec(text)?.[1])
  }
  await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(10)
  const most = await waiting()
  await flood.stop()
  stand.line.slow(0)
  const { asked, statuses, slowest, wrong } = flood.answers()
  const whole = await foundAgain(stand.origin, load)
  const { acknowledged, found } = await flood.find()
  report('More requests than connections', [
    {
      asked,
      ...statuses,
      'slowest s': slowest.good.toFixed(1),
      'slowest 503 s': slowest.refused.toFixed(1),
      'waited at once': most,
    },
    { acknowledged, found },
    whole,
  ])
  expect(wrong).toEqual([])
  expect(found).toBe(acknowledged)
})

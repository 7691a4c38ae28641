import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkRecovery, type Fault, runFault } from './broken/fault-run.ts'
import { watchHealth } from './broken/health.ts'
import { startLoad } from './broken/load.ts'
import { report } from './broken/table.ts'
import { startTestbed, type Testbed } from './broken/testbed.ts'

let testbed: Testbed
beforeAll(async () => {
  testbed = await startTestbed()
})
afterAll(async () => {
  if (testbed?.ended.length)
    report(
      'The portal ended',
      testbed.ended.map((line) => ({ line })),
    )
  await testbed?.stop()
})

/** Connections of another program, open until released. */
const others: pg.Client[] = []
async function connectAsAnother(): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: testbed.database().url })
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

/** Takes all available connections, including the portal's as soon as they break. */
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
    break: () => testbed.proxy.slow(50),
    repair: () => testbed.proxy.slow(0),
  },
  {
    ...{ name: 'very slow: 1 s later each way', seconds: 25 },
    break: () => testbed.proxy.slow(1_000),
    repair: () => testbed.proxy.slow(0),
  },
  {
    ...{ name: 'somebody holds the orders', seconds: 10, health: 200 },
    async break() {
      const holder = await connectAsAnother()
      await holder?.query('begin')
      await holder?.query('lock table orders in exclusive mode')
    },
    repair: othersLeave,
  },
  {
    ...{ name: 'silent, connections open', seconds: 20, health: 503 },
    break: () => testbed.proxy.freeze(true),
    repair: () => testbed.proxy.freeze(false),
  },
  {
    ...{ name: 'out of connections', seconds: 8, health: 503 },
    break: takeAllConnections,
    repair: othersLeave,
  },
  {
    ...{ name: 'read-only', seconds: 8, health: 503 },
    async break() {
      await testbed.database().ask('alter system set default_transaction_read_only = on')
      await testbed.database().ask('select pg_reload_conf()')
    },
    async repair() {
      await testbed.database().ask('alter system reset default_transaction_read_only')
      await testbed.database().ask('select pg_reload_conf()')
    },
  },
  {
    ...{ name: 'stopped, and started again', seconds: 5, health: 503 },
    break: () => testbed.database().stop(),
    repair: () => testbed.startDatabase(),
  },
  {
    ...{ name: 'killed, and started again', seconds: 3, health: 503 },
    async break() {
      testbed.database().signal('SIGKILL')
      await testbed.database().ended
    },
    repair: () => testbed.startDatabase(),
  },
]

test('requests are answered and nothing acknowledged is lost, whatever happens to the database', async () => {
  const load = await startLoad(testbed.origin, 'Database')
  const watch = watchHealth(testbed.origin)
  const rows = []
  try {
    for (const fault of FAULTS) rows.push(await runFault(testbed.origin, load, watch, fault))
    rows.push()
  } finally {
    await othersLeave()
    load.halt()
    await watch.stop()
    report('The database', rows)
  }
  const recovery = await checkRecovery(testbed.origin, load)
  report('Afterwards', [recovery])
  // It never had to be restarted.
  expect(testbed.ended).toEqual([])
})

test('more concurrent requests than connections are all answered', async () => {
  const load = await startLoad(testbed.origin, 'Crowd', { writers: 1 })
  // Each keeps its connection for a while.
  testbed.proxy.slow(30)
  const flood = await startLoad(testbed.origin, 'Throng', { writers: 30, readers: 30, withDocuments: false })
  const waiting = async () => {
    const text = await (await fetch(`${testbed.origin}/metrics`)).text()
    return Number(/karyo_pool_connections\{pool="portal",state="waiting"\} (\d+)/.exec(text)?.[1])
  }
  await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(10)
  const most = await waiting()
  await flood.stop()
  testbed.proxy.slow(0)
  const { requests, statuses, slowest, wrong } = flood.answers()
  const recovery = await checkRecovery(testbed.origin, load)
  const { acknowledged, found } = await flood.find()
  report('More requests than connections', [
    {
      asked: requests,
      ...statuses,
      'slowest s': slowest.good.toFixed(1),
      'slowest 503 s': slowest.refused.toFixed(1),
      'waited at once': most,
    },
    { acknowledged, found },
    recovery,
  ])
  expect(wrong).toEqual([])
  expect(found).toBe(acknowledged)
})

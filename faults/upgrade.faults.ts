import { access, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedDatabase, freePort, startEmbeddedPostgres } from '#server/database/embedded/embedded.ts'
import { withDump } from '#server/database/migrate/dump.ts'
import { migrationFiles } from '#server/database/migrate/migrate.ts'
import { brand } from '#server/testing/brand.ts'
import { testDatabase } from '#server/testing/database.ts'
import { dumpDatabase } from '#server/testing/whole-database.ts'
import { startSimulatedLaboratory } from '#simulators/laboratory/start.ts'
import { HOSPITAL, openClinic } from '../e2e/clinic.ts'
import { report } from './broken/table.ts'
import { type Balancer, startBalancer, type Target } from './cluster/balancer.ts'
import { unpackVersionBefore } from './upgrade/before.ts'
import { startWork } from './upgrade/clinics.ts'
import { command, type Program, startProgram } from './upgrade/program.ts'

const WAITING = new Set(
  ['order_tally_change', 'figure_count_change', 'result_to_file', 'order_word_left'].map(
    (name) => `public.${name}`,
  ),
)

let root: string
let database: EmbeddedDatabase
let balancer: Balancer
let newMigrations: string[] | null
let origin: string
let settings: NodeJS.ProcessEnv
const targets: Target[] = []
const cleanUp: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'karyo-upgrade-'))
  cleanUp.push(() => rm(root, { recursive: true, force: true }))
  for (const dir of ['before', 'files', 'a', 'b', 'laboratory']) await mkdir(path.join(root, dir))
  // The previous version may not know how to share them.
  for (const dir of ['a', 'b']) await symlink(path.join(root, 'files'), path.join(root, dir, 'files'))
  newMigrations = await unpackVersionBefore(path.join(root, 'before'))
  database = await startEmbeddedPostgres({ dir: path.join(root, 'database') })
  cleanUp.push(() => database.stop())
  for (const _ of ['a', 'b']) targets.push({ port: await freePort(), hl7Port: await freePort() })
  const [port, laboratoryPort] = [await freePort(), await freePort()]
  origin = `http://localhost:${port}`
  balancer = await startBalancer(port, targets, { path: '/elsewhere', port: 1 })
  cleanUp.push(() => balancer.close())
  settings = {
    DATABASE_URL: database.url,
    KARYO_DEMO: 'on',
    KARYO_SECRET: 'a-secret-for-both-of-the-portals-here',
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: origin,
    KARYO_LAB_HOST: '127.0.0.1',
    KARYO_LAB_PORT: String(laboratoryPort),
  }
  const laboratory = await startSimulatedLaboratory({
    ...{ port: laboratoryPort, portalHost: '127.0.0.1', portalPort: balancer.hl7Port, seed: 1, speed: 20 },
    ...{ dir: path.join(root, 'laboratory'), laboratoryName: brand.name },
  })
  cleanUp.push(() => laboratory.stop())
})
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step()
})

async function start(which: 0 | 1, sources?: string): Promise<Program> {
  const { port, hl7Port } = targets[which] ?? { port: 0, hl7Port: 0 }
  const own = { DATA_DIR: path.join(root, 'ab'.charAt(which)), KARYO_HL7_PORT: String(hl7Port) }
  const program = await startProgram(port, { ...settings, ...own }, sources)
  cleanUp.push(() => program.end('SIGKILL'))
  return program
}

async function ask<T extends pg.QueryResultRow>(statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

test('a new version takes over from the previous one under load, and nothing is lost', async (context) => {
  if (newMigrations === null) return context.skip('there is no history to take the version before from')
  const before = path.join(root, 'before')
  const old = await start(0, before)
  const filled = await dumpDatabase(database.url)
  const clinic = await openClinic(origin, 'provider@demo.test')
  const work = startWork(clinic)

  // The previous version alone; then the new one starts while something, such as a backup, locks all tables.
  await delay(3_000)
  work.figures()
  const young = await withDump(database.url, async () => {
    const starting = start(1)
    starting.catch(() => undefined)
    // For a table: requests of the old one wait for rows of each other, now and then.
    const stuck = () => ask(`select pid from pg_locks where locktype = 'relation' and not granted`)
    // A migration that only reads, or adds what readers ignore, need not wait.
    const migrated = async () =>
      (await ask('select from migration')).length === (await migrationFiles()).length
    let waits = false
    const waitsOrIsThrough = async () => {
      waits ||= (await stuck()).length > 0
      return waits || migrated()
    }
    await expect.poll(waitsOrIsThrough, { timeout: 60_000, interval: 20 }).toBe(true)
    await delay(3_000)
    return { starting, waits }
  }).then(async ({ starting, waits }) => {
    const program = await starting
    expect(program.output().includes('as soon as others release its tables')).toBe(waits)
    return program
  })
  const whileUpgraded = work.figures()
  expect((await ask('select name from migration order by 1')).map((row) => row.name)).toEqual(
    await migrationFiles(),
  )

  // Both, in turn.
  await expect.poll(() => balancer.healthy().length, { timeout: 20_000 }).toBe(2)
  const beforeBoth = work.submitted.size
  await delay(8_000)
  const both = { ...work.figures(), submitted: work.submitted.size - beforeBoth }
  // Nobody noticed anything so far; the end of the old one breaks its connections with the load balancer.
  expect([whileUpgraded.met, both.met]).toEqual([{}, {}])
  const ended = await old.end('SIGTERM')
  expect(ended, old.output()).toBe(0)

  // The new version alone. The previous one comes back if it knows how (server/database/migrate/releases.ts).
  await delay(3_000)
  await work.stop()
  const alone = work.figures()
  expect(Object.keys(alone.met).filter((code) => code !== 'unavailable')).toEqual([])
  const port = await freePort()
  const again = { ...settings, PORT: String(port), DATA_DIR: path.join(root, 'a') }
  const knowsHow = await access(path.join(before, 'server/database/migrate/releases.ts')).then(
    () => true,
    () => false,
  )
  if (knowsHow) {
    const back = await startProgram(port, again, before)
    expect(back.output()).toContain('This version can use it')
    expect(await back.end('SIGTERM')).toBe(0)
  } else {
    const late = await command('main.ts', [], again, before)
    expect(late).toEqual({ code: 1, output: expect.stringContaining('made by a newer version of Karyo') })
  }

  // A few at a time: more at once are refused.
  async function readAll(ids: Iterable<number>) {
    const left = [...ids]
    const read: Awaited<ReturnType<typeof clinic.order>>[] = []
    async function go() {
      for (let id = left.pop(); id !== undefined; id = left.pop()) read.push(await clinic.order(id))
    }
    await Promise.all(Array.from({ length: 4 }, go))
    return read
  }
  const found = await readAll(work.submitted.keys())
  const lost = found.filter(
    (order) =>
      order.state === 'draft' ||
      order.document.patients[0]?.lastName !== work.submitted.get(order.id) ||
      order.events.filter((event) => event.kind === 'submitted').length !== 1,
  )
  expect(lost).toEqual([])
  const waiting = async () => (await (await fetch(`${origin}/healthz`)).json()).laboratory.count
  await expect.poll(waiting, { timeout: 120_000 }).toBe(0)

  // What the previous version had written is complete, and readable by the new one.
  const upgraded = await dumpDatabase(database.url)
  // Except what waits for periodic work: changes to the stored counts, results to be filed, words to be forgotten.
  const fewer = Object.entries(filled.tables).filter(
    ([name, { rows }]) =>
      name.startsWith('public.') && !WAITING.has(name) && (upgraded.tables[name]?.rows ?? 0) < rows,
  )
  expect(fewer).toEqual([])
  const orders = await ask<{ id: number }>(
    `select id::int from orders where institution_code = '${HOSPITAL}' order by id`,
  )
  expect((await readAll(orders.map(({ id }) => id))).length).toBe(orders.length)

  const trail = await command('commands/audit.ts', ['verify'], {
    ...settings,
    DATA_DIR: path.join(root, 'b'),
  })
  expect(trail).toEqual({ code: 0, output: expect.stringContaining('The audit trail is intact') })

  // The tables equal those of a new installation: no migration was edited after its release.
  const fresh = await testDatabase()
  expect(upgraded.rules).toEqual((await dumpDatabase(fresh.url)).rules)
  await fresh.drop()

  const phase = (name: string, { requests, slowestMs, met }: typeof alone) => ({
    ...{ phase: name, requests, 'slowest s': (slowestMs / 1000).toFixed(1), met: JSON.stringify(met) },
  })
  report('An upgrade beside the version before', [
    phase('migrating', whileUpgraded),
    phase('both', both),
    phase('the new one alone', alone),
  ])
  report('Afterwards', [
    {
      ...{
        acknowledged: work.submitted.size,
        found: found.length - lost.length,
        'orders read': orders.length,
      },
      'ready after s': (young.readyAfter / 1000).toFixed(1),
      'rows before': Object.values(filled.tables).reduce((sum, { rows }) => sum + rows, 0),
      migrations: newMigrations.join(', '),
    },
  ])
})

import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, startEmbeddedPostgres } from '#server/database/embedded/embedded.ts'
import { dumpDatabase, keysOf } from '#server/testing/whole-database.ts'
import { openClinic } from '../e2e/clinic.ts'
import { report } from './broken/table.ts'
import { startWork } from './upgrade/clinics.ts'
import { command, type Program, startProgram } from './upgrade/program.ts'

/** Changed by opening the queue at the end of a restore. */
const EXCEPT = ['jobs.queue', 'jobs.version']

let root: string
let port: number
let running: Program | undefined
const dirOf = (name: string) => path.join(root, name)

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'karyo-backup-'))
  port = await freePort()
})
afterAll(async () => {
  await running?.end('SIGKILL')
  await rm(root, { recursive: true, force: true })
})

async function start(dataDir: string): Promise<Program> {
  const settings = {
    DATA_DIR: dirOf(dataDir),
    KARYO_LAB_SPEED: '20',
    PUBLIC_ORIGIN: `http://localhost:${port}`,
  }
  running = await startProgram(port, settings)
  return running
}

const backup = (dataDir: string, name: string) =>
  command('commands/backup.ts', [dirOf(name)], { DATA_DIR: dirOf(dataDir) })

/** With the installation's secret, which a backup does not contain. */
async function restore(name: string, dataDir: string, secretOf: string) {
  await mkdir(dirOf(dataDir), { mode: 0o711 })
  await copyFile(path.join(dirOf(secretOf), 'secret'), path.join(dirOf(dataDir), 'secret'))
  return command('commands/restore.ts', [dirOf(name)], { DATA_DIR: dirOf(dataDir) })
}

/** Database, without its sequences, and files of a data directory that is not in use. */
async function contents(dataDir: string) {
  const database = await startEmbeddedPostgres({ dir: path.join(dirOf(dataDir), 'database') })
  try {
    const files = await keysOf(path.join(dirOf(dataDir), 'files'))
    const { tables, rules } = await dumpDatabase(database.url, EXCEPT)
    return { tables, rules, files }
  } finally {
    await database.stop()
  }
}

test('a backup contains everything acknowledged before it, and a portal starts from it when all else is lost', async () => {
  const first = await start('source')
  const clinic = await openClinic(`http://localhost:${port}`, 'provider@demo.test')
  const work = startWork(clinic)
  await delay(2_000)
  const backups: { name: string; acknowledged: Map<number, string>; seconds: number; output: string }[] = []
  for (const name of ['one.tar.gz', 'two.tar.gz', 'three.tar.gz']) {
    const acknowledged = new Map(work.submitted)
    const from = performance.now()
    const { code, output } = await backup('source', name)
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Backed up to') })
    backups.push({ name, acknowledged, seconds: (performance.now() - from) / 1000, output })
  }
  const figures = work.figures()
  expect(figures.met).toEqual({})
  await work.stop()
  await first.end('SIGKILL')

  const last = backups.at(-1)
  if (!last) throw new Error('no backup')
  expect(last.acknowledged.size).toBeGreaterThan(10)
  const restored = await restore(last.name, 'target', 'source')
  expect(restored).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^Restored the backup made at .* files\.\nNo number .* orders go on after \d+\.$/,
    ),
  })
  const second = await start('target')
  // Signs in with the password and keys from before.
  const after = await openClinic(`http://localhost:${port}`, 'provider@demo.test')
  for (const [id, name] of last.acknowledged) {
    const order = await after.order(id)
    expect({ id, state: order.state === 'draft', name: order.document.patients[0]?.lastName }).toEqual({
      ...{ id, state: false, name },
    })
  }
  const trail = await command('commands/audit.ts', ['verify'], { DATA_DIR: dirOf('target') })
  expect(trail).toEqual({ code: 0, output: expect.stringContaining('The audit trail is intact') })
  const readyAfter = second.readyAfter
  expect(await second.end('SIGTERM')).toBe(0)

  // While nothing changes, everything can be compared.
  const atRest = await backup('target', 'at-rest.tar.gz')
  expect(atRest.code).toBe(0)
  expect((await restore('at-rest.tar.gz', 'third', 'source')).code).toBe(0)
  const [was, is] = [await contents('target'), await contents('third')]
  expect(is).toEqual(was)
  report(
    'Backups while the portal runs',
    backups.map(({ seconds, output }) => ({
      'after s': seconds.toFixed(1),
      output: output.replace(/.*: /, ''),
    })),
  )
  report('Restored from the last of them', [
    {
      ...{
        acknowledged: last.acknowledged.size,
        found: last.acknowledged.size,
        'ready after s': (readyAfter / 1000).toFixed(1),
      },
      ...{ 'requests meanwhile': figures.requests, 'slowest s': (figures.slowestMs / 1000).toFixed(1) },
      ...{ tables: Object.keys(is.tables).length, files: is.files.length, rules: is.rules.length },
    },
  ])
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditWriter } from '../database/audit-line.ts'
import { administer, type Connection, connect } from '../database/connection/connect.ts'
import { sealingWork } from '../features/audit/witness.ts'
import { createLogger } from '../operations/log.ts'
import { variables } from '../start/configuration/variables.ts'
import { TEST_SECRET, type TestDatabase, testDatabase } from '../testing/database.ts'
import { runAudit } from './audit.ts'

let database: TestDatabase
let worker: Connection
let dataDir: string
const log: string[] = []

/** Writes a line for each order and seals it, as a portal with this secret does. */
async function write(
  secret: string,
  orders: readonly number[],
  level: string = variables.shape.LOG_LEVEL.parse(undefined),
) {
  const written = { ...worker, auditLine: auditWriter(secret) }
  const logger = createLogger(level, () => {}, { write: (line: string) => void log.push(line) })
  const work = sealingWork({ worker: written, secret, dataDir, logger })
  for (const id of orders) {
    await written.auditLine(worker.db, {
      actor: { subject: 'a', name: 'Ada Okafor' },
      action: 'report.read',
      entity: { kind: 'order', id, institution: 'P1' },
    })
    await work.run()
  }
}

beforeEach(async () => {
  database = await testDatabase()
  worker = connect({ url: database.url, secret: TEST_SECRET, role: 'karyo_worker', max: 2 })
  dataDir = await mkdtemp(path.join(tmpdir(), 'karyo-audit-'))
})
afterEach(async () => {
  log.length = 0
  await worker?.close()
  await database?.drop()
  if (dataDir) await rm(dataDir, { recursive: true })
})

async function verify(files: readonly string[] = [], settings: NodeJS.ProcessEnv = {}) {
  const output: string[] = []
  const environment = {
    DATABASE_URL: database.url,
    KARYO_SECRET: TEST_SECRET,
    DATA_DIR: dataDir,
    ...settings,
  }
  const code = await runAudit(['verify', ...files], environment, (line) => output.push(line))
  return { code, output: output.join('\n') }
}
const asSuperuser = (statement: ReturnType<typeof sql>) =>
  administer(database.url, async (db) => {
    await sql`alter table audit_event disable trigger user`.execute(db)
    await statement.execute(db)
    await sql`alter table audit_event enable trigger user`.execute(db)
  })

describe('a trail of one secret', () => {
  beforeEach(() => write(TEST_SECRET, [1, 2, 3]))

  test('reports that the trail is whole, its size, and that this portal has kept the seals', async () => {
    const { code, output } = await verify()
    expect(output).toBe(
      [
        'Checked 3 lines in 3 seals; 0 not sealed yet.',
        '3 seals identical to the copies kept elsewhere.',
        'The audit trail is intact.',
      ].join('\n'),
    )
    expect(code).toBe(0)
  })

  test('verifies against the seals that a log collector has kept', async () => {
    const headsFile = path.join(dataDir, 'collected.json')
    await writeFile(headsFile, log.join(''))
    expect((await verify([headsFile])).output).toContain('6 seals identical to the copies kept elsewhere.')
    await writeFile(headsFile, 'nothing of ours')
    expect(await verify([headsFile])).toMatchObject({
      code: 1,
      output: expect.stringContaining('contains no seals'),
    })
  })

  test('the log has the seals at any level; only a silent one has none', async () => {
    log.length = 0
    await write(TEST_SECRET, [4], 'fatal')
    expect(log.join('')).toMatch(/^\{"level":30,.*"msg":"audit trail: seal 4 [\w-]{43} \S+ lines \d+"\}\n$/)
    log.length = 0
    await write(TEST_SECRET, [5], 'silent')
    expect(log).toEqual([])
  })

  test('names the first altered line and fails', async () => {
    await asSuperuser(sql`update audit_event set actor_name = 'Somebody' where id >= 2`)
    const { code, output } = await verify()
    expect(output).toMatch(/^Line 2 was altered\. It now reads: report\.read of order 2, .* UTC\.$/m)
    expect(output).toContain('The audit trail is NOT intact: 2 findings.')
    expect(code).toBe(1)
  })

  test('prints its usage', async () => {
    const output: string[] = []
    expect(await runAudit([], {}, (line) => output.push(line))).toBe(1)
    expect(output[0]).toContain('npm run audit -- verify')
  })
})

describe('[OPS-10] without the former secret, a change of the secret is suspected first', () => {
  const FORMER = `${TEST_SECRET} of last year`
  beforeEach(async () => {
    await write(FORMER, [1, 2, 3])
    await write(TEST_SECRET, [4, 5])
  })

  test('its seals are no tampering; with the former secret the trail is intact', async () => {
    const without = await verify()
    expect(without.output).toMatch(
      /^The first 3 seals, to line \d+, and their lines were written with another secret\. If KARYO_SECRET has been changed, set the former one as KARYO_OLD_SECRETS/m,
    )
    expect(without.output).toContain('Nothing else was found.')
    expect(without.output).not.toMatch(/altered|NOT intact/)
    expect(without.code).toBe(1)
    expect(await verify([], { KARYO_OLD_SECRETS: FORMER })).toMatchObject({
      code: 0,
      output: expect.stringContaining('The audit trail is intact.'),
    })
  })

  test('what was altered since is still named', async () => {
    await asSuperuser(sql`update audit_event set actor_name = 'Somebody' where entity_id = '5'`)
    const { code, output } = await verify()
    expect(output).toContain('The first 3 seals')
    expect(output).toMatch(/was altered\. It now reads: report\.read of order 5/)
    expect(output).toContain('The audit trail is NOT intact: 1 finding.')
    expect(code).toBe(1)
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditKey } from '#server/database/audit-line.ts'
import { administer, type Connection, connect } from '#server/database/connection/connect.ts'
import { type EmbeddedDatabase, startEmbeddedPostgres } from '#server/database/embedded/embedded.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { sealTrail } from '#server/features/audit/seal.ts'
import { type Finding, verifyMoment, verifyTrail } from '#server/features/audit/verify.ts'
import { TEST_SECRET } from '#server/testing/database.ts'

const TAMPERINGS = Number(process.env.AUDIT_TAMPERINGS ?? 500)
const LINES = 600
const LINES_A_SEAL = 50
const KILLS = 5

let dir: string
let database: EmbeddedDatabase
let worker: Connection
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-audit-'))
  database = await startEmbeddedPostgres({ dir })
  await migrate(database.url, TEST_SECRET)
  worker = connect({ url: database.url, secret: TEST_SECRET, role: 'karyo_worker', max: 8 })
})
afterAll(async () => {
  await worker?.close()
  await database?.stop()
  await rm(dir, { recursive: true, force: true })
})

const write = (id: number) =>
  worker.auditLine(worker.db, {
    actor: { subject: `user-${id % 7}`, name: `User ${id % 7}` },
    action: 'report.read',
    entity: { kind: 'order', id, institution: 'P1' },
    requestId: `request-${id}`,
    detail: { version: id },
  })

const COLUMNS: Record<string, RawBuilder<unknown>> = {
  at: sql`at - interval '1 day'`,
  actor_subject: sql`actor_subject || '0'`,
  actor_name: sql`'Somebody'`,
  action: sql`'report.write'`,
  institution_code: sql`null`,
  entity: sql`'sample'`,
  entity_id: sql`'0'`,
  request_id: sql`''`,
  detail: sql`detail || '{"version": 0}'`,
  people: sql`array['somebody else 2019-03-14']`,
  mark: sql`null`,
}

interface Tampering {
  statement: RawBuilder<unknown>
  /** Whether a finding is about it. */
  isNamed(finding: Finding): boolean
}

const line = fc.integer({ min: 1, max: LINES })
const altered = fc.tuple(line, fc.constantFrom(...Object.keys(COLUMNS))).map(
  ([id, column]): Tampering => ({
    statement: sql`update audit_event set ${sql.ref(column)} = ${COLUMNS[column]} where id = ${id}`,
    isNamed: (finding) => finding.line === id && finding.what === 'altered',
  }),
)
const removed = fc.tuple(line, fc.integer({ min: 0, max: 30 })).map(
  ([id, more]): Tampering => ({
    statement: sql`delete from audit_event where id between ${id} and ${id + more}`,
    isNamed: (finding) => finding.line === id && finding.what === 'removed',
  }),
)
const copied = line.map(
  (id): Tampering => ({
    statement: sql`insert into audit_event (at, actor_subject, actor_name, action, institution_code, entity, entity_id,
        request_id, detail, people, mark)
      select at, actor_subject, actor_name, action, institution_code, entity, entity_id, request_id, detail, people, mark
      from audit_event where id = ${id}`,
    isNamed: (finding) => finding.line > LINES && finding.what === 'added',
  }),
)
const sealed = fc.integer({ min: 1, max: LINES / LINES_A_SEAL }).map(
  (number): Tampering => ({
    statement: sql`update audit_seal set line_hashes = line_hashes || sha256('x') where number = ${number}`,
    isNamed: (finding) => finding.line === (number - 1) * LINES_A_SEAL + 1 && finding.what === 'seal',
  }),
)

const TAKEN_BACK = new Error('taken back')

async function firstFinding(statement: RawBuilder<unknown>): Promise<Finding | undefined> {
  let found: Finding | undefined
  await administer(database.url, async (db: Transaction<Tables>) => {
    for (const table of ['audit_event', 'audit_seal'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    await statement.execute(db)
    found = (await verifyMoment(db, [auditKey(TEST_SECRET)], [])).findings[0]
    throw TAKEN_BACK
  }).catch((error: unknown) => {
    if (error !== TAKEN_BACK) throw error
  })
  return found
}

test('the first tampered line is named, whatever a superuser does to a sealed trail', async () => {
  for (let id = 1; id <= LINES; id += 1) {
    await write(id)
    if (id % LINES_A_SEAL === 0) await sealTrail(worker, TEST_SECRET)
  }
  let named = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(altered, removed, copied, sealed), async ({ statement, isNamed }) => {
      const finding = await firstFinding(statement)
      expect(finding && isNamed(finding), JSON.stringify(finding)).toBe(true)
      named += 1
    }),
    { numRuns: TAMPERINGS, endOnFailure: true },
  )
  process.stdout.write(`Audit: ${TAMPERINGS} tamperings by a superuser, ${named} named at their line.\n`)
})

test('acknowledged lines survive complete when the database is killed while lines are written and sealed', async () => {
  const acknowledged = new Set<number>()
  let next = 10_000
  let over = false
  const trying = async (work: () => Promise<unknown>) => {
    // What fails while the database is down is retried with the next one.
    await work().catch(() => undefined)
  }
  const writers = Array.from({ length: 4 }, async () => {
    while (!over) {
      const id = next++
      await trying(async () => {
        await write(id)
        acknowledged.add(id)
      })
    }
  })
  const sealers = Array.from({ length: 2 }, async () => {
    while (!over) await trying(() => sealTrail(worker, TEST_SECRET))
  })
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledged.size
    await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before + 200)
    const pid = database.pid()
    if (pid) process.kill(pid, 'SIGKILL')
  }
  const before = acknowledged.size
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before + 50)
  over = true
  await Promise.all([...writers, ...sealers])
  await sealTrail(worker, TEST_SECRET)
  const rows = await worker.db.selectFrom('audit_event').select('entity_id').execute()
  const there = new Set(rows.map((row) => Number(row.entity_id)))
  const lost = [...acknowledged].filter((id) => !there.has(id))
  const { seals, lines, findings } = await verifyTrail(worker, [TEST_SECRET], [])
  process.stdout.write(
    `Audit: ${KILLS} kills of the database; ${acknowledged.size} lines acknowledged, ${acknowledged.size - lost.length} found; ${lines} lines in ${seals} seals, whole.\n`,
  )
  expect({ lost, findings }).toEqual({ lost: [], findings: [] })
})

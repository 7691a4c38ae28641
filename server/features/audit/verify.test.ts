import { type RawBuilder, sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { auditKey, auditWriter } from '#server/database/audit-line.ts'
import { administer, type Connection, connect } from '#server/database/connection/connect.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { TEST_SECRET, testDatabase } from '#server/testing/database.ts'
import { databaseBefore } from '#server/testing/migrations.ts'
import { type Head, headOf, sealTrail } from './seal.ts'
import { verifyMoment, verifyTrail } from './verify.ts'
import { headsIn } from './witness.ts'

const TAKEN_BACK = new Error('taken back')

/**
 * A trail in a separate database: lines 1 to 9 in three seals, whose hashes were kept, and lines 10 and 11
 * unsealed.
 */
async function makeTrail() {
  const database = await testDatabase()
  const worker = connect({ url: database.url, secret: TEST_SECRET, role: 'karyo_worker', max: 6 })
  const heads: Head[] = []
  const write = (id: number, db = worker.db) =>
    worker.auditLine(db, {
      actor: { subject: `user-${id}`, name: 'Ada Okafor' },
      action: 'order.view',
      entity: { kind: 'order', id, institution: 'P1' },
      requestId: `request-${id}`,
      detail: { version: id, b: { z: 1, a: [id, null] } },
      people: ['nguyen linh 2019-03-14'],
    })
  const seal = () => sealTrail(worker, TEST_SECRET, (one) => void heads.push(one))
  const end = async () => {
    await worker.close()
    await database.drop()
  }
  for (let id = 1; id <= 11; id += 1) {
    await write(id)
    if (id % 3 === 0) await seal()
  }
  return { database, worker, heads, write, seal, end }
}

/** A trail that the test may add to. */
async function trailToAddTo() {
  const trail = await makeTrail()
  onTestFinished(trail.end)
  return trail
}

/** Shared by the other tests, which roll back their changes. */
let shared: Awaited<ReturnType<typeof makeTrail>>
beforeAll(async () => {
  shared = await makeTrail()
})
afterAll(() => shared?.end())

/** The findings after a superuser's change, which is rolled back. */
async function after(tamper: (db: Transaction<Tables>) => Promise<unknown>, witnesses: readonly Head[] = []) {
  let found: Awaited<ReturnType<typeof verifyMoment>> | undefined
  await administer(shared.database.url, async (db) => {
    for (const table of ['audit_event', 'audit_seal'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    await tamper(db)
    found = await verifyMoment(db, [auditKey(TEST_SECRET)], witnesses)
    throw TAKEN_BACK
  }).catch((error: unknown) => {
    if (error !== TAKEN_BACK) throw error
  })
  if (!found) throw new Error('nothing was looked at')
  return found
}
const doing =
  (...statements: RawBuilder<unknown>[]) =>
  async (db: Transaction<Tables>) => {
    for (const statement of statements) await statement.execute(db)
  }
const first = async (tamper: Parameters<typeof after>[0]) => {
  const [finding] = (await after(tamper)).findings
  return finding && { line: finding.line, what: finding.what }
}

test('an untouched trail is valid, and the result counts what is proven', async () => {
  const found = await verifyTrail(shared.worker, [TEST_SECRET], shared.heads)
  expect(found).toEqual({
    seals: 3,
    lines: 9,
    withoutMark: 0,
    unsealed: 2,
    witnessed: 3,
    ofOtherSecret: null,
    findings: [],
  })
})

test('nothing verifies with another secret', async () => {
  const { findings } = await verifyTrail(shared.worker, [`${TEST_SECRET}x`], [])
  expect(findings[0]).toMatchObject({ line: 1, what: 'seal' })
})

test('no portal role can change it, and the database owner cannot by mistake', async () => {
  for (const table of ['audit_event', 'audit_seal'])
    for (const statement of [
      sql`update ${sql.table(table)} set ${sql.ref(table === 'audit_seal' ? 'head' : 'action')} = 'x'`,
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)}`,
    ]) {
      await expect(statement.execute(shared.worker.db)).rejects.toMatchObject({ code: '42501' })
      const asOwner = administer(shared.database.url, (db) => statement.execute(db))
      await expect(asOwner).rejects.toMatchObject({ code: '42501' })
    }
})

describe('a superuser alters a line', () => {
  const values: Record<string, RawBuilder<unknown>> = {
    at: sql`at + interval '1 microsecond'`,
    actor_subject: sql`'somebody-else'`,
    actor_name: sql`'Somebody Else'`,
    action: sql`'order.create'`,
    institution_code: sql`null`,
    entity: sql`'sample'`,
    entity_id: sql`entity_id || '0'`,
    request_id: sql`''`,
    detail: sql`jsonb_set(detail, '{b,a,0}', '77')`,
    people: sql`'{}'`,
    mark: sql`mark || 'x'`,
  }
  test.each(Object.keys(values))('%s of a sealed line is reported', async (column) => {
    const change = sql`update audit_event set ${sql.ref(column)} = ${values[column]} where id = 5`
    expect(await first(doing(change))).toEqual({ line: 5, what: 'altered' })
  })
  test.each(Object.keys(values).filter((column) => column !== 'people'))(
    '%s of an unsealed line is reported because of its mark',
    async (column) => {
      const change = sql`update audit_event set ${sql.ref(column)} = ${values[column]} where id = 11`
      expect(await first(doing(change))).toEqual({ line: 11, what: 'altered' })
    },
  )
  test('reports all findings, the first line first', async () => {
    const { findings } = await after(
      doing(sql`update audit_event set actor_name = 'X' where id in (8, 4, 10)`),
    )
    expect(findings.map(({ line }) => line)).toEqual([4, 8, 10])
  })
})

describe('a superuser removes or inserts lines', () => {
  test.each([1, 5, 9])('reports line %i as removed', async (id) => {
    expect(await first(doing(sql`delete from audit_event where id = ${id}`))).toEqual({
      line: id,
      what: 'removed',
    })
  })

  test('reports a line inserted by hand, even with an invented mark', async () => {
    const put = (mark: string | null) => sql`insert into audit_event (actor_subject, actor_name, action,
      institution_code, entity, entity_id, request_id, mark) values ('a', 'A', 'order.view', 'P1', 'order', '7', '', ${mark})`
    expect(await first(doing(put(null)))).toMatchObject({ what: 'added' })
    expect((await after(doing(put('made.up')))).findings).toHaveLength(1)
  })

  test('reports a copy of a line', async () => {
    const copy = sql`insert into audit_event (at, actor_subject, actor_name, action, institution_code, entity, entity_id,
        request_id, detail, people, mark)
      select at, actor_subject, actor_name, action, institution_code, entity, entity_id, request_id, detail, people, mark
      from audit_event where id = 5`
    const { findings } = await after(doing(copy))
    expect(findings).toEqual([expect.objectContaining({ what: 'added', words: 'Copy of line 5.' })])
  })

  test('reports both of two lines that were swapped', async () => {
    const { findings } = await after(
      doing(sql`update audit_event set entity_id = case id when 4 then '5' else '4' end where id in (4, 5)`),
    )
    expect(findings.map(({ line }) => line)).toEqual([4, 5])
  })

  test('reports a line inserted with a number that was sealed long ago', async () => {
    const late = doing(
      sql`update audit_seal set sealed_at = sealed_at - interval '2 hours'`,
      sql`insert into audit_event (id, actor_subject, actor_name, action, entity, entity_id, request_id)
        overriding system value values (0, 'a', 'A', 'order.view', 'order', '7', '')`,
    )
    expect((await after(late)).findings).toContainEqual(
      expect.objectContaining({
        line: 0,
        words: expect.stringContaining('Added after its period was sealed'),
      }),
    )
  })
})

describe('a superuser changes seals', () => {
  test('reports a seal that was recomputed for an altered line', async () => {
    const fit = doing(
      sql`update audit_event set actor_name = 'X' where id = 5`,
      sql`update audit_seal set line_hashes = overlay(line_hashes placing sha256('x') from 33) where number = 2`,
    )
    expect(await first(fit)).toEqual({ line: 4, what: 'seal' })
  })

  test.each([1, 2])('reports seal %i as removed, and its lines', async (number) => {
    const gone = doing(
      sql`delete from audit_event where id = any((select line_ids from audit_seal where number = ${number})::bigint[])`,
      sql`delete from audit_seal where number = ${number}`,
    )
    expect(await first(gone)).toEqual({ line: 3 * number - 2, what: 'seal' })
  })

  const cut = doing(sql`delete from audit_event where id > 6`, sql`delete from audit_seal where number = 3`)
  test('a truncated end is detected only with a seal kept elsewhere', async () => {
    expect((await after(cut)).findings).toEqual([])
    expect((await after(cut, shared.heads)).findings).toEqual([
      expect.objectContaining({ line: 7, words: expect.stringContaining('is missing') }),
    ])
  })

  test('a trail rewritten with the secret is detected only with a seal kept elsewhere', async () => {
    const key = auditKey(TEST_SECRET)
    const rewriteSeal = async (db: Transaction<Tables>) => {
      await cut(db)
      const sealedAt = new Date(0)
      const [ids, hashes] = [[7], Buffer.alloc(32)]
      const previous = shared.heads[1]?.head ?? ''
      const head = headOf(key, { number: 3, sealedAt, previous, ids, hashes })
      await db
        .insertInto('audit_seal')
        .values({ number: 3, sealed_at: sealedAt, line_ids: ids, line_hashes: hashes, previous, head })
        .execute()
    }
    expect((await after(rewriteSeal, shared.heads)).findings).toContainEqual(
      expect.objectContaining({ line: 7, words: expect.stringContaining('was rewritten') }),
    )
  })
})

test("reads seals from a log collector's text", () => {
  const [one] = shared.heads
  const line = `{"level":30,"msg":"audit trail: seal 1 ${one?.head} 2026-11-21T15:00:00.000Z lines 3"}`
  expect(headsIn(`${line}\nseal 2 short\n`)).toEqual([{ number: 1, head: one?.head }])
})

test('writers do not wait for a seal, and lines committed late go into a later one', async () => {
  const { worker, heads, write, seal } = await trailToAddTo()
  const slow = await worker.db.startTransaction().execute()
  await write(20, slow)
  await write(21)
  await seal()
  await slow.commit().execute()
  const between = await verifyTrail(worker, [TEST_SECRET], heads)
  expect(between).toMatchObject({ unsealed: 1, findings: [] })
  await seal()
  expect(await verifyTrail(worker, [TEST_SECRET], heads)).toMatchObject({ unsealed: 0, findings: [] })
})

test('several portals that write and seal concurrently seal every line once', async () => {
  const { worker, heads, write, seal } = await trailToAddTo()
  const writers = Array.from({ length: 40 }, (_, index) => write(100 + index))
  await Promise.all([...writers, seal(), seal(), seal()])
  await seal()
  const found = await verifyTrail(worker, [TEST_SECRET], heads)
  expect(found).toMatchObject({ lines: 51, unsealed: 0, findings: [] })
})

test('after a change of the secret, each period is verified with its own secret', async () => {
  const { worker, heads, write, seal } = await trailToAddTo()
  await seal()
  const next = `${TEST_SECRET} of the next year`
  const changed: Connection = { ...worker, auditLine: auditWriter(next) }
  await changed.auditLine(worker.db, {
    actor: { subject: 'a', name: 'A' },
    action: 'order.view',
    entity: { kind: 'order', id: 200, institution: 'P1' },
  })
  await sealTrail(changed, next)
  expect(await verifyTrail(worker, [TEST_SECRET, next], heads)).toMatchObject({
    lines: 12,
    findings: [],
  })
  expect((await verifyTrail(worker, [TEST_SECRET], [])).findings).toHaveLength(2)
  // Whoever knows the old secret cannot use it for new lines.
  await write(201)
  expect((await verifyTrail(worker, [TEST_SECRET, next], [])).findings).toMatchObject([{ what: 'altered' }])
})

test('a database that had lines before sealing began is sealed as found, and the result counts those lines', async () => {
  const old = await databaseBefore('0011-audit.sql')
  try {
    const put = (id: number) =>
      old.database.query(`insert into audit_event (actor_subject, actor_name, action, entity, entity_id, request_id)
        values ('a', 'A', 'order.view', 'order', '${id}', '')`)
    await put(1)
    await old.migrate()
    // An older version still writes for a moment.
    await put(2)
    const { host, port, database: name, user, password } = old.database
    const url = `postgres://${user}:${password}@${host}:${port}/${name}`
    const filled = connect({ url, secret: TEST_SECRET, role: 'karyo_worker', max: 1 })
    try {
      await sealTrail(filled, TEST_SECRET)
      await put(3)
      const found = await verifyTrail(filled, [TEST_SECRET], [])
      expect(found).toMatchObject({ lines: 2, withoutMark: 2, unsealed: 1, findings: [] })
    } finally {
      await filled.close()
    }
  } finally {
    await old.end()
  }
})

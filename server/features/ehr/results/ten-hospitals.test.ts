import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReportVersion } from '#domain/reports/history.ts'
import { isThorough } from '#domain/testing/cases.ts'
import { administer } from '#server/database/connection/connect.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { ordersLike } from '#server/features/laboratory/testing/orders.ts'
import { CORRECTED_REPORT, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { hospital } from '../testing/hospital.ts'
import { submittedFrom } from './testing/hospital-order.ts'
import { field, receiver } from './testing/receiver.ts'
import { writeHospitalResults } from './write.ts'

const HOSPITALS = 10
/** 10,000 results, of which a fifth correct one of the others; in `npm test` a twentieth of them. */
const ORDERS = isThorough ? 8_000 : 400
const CORRECTED = ORDERS / 4
const DAY_SECONDS = 24 * 3600

let portal: TestPortal
let delivery: ReturnType<TestPortal['sendResults']> | undefined
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(async () => {
  await delivery?.close()
  await portal?.stop()
})

/** A copy of a submitted order for each of `count` orders, in turn of each hospital under a number of its own. */
async function ordersOf(db: Kysely<Tables>, codes: readonly string[], first: number): Promise<number[]> {
  const ids = await ordersLike(db, first, { count: ORDERS })
  await sql`
    insert into ehr_order (interface_code, institution_code, placer, content, is_cancelled, sent_at, order_id, echo)
    select (${[...codes]}::text[])[1 + n % ${HOSPITALS}::int], e.institution_code, o.id || '^EPIC',
      e.content || jsonb_build_object(
        'placer', e.content -> 'placer' || jsonb_build_object('number', o.id::text, 'namespace', 'EPIC'),
        'patient', e.content -> 'patient' || jsonb_build_object('lastName', d.document #>> '{patients,0,lastName}')),
      false, e.sent_at, o.id, e.echo
    from unnest(${ids}::bigint[]) with ordinality as o (id, n) join orders d on d.id = o.id, ehr_order e
    where e.order_id = ${first}`.execute(db)
  return ids
}

/** The report of an order, as filing it would give it. */
function version(orderId: number, fileKey: string, status: 'final' | 'corrected'): ReportVersion {
  const at = new Date()
  const part = {
    kind: 'document',
    label: 'Report',
    filename: 'report.pdf',
    mediaType: 'application/pdf',
  } as const
  return {
    ...{
      version: status === 'final' ? 1 : 2,
      key: `${status}-${orderId}`,
      person: 'proband',
      testCode: 'WES1',
    },
    ...{ filler: '', accession: '', testName: 'Exome', group: '1', status, laboratory: '', signedBy: '' },
    ...{ change: null, words: '', madeAt: at, sentAt: at, state: 'current', withdrawn: null },
    parts: [{ ...part, fileKey, bytes: 1 }],
  }
}

test('ten hospitals, one away for a day: nothing is lost, doubled or out of order, and the others are not kept waiting', async () => {
  const receivers = await Promise.all(Array.from({ length: HOSPITALS }, () => receiver()))
  const [away] = receivers
  await away?.close()
  const codes: string[] = []
  for (const [n, { port }] of receivers.entries())
    codes.push((await hospital(portal, { code: `TEN${n}`, results: { port } })).code)
  const epic = await hospital(portal)
  const { id: first } = await submittedFrom(portal, epic)
  const ids = await administer(portal.database.url, (db) => ordersOf(db, codes, first))
  const files = { final: await portal.files.put(REPORT), corrected: await portal.files.put(CORRECTED_REPORT) }
  const { db } = portal.worker
  const found = await db
    .selectFrom('orders')
    .select(['id', 'institution_code', 'document'])
    .where('id', '=', first)
    .executeTakeFirstOrThrow()

  const write = (id: number, reports: readonly ReportVersion[]) =>
    db
      .transaction()
      .execute((transaction) =>
        writeHospitalResults(
          transaction,
          { ...found, id },
          { state: 'reported', cancelledTests: [], reports },
        ),
      )
  async function all(orders: readonly number[], what: (id: number) => Promise<void>): Promise<void> {
    const rest = [...orders]
    const next = async (): Promise<void> => {
      for (let id = rest.shift(); id !== undefined; id = rest.shift()) await what(id)
    }
    await Promise.all(Array.from({ length: 3 }, next))
  }
  const waiting = async () => {
    const rows = db.selectFrom('ehr_message_out').select('interface_code').where('outcome', 'is', null)
    return (await rows.execute()).map((row) => row.interface_code)
  }

  /** Waits until nothing waits but for these hospitals: in steps, as thousands take longer than one wait may. */
  const untilOnly = async (codes: readonly string[]) => {
    const others = async () => (await waiting()).filter((code) => !codes.includes(code)).length
    for (let most = await others(); most > 0; most = Math.floor(most / 2))
      await expect.poll(others, { interval: 200, timeout: 55_000 }).toBeLessThan(most)
  }

  delivery = portal.sendResults()
  const finals = new Map(ids.map((id) => [id, version(id, files.final, 'final')]))
  await all(ids, (id) => write(id, [finals.get(id) ?? version(id, files.final, 'final')]))
  // The others have everything while the first is still away.
  await untilOnly(['TEN0'])
  const late = await sql<{
    seconds: number
  }>`select max(extract(epoch from settled_at - created_at))::float as seconds
    from ehr_message_out where outcome = 'taken'`.execute(db)
  if (isThorough) console.log(`The latest of the nine others: ${late.rows[0]?.seconds} s`)
  expect(await waiting()).toHaveLength(ORDERS / HOSPITALS)

  await sql`update ehr_message_out set created_at = created_at - interval '1 day'`.execute(db)
  await sql`update ehr_results set retry_at = retry_at - interval '1 day'`.execute(db)
  const oldest = await sql<{
    seconds: number
  }>`select extract(epoch from now() - min(created_at))::float as seconds
    from ehr_message_out where outcome is null`.execute(db)
  expect(oldest.rows[0]?.seconds).toBeGreaterThan(DAY_SECONDS)

  const corrected = ids.slice(0, CORRECTED)
  await all(corrected, (id) => {
    const superseded = { ...version(id, files.final, 'final'), state: 'superseded' as const }
    return write(id, [superseded, version(id, files.corrected, 'corrected')])
  })
  // It is back, and loses some answers.
  const back = await receiver({ port: away?.port ?? 0, loses: [3, 40, 41] })
  await sql`update ehr_results set retry_at = now()`.execute(db)
  await untilOnly([])

  const isCorrected = new Set(corrected)
  const pdf = (raw: string) => field(raw, 'OBX', 5).split('^')[4] ?? ''
  for (const [n, { messages }] of [back, ...receivers.slice(1)].entries()) {
    // A message that is sent again is the same, and a hospital knows it by MSH-10.
    const once = new Map(messages.map((raw) => [field(raw, 'MSH', 10), raw]))
    expect(messages.length - once.size).toBe(n === 0 ? 3 : 0)
    const numbers = [...once.keys()].map((id) => Number(id.slice(1)))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    const own = ids.filter((_, index) => (index + 1) % HOSPITALS === n)
    const chart = new Map([...once.values()].map((raw) => [field(raw, 'ORC', 2), pdf(raw)]))
    const expected = own.map((id): [string, string] => [
      `${id}^EPIC^1.2.3^ISO`,
      Buffer.from(isCorrected.has(id) ? CORRECTED_REPORT : REPORT).toString('base64'),
    ])
    expect(new Set(chart)).toEqual(new Set(expected))
    expect(once.size).toBe(own.length + own.filter((id) => isCorrected.has(id)).length)
  }
  await Promise.all([back, ...receivers.slice(1)].map((one) => one.close()))
})

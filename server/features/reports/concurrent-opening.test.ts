import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FHIR_AUDIENCE } from '#server/testing/tokens.ts'
import { PARENT } from '#server/testing/world.ts'

let portal: TestPortal
/** Locks an order like the laboratory's inbox during a withdrawal. */
let laboratory: postgres.Sql
/** Sees who is waiting for locks. */
let owner: postgres.Sql
beforeAll(async () => {
  portal = await startPortal()
  const connect = () => postgres(portal.database.url, { max: 1, onnotice: () => undefined })
  ;[laboratory, owner] = [connect(), connect()]
})
afterAll(async () => {
  await Promise.all([laboratory?.end(), owner?.end()])
  await portal?.stop()
})

const READER = 'OrderViewer@P1'
const fhir = async (subject: string, scope: string, clientId: string) => ({
  authorization: `Bearer ${await portal.tokenOf(subject, { audience: FHIR_AUDIENCE, scope, clientId })}`,
})
type Headers = () => Promise<Record<string, string>>
const asReader: Headers = async () => ({ authorization: `Bearer ${await portal.tokenOf(READER)}` })
const ROUTES: [string, (order: number, report: number) => string, Headers][] = [
  ['the order’s report', (id) => `/api/Orders/${PARENT}/${id}/report`, asReader],
  ['a document of a version', (id) => `/api/orders/${PARENT}/${id}/reports/1/parts/1`, asReader],
  [
    'FHIR, by a user',
    (id, report) => `/fhir/Binary/${id}-${report}-1`,
    () => fhir(READER, 'user/*.rs', 'ehr'),
  ],
  [
    'FHIR, by a system',
    (id, report) => `/fhir/Binary/${id}-${report}-1`,
    () => fhir('ehr-system', 'system/*.rs', 'ehr-system'),
  ],
]

/** How many transactions are waiting for a locked order. */
async function waiting(): Promise<number> {
  const waits = await owner`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return waits.length
}

test.each(ROUTES)(
  '[RPT-02] a report withdrawn while it is being opened is neither returned nor marked as opened: %s',
  async (_, path, headersOf) => {
    const { id } = await portal.submitted()
    await portal.receive(
      laboratoryMessage(`O${id}`, { order: id, number: `L-${id}`, status: 'F', pdf: REPORT }),
    )
    const { id: report } = await portal.worker.db
      .selectFrom('report')
      .select('id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    const headers = await headersOf()
    let status = 0
    let request: Promise<unknown> = Promise.resolve()
    await laboratory.begin(async (tx) => {
      await tx`select from orders where id = ${id} for update`
      await tx`update report set state = 'withdrawn', withdrawn_at = now() where id = ${report}`
      request = portal.request(path(id, report), { headers }).then((reply) => {
        status = reply.status
      })
      // It is waiting for the order, or was answered without waiting.
      await expect.poll(async () => status > 0 || (await waiting()) > 0, { timeout: 30_000 }).toBe(true)
    })
    await request
    expect(status).toBe(410)
    const trail = await portal.worker.db
      .selectFrom('audit_event')
      .select('id')
      .where('action', '=', 'report.read')
      .where('entity_id', '=', String(id))
      .execute()
    const openings = await portal.worker.db
      .selectFrom('report_opening')
      .select('physician_id')
      .where('report_id', '=', report)
      .execute()
    expect([trail, openings]).toEqual([[], []])
  },
)

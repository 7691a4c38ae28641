import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'

const reader = 'OrderViewer@P1'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const report = (id: number, version?: number) =>
  portal
    .as(reader)
    .orders.report({ params: { h: PARENT, id }, query: version === undefined ? {} : { version } })
const get = (id: number) => portal.as(reader).orders.get({ params: { hospital: PARENT, id } })
const row = async (id: number) =>
  (await portal.as(reader).orders.list({ params: { hospital: PARENT }, query: { keyword: String(id) } }))
    .ordersDTO[0]

test('[ORDER-08 API-34] an order is followed to its report, which is unread until somebody opens it', async () => {
  const { id } = await portal.submitted()
  expect(await problemOfCall(report(id))).toMatchObject({ status: 404, detail: 'There is no report yet.' })
  for (const [status, display, sampleStatus] of [
    ['O', 'Accessioned', 'Received'],
    ['I', 'In Process', 'Active'],
  ] as const) {
    await portal.receive(laboratoryMessage(`${id}${status}`, { order: id, number: 'L-77', status }))
    expect(await get(id)).toMatchObject({ displayStatus: display, sampleStatus, accessionNumber: 'L-77' })
    expect((await get(id)).abilities).toEqual(['printRequisition'])
    expect(await problemOfCall(report(id))).toMatchObject({ status: 404 })
  }
  await portal.receive(laboratoryMessage(`${id}F`, { order: id, number: 'L-77', status: 'F', pdf: REPORT }))
  const reported = await get(id)
  expect(reported).toMatchObject({
    displayStatus: 'Reported',
    orderStatus: 'Completed',
    sampleStatus: 'Complete',
  })
  expect(reported.reports).toEqual([
    {
      version: 1,
      testCode: 'WES1',
      corrected: false,
      bytes: REPORT.byteLength,
      ...{ person: 'proband', status: 'final', isCurrent: true },
      isUnread: true,
      receivedAt: expect.any(String),
    },
  ])
  expect(reported.abilities).toEqual(['printRequisition', 'readReport', 'giveFeedback'])
  expect((await row(id))?.unreadReport).toBe(true)

  expect(await report(id)).toEqual(new Uint8Array(REPORT))
  expect((await row(id))?.unreadReport).toBe(false)
  await report(id)
  const { events } = await get(id)
  expect(events.map(({ kind, actor }) => [kind, actor])).toEqual([
    ['draft-begun', 'Test OrderSubmitter@P1'],
    ['submitted', 'Test OrderSubmitter@P1'],
    ['accessioned', 'Laboratory'],
    ['in-process', 'Laboratory'],
    ['reported', 'Laboratory'],
    ['report-opened', `Test ${reader}`],
  ])
  expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted())
  expect(events[2]?.detail).toBe('as L-77')

  const reads = await portal.worker.db
    .selectFrom('audit_event')
    .select(['actor_subject', 'institution_code', 'detail'])
    .where('action', '=', 'report.read')
    .where('entity_id', '=', String(id))
    .execute()
  const read = { actor_subject: reader, institution_code: PARENT, detail: { version: 1 } }
  expect(reads).toEqual([read, read])
})

test('a report is served as a PDF that is not cached', async () => {
  const { id } = await portal.submitted()
  await portal.receive(laboratoryMessage(`${id}F`, { order: id, number: 'L-78', status: 'F', pdf: REPORT }))
  const path = `/api/Orders/${PARENT}/${id}/report`
  // A HEAD request opens nothing.
  expect((await portal.request(path, { as: reader, method: 'HEAD' })).status).toBe(404)
  expect((await row(id))?.unreadReport).toBe(true)
  const response = await portal.request(path, { as: reader })
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('content-disposition')).toBe('inline')
})

test('a corrected report is unread again; the earlier version stays', async () => {
  const { id } = await portal.submitted()
  const sendReport = (control: string, status: string, pdf: Uint8Array) =>
    portal.receive(laboratoryMessage(`${id}${control}`, { order: id, number: 'L-79', status, pdf }))
  await sendReport('F', 'F', REPORT)
  await report(id)
  await sendReport('C', 'C', CORRECTED_REPORT)
  expect((await row(id))?.unreadReport).toBe(true)
  expect((await get(id)).reports.map(({ version, corrected }) => [version, corrected])).toEqual([
    [2, true],
    [1, false],
  ])
  expect(await report(id)).toEqual(new Uint8Array(CORRECTED_REPORT))
  expect(await report(id, 1)).toEqual(new Uint8Array(REPORT))
  expect((await row(id))?.unreadReport).toBe(false)
  expect(await problemOfCall(report(id, 3))).toMatchObject({ status: 404 })
  expect((await get(id)).events.map(({ kind }) => kind).slice(2)).toEqual([
    ...['reported', 'report-opened', 'report-corrected', 'report-opened'],
  ])
})

test('opening an earlier version leaves a newer one unread', async () => {
  const { id } = await portal.submitted()
  const sendReport = (status: string, pdf: Uint8Array) =>
    portal.receive(laboratoryMessage(`${id}${status}`, { order: id, number: 'L-80', status, pdf }))
  await sendReport('F', REPORT)
  await sendReport('C', CORRECTED_REPORT)
  await report(id, 1)
  expect((await row(id))?.unreadReport).toBe(true)
  await report(id, 2)
  expect((await row(id))?.unreadReport).toBe(false)
})

test('the laboratory’s Support can read the report, which stays unread for the institution', async () => {
  const { id } = await portal.submitted()
  await portal.receive(laboratoryMessage(`${id}F`, { order: id, number: 'L-81', status: 'F', pdf: REPORT }))
  const read = await portal.as('Support').orders.report({ params: { h: PARENT, id }, query: {} })
  expect(read).toEqual(new Uint8Array(REPORT))
  expect((await row(id))?.unreadReport).toBe(true)
  expect((await get(id)).events.at(-1)?.kind).toBe('reported')
  const trail = portal.worker.db
    .selectFrom('audit_event')
    .select('actor_subject')
    .where('action', '=', 'report.read')
  expect(await trail.where('entity_id', '=', String(id)).execute()).toEqual([{ actor_subject: 'Support' }])
})

test('a corrected report that arrives while the earlier one is being opened is the one returned', async () => {
  const { id } = await portal.submitted()
  await portal.receive(laboratoryMessage(`${id}F`, { order: id, number: 'L-82', status: 'F', pdf: REPORT }))
  const { db } = portal.worker
  const file_key = await portal.files.put(CORRECTED_REPORT)
  const arriving = await db.startTransaction().execute()
  await arriving.selectFrom('orders').select('id').where('id', '=', id).forUpdate().execute()
  const reading = report(id)
  const activity = sql`select from pg_stat_activity
    where datname = current_database() and usename = 'karyo_portal' and state = 'active'
      and cardinality(pg_blocking_pids(pid)) > 0`
  await expect.poll(async () => (await activity.execute(portal.portal.db)).rows.length).toBe(1)
  await arriving.updateTable('report').set({ state: 'superseded' }).where('order_id', '=', id).execute()
  await arriving
    .insertInto('report')
    .values({
      order_id: id,
      institution_code: PARENT,
      version: 2,
      corrected: true,
      file_key,
      bytes: 1,
      test_code: 'WES1',
    })
    .execute()
  await arriving.commit().execute()
  expect(await reading).toEqual(new Uint8Array(CORRECTED_REPORT))
  expect((await row(id))?.unreadReport).toBe(false)
})

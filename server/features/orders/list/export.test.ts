import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { laboratoryDay } from '#server/testing/laboratory-day.ts'
import { problemIn, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { csvOf } from './export.ts'
import type { ListedRow } from './list-store.ts'

const FORMULAS = ['=HYPERLINK("x")', '+1', '-2', '@SUM(A1)', '\tx']

const numbered = (document: OrderDocument): OrderDocument => ({
  ...document,
  patients: document.patients.map((one) => ({ ...one, recordNumber: `MRN ${one.lastName.length}` })),
})

let portal: TestPortal
const ids: number[] = []

beforeAll(async () => {
  portal = await startPortal()
  for (const lastName of ['Nguyễn, "Bo"', ...FORMULAS])
    ids.push((await portal.draft(numbered(readyOrder(lastName)))).id)
  await portal.submitted(readyOrder('Child'), { by: 'OrderSubmitter@C1', at: CHILD })
  await portal.submitted(readyOrder('Foreign'), { by: 'OrderSubmitter@F1', at: FOREIGN })
})
afterAll(() => portal?.stop())

async function exported(query = '', as = 'OrderViewer@P1') {
  const response = await portal.request(`/api/Orders/${PARENT}/export${query}`, { as })
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const rows: Record<string, string>[] = parse(Buffer.from(bytes), { bom: true, columns: true })
  return { rows, bytes, headers: response.headers }
}

test('[UX-15] exports the whole list with MRNs, a byte order mark, and a file name with the date', async () => {
  const { rows, bytes, headers } = await exported('?orderBy=id&isAscending=true')
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(headers.get('content-disposition')).toContain(`filename="orders-${laboratoryDay(0)}.csv"`)
  expect(rows.map(({ Order }) => Number(Order))).toEqual(ids)
  const params = { hospital: PARENT, id: ids[0] ?? 0 }
  const { createdAt } = await portal.as('OrderViewer@P1').orders.get({ params })
  const begun = todayAtLaboratory(new Date(createdAt))
  expect(rows[0]).toMatchObject({
    ...{ Institution: PARENT, 'Last name': 'Nguyễn, "Bo"', Begun: begun, Status: 'Pending Submission' },
    ...{ Ordered: '', 'Ordering provider': 'Ada Okafor', 'Test code': 'WES1', MRN: 'MRN 12' },
  })
  expect(rows[0]?.['Date of birth']).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})

test('typed text never becomes a spreadsheet formula', async () => {
  const { rows } = await exported('?orderBy=id&isAscending=true')
  const typed = rows.slice(1).map((row) => row['Last name'] ?? '')
  expect(typed.map((cell) => cell.replace(/^'/, ''))).toEqual(FORMULAS)
  for (const cell of typed) expect(cell).toMatch(/^'/)
})

test('exports what is filtered or selected, never beyond the user’s institutions', async () => {
  const named = (rows: Record<string, string>[]) => rows.map((row) => row['Last name'])
  expect(named((await exported('?keyword=nguyen')).rows)).toEqual(['Nguyễn, "Bo"'])
  const chosen = await exported(`?ids=${ids[2]},${ids[0]},999999&orderBy=id`)
  expect(chosen.rows.map(({ Order }) => Number(Order))).toEqual([ids[2], ids[0]])
  const both = await exported(`?hospitalCodes=${PARENT},${CHILD},${FOREIGN}&status=en-route`)
  expect(named(both.rows)).toEqual(['Child'])
  const empty = await exported('?keyword=nobody')
  expect(empty.rows).toEqual([])
  for (const wrong of ['?ids=', '?ids=a', `?ids=${Array.from({ length: 51 }, (_, n) => n + 1)}`]) {
    const response = await portal.request(`/api/Orders/${PARENT}/export${wrong}`, { as: 'OrderViewer@P1' })
    expect((await problemIn(response)).code).toBe('invalid-fields')
  }
})

test('every institution whose orders are exported has a line in its audit trail', async () => {
  const before = await lines()
  await exported(`?hospitalCodes=${PARENT},${CHILD}&dateTo=${laboratoryDay(0)}`)
  expect((await lines()).slice(before.length)).toEqual([
    [CHILD, expect.objectContaining({ orders: 1, dateTo: laboratoryDay(0) })],
    [PARENT, expect.objectContaining({ orders: ids.length })],
  ])
})

async function lines() {
  const found = await administer(portal.database.url, (db) =>
    db
      .selectFrom('audit_event')
      .select(['institution_code', 'detail'])
      .where('action', '=', 'order.export')
      .orderBy('id')
      .execute(),
  )
  return found.map(({ institution_code, detail }) => [institution_code, detail])
}

test('only a truncated file says so in its last line', async () => {
  const row = { state: 'draft', patient_last_name: 'Lim' } as ListedRow
  const listedRow = { ...row, created_at: new Date(), updated_at: new Date() } as ListedRow
  const blank = {
    ...{ submitted_at: null, reported_at: null, report_opened_at: null, on_hold_since: null, id: 1 },
    record_numbers: [],
  }
  const rows = [{ ...listedRow, ...blank } as ListedRow]
  expect(Buffer.from(await csvOf(rows, { total: 3, today: laboratoryDay(0) })).toString()).toContain(
    'Truncated: this file has the first 1 of 3 orders.',
  )
  expect(Buffer.from(await csvOf(rows, { total: 1, today: laboratoryDay(0) })).toString()).not.toContain(
    'Cut',
  )
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOrder, type OrderDocument } from '#domain/orders/document.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'

type Query = Parameters<ReturnType<TestPortal['as']>['orders']['list']>[0]['query']

/** Adds an MRN to one person. */
function withNumber(document: OrderDocument): OrderDocument {
  const isMeant = document.patients[0]?.lastName === 'Nguyễn'
  const patients = document.patients.map((one) => ({ ...one, recordNumber: isMeant ? 'MRN-7741x' : '' }))
  return { ...document, patients }
}

let portal: TestPortal
/** Order numbers by the patient's last name. */
const ids: Record<string, number> = {}

beforeAll(async () => {
  portal = await startPortal()
  const expected = [
    ['Nguyễn', 'WES1'],
    ['Ångström', 'EPI2'],
    ['Đặng', 'EPI2'],
    ['Smith_Jones', 'CYS4'],
    ['Percent%', 'CYS4'],
    ['de la Cruz', 'OVA3'],
  ] as const
  for (const [lastName, code] of expected)
    ids[lastName] = (await portal.submitted(withNumber(readyOrder(lastName, code)))).id
  ids.Draft = (await portal.draft(readyOrder('Draft', 'OVA3'))).id
  ids[''] = (await portal.draft({ ...newOrder(), clinicalNotes: 'Nobody yet.' })).id
  const sendUpdate = (name: string, status: string) =>
    portal.receive(
      laboratoryMessage(`${name}-${status}`, {
        order: ids[name] ?? 0,
        test: expected.find(([lastName]) => lastName === name)?.[1] ?? '',
        name: `${name}^Linh`,
        number: `LK-${name.length}`,
        status,
        ...(status === 'F' ? { pdf: REPORT } : {}),
      }),
    )
  await sendUpdate('Ångström', 'O')
  await sendUpdate('Đặng', 'I')
  await sendUpdate('Smith_Jones', 'F')
  await sendUpdate('Percent%', 'X')
  // An order that must never be found.
  await portal.submitted(readyOrder('Nguyen'), { by: 'OrderSubmitter@F1', at: FOREIGN })
  await portal.submitted(readyOrder('Nguyen'), { by: 'OrderSubmitter@C1', at: CHILD })
})
afterAll(() => portal?.stop())

const list = (query: Query = {}, hospital = PARENT, as = 'OrderViewer@P1') =>
  portal.as(as).orders.list({ params: { hospital }, query })
const names = async (query: Query = {}) =>
  (await list(query)).ordersDTO.map(({ patient }) => patient.lastName)

test.each(['keyword', 'patient', 'provider', 'labNumber', 'test'])(
  'an empty search does not narrow: %s',
  async (filter) => {
    for (const nothing of ['', '   ']) expect((await list({ [filter]: nothing })).total).toBe(8)
  },
)

describe('[ENT-05] the list of an institution’s orders', () => {
  test("lists only that institution's, newest first", async () => {
    const all = await list()
    expect(all).toMatchObject({ total: 8, top: 25, skip: 0 })
    expect(new Set(all.ordersDTO.map(({ hospitalCode }) => hospitalCode))).toEqual(new Set([PARENT]))
    const dates = all.ordersDTO.map(({ orderedAt, createdAt }) => orderedAt ?? createdAt)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect((await list({}, CHILD)).total).toBe(1)
  })

  test('shows the fields that the specification names', async () => {
    const { ordersDTO } = await list({ keyword: 'angstrom' })
    expect(ordersDTO).toEqual([
      expect.objectContaining({
        id: ids.Ångström,
        patient: {
          ...{ firstName: 'Linh', lastName: 'Ångström', dateOfBirth: '2019-03-15', sex: 'Female' },
          fetuses: '',
        },
        ...{ accessionNumber: 'LK-8', testCode: 'EPI2', testName: 'Epilepsy Panel', state: 'accessioned' },
        ...{ displayStatus: 'Accessioned', providerName: 'Ada Okafor', isVOB: false, openPoints: 0 },
        ...{ vobStatus: null, submitterName: null },
      }),
    ])
    expect((await list({ status: 'pending-submission', keyword: 'draft' })).ordersDTO[0]?.openPoints).toBe(0)
    const blank = (await list({ status: 'pending-submission' })).ordersDTO.find(({ id }) => id === ids[''])
    expect(blank?.openPoints).toBe(9)
  })

  test.each([
    ['en-route', ['Nguyễn', 'de la Cruz']],
    ['accessioned', ['Ångström']],
    ['in-process', ['Đặng']],
    ['reported', ['Smith_Jones']],
    ['pending-submission', ['', 'Draft']],
  ] as const)('[STATE-03] by status: %s', async (status, expected) => {
    expect((await names({ status })).sort()).toEqual(expected.toSorted())
    // A cancelled order is in none of the five, and in the list of all.
    expect(expected).not.toContain('Percent%')
  })

  test.each([
    ['a name without its accents', 'nguyen', ['Nguyễn']],
    ['a name with them, in capitals', 'NGUYỄN', ['Nguyễn']],
    ['a letter with a stroke', 'dang', ['Đặng']],
    ['part of a name', 'ngstr', ['Ångström']],
    ['first and last name in any order', 'cruz linh', ['de la Cruz']],
    ['a test’s name', 'epilepsy', ['Đặng', 'Ångström']],
    ['a test’s code', 'ova3', ['Draft', 'de la Cruz']],
    ['a gene of the test', 'kcnq2', ['Đặng', 'Ångström']],
    ['a gene of more than one test', 'CFTR', ['Nguyễn', 'Percent%', 'Smith_Jones']],
    ['the start of a laboratory number', 'lk-11', ['Smith_Jones']],
    ['a full date of birth', '2019-03-16', ['Đặng']],
    ['a date of birth and a name', '2019-03-16 linh', ['Đặng']],
    ['[UX-15] a date of birth in US format', '03/16/2019', ['Đặng']],
    ['[UX-15] a date of birth with the month in words, and a name', 'linh 16 Mar 2019', ['Đặng']],
    ['[UX-15] a name as the list shows it', 'Đặng, Linh', ['Đặng']],
    ['[UX-15] the end of a laboratory number', '-11', ['Smith_Jones']],
    ['[UX-15] the MRN', 'mrn-7741x', ['Nguyễn']],
    ['[UX-15] a part of the MRN', '7741', ['Nguyễn']],
    ['too short a part of a number', '41', []],
    ['part of a date of birth', '2019-03', []],
    ['words that no single order has together', 'nguyen epilepsy', []],
    ['an SQL wildcard (%)', '%', ['Percent%']],
    ['and the other one', '_', ['Smith_Jones']],
    ['a backslash', '\\', []],
    ['a quote', "'", []],
    ['white space', '   ', undefined],
  ])('by %s', async (_, keyword, expected) => {
    const found = await names({ keyword })
    expect(found.sort()).toEqual((expected ?? (await names())).toSorted())
  })

  test('[UX-15] by order number, whole or in part', async () => {
    const id = ids['de la Cruz'] ?? 0
    expect(await names({ keyword: String(id) })).toEqual(['de la Cruz'])
    expect(await names({ keyword: String(id).slice(-5) })).toEqual(['de la Cruz'])
    expect(await names({ keyword: String(id).slice(0, -1) })).toContain('de la Cruz')
  })

  test.each([
    ['patient', (row: Row) => row.patient.lastName],
    ['test', (row: Row) => row.testName],
    ['labNumber', (row: Row) => row.accessionNumber],
    ['expected', (row: Row) => row.expectedOn],
    ['status', (row: Row) => row.state],
    ['orderDate', (row: Row) => row.orderedAt ?? row.createdAt],
  ] as const)('sorts by %s in both directions, with empty values last', async (orderBy, keyOf) => {
    const up = (await list({ orderBy, isAscending: 'true' })).ordersDTO.map(keyOf)
    const down = (await list({ orderBy, isAscending: 'false' })).ordersDTO.map(keyOf)
    const filled = (keys: (string | null)[]) => keys.filter((key) => key !== null)
    expect(filled(up)).toEqual(filled(down).toReversed())
    for (const keys of [up, down])
      expect(keys).toEqual([...filled(keys), ...keys.filter((key) => key === null)])
    const { compare } = new Intl.Collator('und')
    const order = ['draft', 'en-route', 'accessioned', 'in-process', 'reported', 'cancelled']
    expect(filled(up)).toEqual(
      filled(up).toSorted(orderBy === 'status' ? (a, b) => order.indexOf(a) - order.indexOf(b) : compare),
    )
    expect(new Set(up).size).toBeGreaterThan(1)
  })

  test('is sorted by patient in the order users expect, whatever the letters', async () => {
    const sorted = await names({ orderBy: 'patient', isAscending: 'true' })
    expect(sorted.slice(0, 3)).toEqual(['', 'Ångström', expect.stringMatching(/^[dĐ]/)])
    expect(sorted.slice(-3)).toEqual(['Nguyễn', 'Percent%', 'Smith_Jones'])
  })

  test('[ORDER-07] has pages of 25 by default; a page beyond the total is refused', async () => {
    const by = 'OrderSubmitter@F1'
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => portal.draft(readyOrder(`Page ${n}`), { by, at: FOREIGN })),
    )
    const page = (query: Query) => list(query, FOREIGN, by)
    const first = await page({})
    expect([first.total, first.top, first.ordersDTO.length]).toEqual([31, 25, 25])
    const second = await page({ skip: 25 })
    expect(second.ordersDTO).toHaveLength(6)
    const seen = [...first.ordersDTO, ...second.ordersDTO].map(({ id }) => id)
    expect(new Set(seen).size).toBe(31)
    expect((await page({ top: 4, skip: 28 })).ordersDTO).toHaveLength(3)
    for (const skip of [31, 32, 1_000_000]) {
      const refusal = await problemOfCall(page({ skip }))
      expect(refusal).toMatchObject({ status: 400, code: 'invalid-page', title: 'Invalid page' })
    }
    // An empty result has a first page without rows.
    expect(await page({ keyword: 'nobody of this name' })).toMatchObject({ total: 0, ordersDTO: [] })
  })

  test('reports everything that is wrong with a request', async () => {
    const response = await portal.request(
      '/api/Orders/P1?status=lost&skip=-1&top=201&orderBy=colour&isAscending=maybe',
      { as: 'OrderViewer@P1' },
    )
    const { errors } = (await response.json()) as { errors: { path: string }[] }
    expect(response.status).toBe(422)
    expect(errors.map(({ path }) => path).sort()).toEqual([
      '/query/isAscending',
      '/query/orderBy',
      '/query/skip',
      '/query/status',
      '/query/top',
    ])
  })
})

type Row = Awaited<ReturnType<typeof list>>['ordersDTO'][number]

test("[API-41] the dashboard counts one institution's orders by status, and the unopened reports", async () => {
  const summary = () => portal.as('OrderViewer@P1').orders.summary({ params: { h: PARENT } })
  const counts = { 'en-route': 2, accessioned: 1, 'in-process': 1, reported: 1, 'pending-submission': 2 }
  expect(await summary()).toEqual({ counts, unreadReports: 1 })
  await portal
    .as('OrderViewer@P1')
    .orders.report({ params: { h: PARENT, id: ids.Smith_Jones ?? 0 }, query: {} })
  expect(await summary()).toEqual({ counts, unreadReports: 0 })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { newOrder, type OrderDocument } from '#domain/orders/document.ts'
import { isLate } from '#domain/orders/obstacles.ts'
import { ORDER_STATES, ORDER_STATUSES, SAMPLE_STATUSES } from '#domain/orders/status.ts'
import { administer } from '#server/database/connection/connect.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { laboratoryDay } from '#server/testing/laboratory-day.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'

type Query = Parameters<ReturnType<TestPortal['as']>['orders']['list']>[0]['query']

let portal: TestPortal
/** Order numbers by the patient's last name. */
const ids: Record<string, number> = {}

const genesChosen = (lastName: string, code: string, genes: string[]): OrderDocument => {
  const document = readyOrder(lastName, code)
  return { ...document, tests: document.tests.map((one) => ({ ...one, genes })) }
}

beforeAll(async () => {
  portal = await startPortal()
  // The test data contain no genome test.
  await administer(portal.database.url, (db) =>
    db.updateTable('test').set({ category: 'wgs' }).where('code', '=', 'CYS4').execute(),
  )
  const make = async (document: OrderDocument, who?: { by: string; at: string }) => {
    const order = await portal.submitted(document, who)
    ids[order.patient.lastName] = order.id
  }
  await make(readyOrder('Genome', 'CYS4'))
  await make(readyOrder('Waiting', 'WES1'))
  await make(readyOrder('Late', 'WES1'))
  await make(readyOrder('Held', 'WES1'))
  await make(readyOrder('Asked', 'EPI2'))
  await make(genesChosen('Chosen', 'ONE7', ['MECP2']))
  await make(readyOrder('Unread', 'OVA3'))
  await make(readyOrder('Read', 'OVA3'))
  await make(readyOrder('Ending', 'EPI2'))
  await make(readyOrder('Ended', 'EPI2'))
  await make({
    ...readyOrder('Author', 'EPI2'),
    orderingProvider: {
      ...readyOrder().orderingProvider,
      npi: '1000000012',
      firstName: 'Zoë',
      lastName: 'Ramnefjell',
    },
  })
  ids.Draft = (await portal.draft(readyOrder('Draft', 'OVA3'))).id
  await make(readyOrder('Child', 'WES1'), { by: 'OrderSubmitter@C1', at: CHILD })
  await make(readyOrder('Foreign', 'WES1'), { by: 'OrderSubmitter@F1', at: FOREIGN })
  const sendUpdate = (name: string, status: string, test = 'WES1') =>
    portal.receive(
      laboratoryMessage(`${name}-${status}`, {
        ...{ order: ids[name] ?? 0, number: `LK-${name}`, status, test, pdf: REPORT, name: `${name}^Linh` },
      }),
    )
  for (const name of ['Late', 'Held', 'Asked']) await sendUpdate(name, 'I')
  for (const name of ['Unread', 'Read']) await sendUpdate(name, 'F')
  await sendUpdate('Ended', 'X', 'EPI2')
  await sendUpdate('Ending', 'I')
  const at = { hospital: PARENT, id: ids.Ending ?? 0, sameHospital: PARENT }
  await portal
    .as('OrderSubmitter@P1')
    .orders.cancel({ params: at, body: { reason: 'Ordered twice', type: 'Sample' } })
  await portal.as('OrderViewer@P1').orders.report({ params: { h: PARENT, id: ids.Read ?? 0 }, query: {} })
  // Not late, even if a day begins before the tests.
  await change('Ending', { expected_on: laboratoryDay(1) })
  await change('Late', { expected_on: laboratoryDay(-1) })
  await change('Held', { expected_on: laboratoryDay(-9), on_hold_since: new Date() })
  await change('Asked', { expected_on: laboratoryDay(1), missing_info: true })
  await change('Waiting', { submitted_at: new Date('2026-03-08T05:59:00Z') })
})
afterAll(() => portal?.stop())

function change(name: string, set: Record<string, unknown>) {
  return administer(portal.database.url, (db) =>
    db
      .updateTable('orders')
      .set(set)
      .where('id', '=', ids[name] ?? 0)
      .execute(),
  )
}

const list = (query: Query = {}, hospital = PARENT, as = 'OrderViewer@P1') =>
  portal.as(as).orders.list({ params: { hospital }, query })
const names = async (query: Query = {}, hospital = PARENT, as?: string) =>
  (await list(query, hospital, as)).ordersDTO.map(({ patient }) => patient.lastName).sort()

describe('the list is narrowed', () => {
  test.each<[string, Query, string[]]>([
    ['to late orders', { late: 'true' }, ['Late']],
    ['to orders with a question to the clinic', { missingInfo: 'true' }, ['Asked']],
    ['to orders on hold', { onHold: '1' }, ['Held']],
    ['to unopened reports', { unread: 'true' }, ['Unread']],
    ['to opened reports', { status: 'reported', unread: 'false' }, ['Read']],
    ['to genomes, for the header’s alerts', { group: 'wgs' }, ['Genome']],
    ['by the code of a test', { test: 'OVA3' }, ['Draft', 'Read', 'Unread']],
    ['by part of the provider’s name, without accents', { provider: 'zoe ramne' }, ['Author']],
    ['by part of the patient’s name', { patient: 'aft' }, ['Draft']],
    ['by words of the patient’s name in any order', { patient: 'genome LINH' }, ['Genome']],
    ['by a test’s name where a patient’s is asked for', { patient: 'ovarian' }, []],
    ['by the start of a laboratory number', { labNumber: 'lk-re' }, ['Read']],
    ['by the middle of one', { labNumber: 'read' }, []],
    ['by the first day', { dateFrom: '2026-03-08', dateTo: '2026-03-09' }, []],
    [
      'by the last day, in the laboratory’s time zone',
      { dateFrom: '2026-03-07', dateTo: '2026-03-07' },
      ['Waiting'],
    ],
    ['by a gene that was chosen', { keyword: 'mecp2', test: 'ONE7' }, ['Chosen']],
    ['by a gene that could have been chosen and was not', { keyword: 'scn1a', test: 'ONE7' }, []],
    ['by several filters', { test: 'WES1', status: 'in-process', labNumber: 'lk' }, ['Held', 'Late']],
    ['not by an empty input', { patient: '  ', provider: '', labNumber: '', test: '' }, []],
    ['to a stage that no order in the status has', { status: 'en-route', orderStatus: 'Completed' }, []],
  ])('%s', async (what, query, expected) => {
    expect(await names(query)).toEqual(what === 'not by an empty input' ? await names() : expected)
  })

  test('[STATE-02] by each status of orders and of samples, and every order has one of both', async () => {
    const { total } = await list()
    let [byOrder, bySample] = [0, 0]
    for (const orderStatus of ORDER_STATUSES) {
      const found = await list({ orderStatus })
      byOrder += found.total
      expect(found.total).toBeGreaterThan(0)
      for (const { id } of found.ordersDTO) expect(await one(id)).toMatchObject({ orderStatus })
    }
    for (const sampleStatus of SAMPLE_STATUSES) {
      const found = await list({ sampleStatus })
      bySample += found.total
      for (const { id } of found.ordersDTO) expect(await one(id)).toMatchObject({ sampleStatus })
    }
    expect([byOrder, bySample]).toEqual([total, total])
    expect(await names({ orderStatus: 'PendingCancellation' })).toEqual(['Ending'])
    expect(await names({ orderStatus: 'Cancelled' })).toEqual(['Ended'])
  })

  test('and each row has the matching mark', async () => {
    for (const flag of ['late', 'missingInfo', 'onHold', 'unread'] as const) {
      const mark = {
        late: 'isLate',
        missingInfo: 'missingInfo',
        onHold: 'onHold',
        unread: 'unreadReport',
      } as const
      const [found, others] = [await list({ [flag]: 'true' }), await list({ [flag]: 'false' })]
      expect(found.ordersDTO.every((row) => row[mark[flag]])).toBe(true)
      expect(others.ordersDTO.some((row) => row[mark[flag]])).toBe(false)
      expect(found.total + others.total).toBe((await list()).total)
    }
  })

  test('and is refused if the last day is before the first, or a day is invalid', async () => {
    for (const [query, path] of [
      [{ dateFrom: '2026-03-09', dateTo: '2026-03-08' }, '/query/dateTo'],
      [{ dateFrom: '03/09/2026' }, '/query/dateFrom'],
    ] as const) {
      const { errors } = await problemOfCall(list(query))
      expect(errors?.map((error) => error.path)).toEqual([path])
    }
  })
})

const dayOf = (instant: string) => todayAtLaboratory(new Date(instant))
const one = (id: number) => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })

test('late in SQL equals late in the rule, for every state, day and hold, with and without a pending test', async () => {
  const id = ids.Late ?? 0
  for (const state of ORDER_STATES)
    for (const expectedOn of [null, laboratoryDay(-1), laboratoryDay(0), laboratoryDay(1)])
      for (const onHold of [false, true])
        for (const hasPendingTest of state === 'reported' ? [false, true] : [false]) {
          const submitted_at = state === 'draft' ? null : new Date()
          const on_hold_since = onHold ? new Date() : null
          const has_pending_test = hasPendingTest
          await change('Late', {
            state,
            submitted_at,
            expected_on: expectedOn,
            on_hold_since,
            has_pending_test,
          })
          const found = (await list({ late: 'true' })).ordersDTO.some((row) => row.id === id)
          // The database prevents holds on finished orders, and there is no question after the report.
          const isOnHold = onHold && state !== 'reported' && state !== 'cancelled'
          expect(found, `${state} ${expectedOn} ${onHold} ${hasPendingTest}`).toBe(
            isLate({ state, expectedOn, onHold: isOnHold, hasPendingTest }, laboratoryDay(0)),
          )
        }
  await change('Late', {
    state: 'in-process',
    submitted_at: new Date(),
    expected_on: laboratoryDay(-1),
    ...{ on_hold_since: null, has_pending_test: false },
  })
})

describe('[API-33] the list of an institution’s orders, in both forms', () => {
  test("covers the path's institution, or the named ones of the user's", async () => {
    const codes = async (hospitalCodes: string, as?: string, header?: string) => {
      const path = `/api/Orders/${PARENT}?top=200&hospitalCodes=${hospitalCodes}`
      const headers: Record<string, string> = header === undefined ? {} : { 'institution-codes': header }
      const response = await portal.request(path, { as: as ?? 'OrderViewer@P1', headers })
      const { ordersDTO } = (await response.json()) as Awaited<ReturnType<typeof list>>
      return [...new Set(ordersDTO.map((row) => row.hospitalCode))].sort()
    }
    expect(await codes('')).toEqual([PARENT])
    expect(await codes(CHILD)).toEqual([CHILD])
    expect(await codes(`${PARENT}, ${CHILD},`)).toEqual([CHILD, PARENT])
    // Never wider than the user's own institutions, or than the header.
    expect(await codes(`${PARENT},${FOREIGN},NONE`)).toEqual([PARENT])
    expect(await codes(FOREIGN)).toEqual([])
    expect(await codes(`${PARENT},${CHILD}`, 'OrderViewer@P1', PARENT)).toEqual([PARENT])
    expect(await codes(`${PARENT},${CHILD},${FOREIGN}`, 'Support')).toEqual([CHILD, FOREIGN, PARENT])
  })

  test('has only the specification’s fields in the v2 form, with the same orders page by page', async () => {
    const query = { top: 4, orderBy: 'patient', isAscending: 'true' } as const
    for (const skip of [0, 4, 8]) {
      const onePage = await list({ ...query, skip })
      const lean = await portal
        .as('OrderViewer@P1')
        .orders.listLean({ params: { hospital: PARENT }, query: { ...query, skip } })
      const { ordersDTO, ...page } = onePage
      expect(lean).toEqual({
        ...page,
        orderProjectionsDTO: ordersDTO.map((row) => ({
          patient: {
            firstName: row.patient.firstName,
            lastName: row.patient.lastName,
            dateOfBirth: row.patient.dateOfBirth,
            fetuses: row.patient.fetuses,
          },
          ...{ accessionNumber: row.accessionNumber, id: row.id, testName: row.testName },
          ...{ displayStatus: row.displayStatus, hospitalCode: PARENT },
        })),
      })
    }
    const beyond = portal
      .as('OrderViewer@P1')
      .orders.listLean({ params: { hospital: PARENT }, query: { skip: 25 } })
    expect(await problemOfCall(beyond)).toMatchObject({ status: 400, title: 'Invalid page' })
  })

  test("has paths that conflict with no order's", async () => {
    const id = ids.Genome ?? 0
    expect(await one(id)).toMatchObject({ id })
    const form = async (path: string) => {
      const response = await portal.request(path, { as: 'OrderViewer@P1' })
      return [response.status, response.headers.get('content-type')?.split(';')[0]]
    }
    expect(await form(`/api/Orders/${PARENT}/export`)).toEqual([200, 'text/csv'])
    expect(await form(`/api/orders/v2/${PARENT}`)).toEqual([200, 'application/json'])
    expect(await form(`/api/orders/${PARENT}/requisitions?ids=${id}`)).toEqual([200, 'application/pdf'])
    expect(await form('/api/samples/getorderhistoryfilter')).toEqual([200, 'application/json'])
    expect((await form(`/api/Orders/v2/${FOREIGN}`))[0]).toBe(404)
  })
})

describe("[API-49] the values for the list's filters", () => {
  const filter = (
    query: Parameters<ReturnType<TestPortal['as']>['orders']['historyFilter']>[0]['query'],
    as = 'OrderViewer@P1',
  ) => portal.as(as).orders.historyFilter({ query })

  test('are those of its orders, each with how many it finds', async () => {
    const found = await filter({ hospitalCode: PARENT })
    expect(found.total).toBe((await list()).total)
    expect(found.tests.map(({ name }) => name)).toEqual(found.tests.map(({ name }) => name).toSorted())
    for (const { code, count } of found.tests) expect((await list({ test: code })).total).toBe(count)
    expect(found.tests.find(({ code }) => code === 'OVA3')).toEqual({
      code: 'OVA3',
      name: 'Ovarian Panel',
      count: 3,
    })
    expect(found.providers.map(({ name }) => name)).toEqual(['Ada Okafor', 'Zoë Ramnefjell'])
    for (const { name, count } of found.providers) expect((await list({ provider: name })).total).toBe(count)
    expect(found.institutions).toEqual([
      { code: CHILD, name: 'Child Clinic', count: 1 },
      { code: PARENT, name: 'Parent Clinic', count: found.total },
    ])
    const days = (await list({ top: 200 })).ordersDTO.map(({ orderedAt, createdAt }) =>
      dayOf(orderedAt ?? createdAt),
    )
    expect([found.firstDate, found.lastDate]).toEqual(['2026-03-07', days.toSorted().at(-1)])
  })

  test("can be limited to a status, and to named institutions of the user's", async () => {
    expect(await filter({ hospitalCode: PARENT, status: 'pending-submission' })).toMatchObject({
      ...{
        total: 1,
        tests: [{ code: 'OVA3', count: 1 }],
        firstDate: dayOf((await one(ids.Draft ?? 0)).createdAt),
      },
      institutions: [{ code: PARENT, count: 1 }],
    })
    expect((await filter({ institutionCodes: `${CHILD},${FOREIGN}` })).total).toBe(1)
    expect((await filter({})).total).toBe((await list({ hospitalCodes: `${PARENT},${CHILD}` })).total)
    expect(await filter({ institutionCodes: 'NONE' })).toMatchObject({ total: 0, tests: [], firstDate: null })
    expect(await problemOfCall(filter({ hospitalCode: FOREIGN }))).toMatchObject({ status: 404 })
  })
})

test('a row lists the samples without a tracking number, until it is entered', async () => {
  const id = ids.Waiting ?? 0
  const [row] = (await list({ keyword: 'waiting' })).ordersDTO
  const { samples } = await one(id)
  expect(row?.samplesToShip).toEqual(samples.map((sample) => sample.id))
  await portal.as('OrderCreator@P1').samples.ship({
    params: { h: PARENT },
    body: {
      ...{ sampleIds: row?.samplesToShip ?? [], shipCarrierToBG: 'Fedex' },
      shipTrackingNoToBG: '123456789012',
    },
  })
  expect((await list({ keyword: 'waiting' })).ordersDTO[0]?.samplesToShip).toEqual([])
  for (const { state, samplesToShip } of (await list({ status: 'reported' })).ordersDTO)
    expect([state, samplesToShip]).toEqual(['reported', []])
})

test('a document with only a note is in the list, and in no filter but its own status', async () => {
  // At an institution that no other test counts.
  const by = 'OrderSubmitter@F1'
  const { id } = await portal.draft({ ...newOrder(), clinicalNotes: 'Nobody yet.' }, { by, at: FOREIGN })
  const { ordersDTO } = await list({ status: 'pending-submission' }, FOREIGN, by)
  expect(ordersDTO.map((row) => row.id)).toEqual([id])
  const { tests, providers } = await portal.as(by).orders.historyFilter({ query: {} })
  expect(tests.map(({ code }) => code)).toEqual(['WES1'])
  expect([...tests.map(({ code }) => code), ...providers.map(({ name }) => name)]).not.toContain('')
})

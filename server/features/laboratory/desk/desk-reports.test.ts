import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { blankTest } from '#domain/orders/document.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'

let portal: TestPortal
let id: number
let control = 0
beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(async () => {
  const document = readyOrder()
  const tests = [...document.tests, blankTest('CYS4', 'Cystic Fibrosis')]
  id = (await portal.submitted({ ...document, tests })).id
})
afterAll(() => portal?.stop())

const PANEL: Uint8Array = Buffer.concat([REPORT, Buffer.from('% panel\n')])
/** Sent on a day in March 2026. */
async function sendUpdate(
  day: number,
  options: Omit<Parameters<typeof laboratoryMessage>[1], 'at'>,
): Promise<void> {
  control += 1
  const at = `202603${day}100000`
  const raw = laboratoryMessage(`R${control}`, { order: id, number: `L-${id}`, at, ...options })
  expect(await portal.receive(raw)).toContain('MSA|AA')
}
const desk = () => portal.as('Support').resultDesk
const waiting = async () => (await desk().list({ query: { search: String(id) } })).data
const one = async () => {
  const [first, ...more] = await waiting()
  expect(more).toEqual([])
  return { id: first?.id ?? 0 }
}
const versions = async () => {
  const { reports } = await portal.as('OrderViewer@P1').reports.list({ params: { h: PARENT, id } })
  const reportView = reports.flatMap((report) =>
    report.versions.map(({ state, status }) => `${report.testCode} ${status} ${state}`),
  )
  return reportView.toSorted()
}
const read = (version: number) =>
  portal.as('OrderViewer@P1').orders.report({ params: { h: PARENT, id }, query: { version } })

describe('[MSG-02] a withdrawal (OBR-25 X) for a test without a report', () => {
  test.each(['', 'WES1-OLD'])(
    'with OBR-4 %j waits at the result desk, where the report is chosen',
    async (code) => {
      await sendUpdate(10, { status: 'F', pdf: REPORT })
      await sendUpdate(11, { status: 'F', test: 'CYS4', pdf: PANEL })
      await sendUpdate(12, { status: 'X', test: code })
      expect(await waiting()).toMatchObject([{ why: 'withdraws-which', status: 'cancelled' }])
      const params = await one()
      const seen = await desk().read({ params })
      expect(seen).toMatchObject({
        ...{ choosesReport: true, ownTest: null, abilities: ['take', 'assign', 'refuse'] },
        reports: [
          { version: 2, testCode: 'CYS4', testName: 'Cystic Fibrosis', parts: [{ kind: 'document' }] },
          { version: 1, testCode: 'WES1', testName: 'Whole Exome' },
        ],
      })
      const reportView = await desk().reportDocument({ params: { ...params, version: 2, part: 1 } })
      expect(reportView).toEqual(new Uint8Array(PANEL))

      for (const report of [undefined, 'OTHER'])
        await expect(
          desk().take({ params, body: { reason: 'By phone', ...(report ? { report } : {}) } }),
        ).rejects.toMatchObject({ problem: { code: 'invalid-fields', errors: [{ path: '/report' }] } })
      await desk().take({ params, body: { reason: 'By phone', report: 'CYS4' } })
      expect(await versions()).toEqual(['CYS4 final withdrawn', 'WES1 final current'])
      await expect(read(2)).rejects.toMatchObject({ problem: { code: 'report-withdrawn' } })
      expect(await waiting()).toEqual([])
    },
  )

  test("withdraws nothing if it is rejected, and another order's document is not shown with it", async () => {
    await sendUpdate(10, { status: 'F', pdf: REPORT })
    await sendUpdate(12, { status: 'X', test: 'REFLEX' })
    const params = await one()
    await desk().refuse({ params, body: { reason: 'The reflex test was not done' } })
    expect(await versions()).toEqual(['WES1 final current'])
    expect(await waiting()).toEqual([])
    await expect(desk().reportDocument({ params: { ...params, version: 7, part: 1 } })).rejects.toMatchObject(
      { problem: { code: 'not-found' } },
    )
  })
})

describe('[MSG-02] a correction for a different test than the report’s', () => {
  test('replaces the only report with its filler number', async () => {
    await sendUpdate(10, { status: 'F', pdf: REPORT })
    await sendUpdate(12, { status: 'C', test: 'WES1-V2', pdf: CORRECTED_REPORT })
    expect(await versions()).toEqual(['WES1 corrected current', 'WES1 final superseded'])
    expect(await waiting()).toEqual([])
  })

  test.each([
    ['CYS4', ['WES1 final current', 'CYS4 corrected current', 'CYS4 final superseded']],
    ['PANEL-9', ['WES1 final current', 'CYS4 final current', 'PANEL-9 corrected current']],
  ])('waits with both shown if two reports have it, and is taken for %s', async (report, ended) => {
    await sendUpdate(10, { status: 'F', pdf: REPORT })
    await sendUpdate(11, { status: 'F', test: 'CYS4', pdf: PANEL })
    await sendUpdate(12, { status: 'C', test: 'PANEL-9', pdf: CORRECTED_REPORT })
    expect(await versions()).toEqual(['CYS4 final current', 'WES1 final current'])
    const params = await one()
    expect(await desk().read({ params })).toMatchObject({
      ...{ why: 'corrects-which', choosesReport: true, ownTest: 'PANEL-9' },
      parts: [{ kind: 'document' }],
      reports: [{ testCode: 'CYS4' }, { testCode: 'WES1' }],
    })
    await desk().take({ params, body: { reason: 'By phone', report } })
    expect(await versions()).toEqual(ended.toSorted())
  })
})

test('a decision and a message that settles the same result wait for one another, and neither is aborted', async () => {
  await sendUpdate(10, { status: 'F', pdf: REPORT })
  await sendUpdate(12, { status: 'X', test: 'REFLEX' })
  const params = await one()
  const { db } = portal.worker
  let decided: Promise<unknown> = Promise.resolve()
  // As a message does: it locks its order first, then the order's waiting results; the decision comes in
  // between.
  await db.transaction().execute(async (message) => {
    await message.selectFrom('orders').select('id').where('id', '=', id).forUpdate().execute()
    decided = desk().refuse({ params, body: { reason: 'Not done' } })
    const waiters = () =>
      sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    await expect.poll(async () => (await waiters()).rows[0]?.n).toBeGreaterThan(0)
    await message
      .updateTable('result_check')
      .set({ why: 'withdraws-which' })
      .where('order_id', '=', id)
      .execute()
  })
  expect(await decided).toMatchObject({ decision: { outcome: 'refused' } })
})

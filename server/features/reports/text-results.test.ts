import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { laboratoryMessage, REPORT } from '../../testing/laboratory.ts'
import { startPortal, type TestPortal } from '../../testing/portal.ts'
import { PARENT } from '../../testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const TEXT = 'OBX|2|FT|50398-7^Narrative||No variant was found.||||||F\r'
const VALUE = 'OBX|3|ST|48004-6^DNA change||c.58G>T|||A|||F\r'
let control = 0
/** A message about an order with these OBX segments as results, sent in the given minute of one hour. */
function sendUpdate(
  order: number,
  minute: number,
  options: Parameters<typeof laboratoryMessage>[1],
  ...obx: string[]
) {
  control += 1
  const at = `202603251010${String(minute).padStart(2, '0')}`
  const raw = laboratoryMessage(`T${control}`, { order, number: `L-${order}`, at, ...options })
  return portal.receive(raw + obx.join(''))
}
const reader = () => portal.as('OrderViewer@P1')
const list = (who: 'OrderViewer@P1' | 'Support', id: number) =>
  portal.as(who).reports.list({ params: { h: PARENT, id } })
const order = (id: number) => reader().orders.get({ params: { hospital: PARENT, id } })
const noticesOf = async (id: number) =>
  (await reader().reports.notices()).filter(({ orderId }) => orderId === id)

describe('a result of text or values, which is read in the list', () => {
  test.each([
    ['text', [TEXT]],
    ['values', [VALUE]],
  ])('%s: its reader is notified of its withdrawal', async (_, obx) => {
    const { id } = await portal.submitted()
    expect(await sendUpdate(id, 1, { status: 'F' }, ...obx)).toContain('MSA|AA')
    const [report] = (await list('OrderViewer@P1', id)).reports
    expect(report?.versions).toMatchObject([{ version: 1, state: 'current', isUnread: true }])
    const opened = await order(id)
    expect(opened.events.map(({ kind }) => kind)).toContain('report-opened')
    expect((await list('OrderViewer@P1', id)).reports[0]?.versions[0]?.isUnread).toBe(false)
    await sendUpdate(id, 2, { status: 'X' })
    expect(await noticesOf(id)).toMatchObject([{ kind: 'withdrawn', version: 1 }])
    expect((await list('OrderViewer@P1', id)).reports[0]?.versions).toMatchObject([
      { state: 'withdrawn', parts: [], notice: { kind: 'withdrawn', readAt: null } },
    ])
  })

  test('values with a document: their reader is notified too, and the document stays unread', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, 1, { status: 'F', pdf: REPORT }, VALUE)
    await list('OrderViewer@P1', id)
    expect((await list('OrderViewer@P1', id)).reports[0]?.versions[0]?.isUnread).toBe(true)
    await sendUpdate(id, 2, { status: 'X' })
    expect(await noticesOf(id)).toMatchObject([{ kind: 'withdrawn', version: 1 }])
  })

  test('the list of documents alone opens nothing, and Support opens nothing for the institution', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, 1, { status: 'F', pdf: REPORT })
    await list('OrderViewer@P1', id)
    const other = (await portal.submitted()).id
    await sendUpdate(other, 1, { status: 'F' }, TEXT)
    await list('Support', other)
    for (const one of [id, other]) {
      const events = (await order(one)).events.map(({ kind }) => kind)
      expect(events).not.toContain('report-opened')
      expect(
        await portal.worker.db
          .selectFrom('report_opening')
          .innerJoin('report', 'report.id', 'report_opening.report_id')
          .select('physician_id')
          .where('report.order_id', '=', one)
          .execute(),
      ).toEqual([])
    }
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

let control = 0
function sendUpdate(order: number, options: Parameters<typeof laboratoryMessage>[1], ...obx: string[]) {
  control += 1
  const raw = laboratoryMessage(`N${control}`, { order, number: `L-${order}`, status: 'F', ...options })
  return portal.receive(raw + obx.join(''))
}
const reader = () => portal.as('OrderViewer@P1')
const open = (id: number, version: number) =>
  reader().reports.part({ params: { h: PARENT, id, version, part: 1 }, query: {} })
const noticesOf = async (id: number) => {
  const notices = await reader().reports.notices()
  return notices.flatMap((one) => (one.orderId === id ? [{ version: one.version, kind: one.kind }] : []))
}
const ADDENDUM = 'OBX|3|FT|50398-7^Narrative||The mitochondrial genome is normal.||||||B\r'

describe('a reader of a version that was replaced', () => {
  test('is notified of the correction, not of an addendum to the version that replaced it', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, { pdf: REPORT, at: '20260401100000' })
    await open(id, 1)
    await sendUpdate(id, { status: 'C', pdf: CORRECTED_REPORT, at: '20260401110000' })
    expect(await noticesOf(id)).toEqual([{ version: 1, kind: 'corrected' }])
    await sendUpdate(id, { at: '20260401120000' }, ADDENDUM)
    expect(await noticesOf(id)).toEqual([{ version: 1, kind: 'corrected' }])
  })

  test('is notified of an addendum to the version they have opened since', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, { pdf: REPORT, at: '20260401100000' })
    await open(id, 1)
    await sendUpdate(id, { status: 'C', pdf: CORRECTED_REPORT, at: '20260401110000' })
    await reader().reports.acknowledge({ params: { h: PARENT, id, version: 1 }, query: {} })
    await open(id, 2)
    await sendUpdate(id, { at: '20260401120000' }, ADDENDUM)
    expect(await noticesOf(id)).toEqual([{ version: 2, kind: 'addended' }])
  })

  test('is notified of a correction that was amended as a correction', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, { pdf: REPORT, at: '20260401100000' })
    await open(id, 1)
    await sendUpdate(id, { status: 'C', pdf: CORRECTED_REPORT, at: '20260401110000' })
    const amended = 'OBX|3|FT|50398-7^Narrative||Reworded.||||||A\r'
    await sendUpdate(id, { at: '20260401120000' }, amended)
    expect(await noticesOf(id)).toEqual([{ version: 1, kind: 'corrected' }])
  })
})

import type { Binary, Bundle, DiagnosticReport } from 'fhir/r4.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invalidities } from '#adapters/laboratory/fhir/definitions.ts'
import { administer } from '#server/database/connection/connect.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { fhirOf } from './testing/request.ts'

let portal: TestPortal
let fhir: ReturnType<typeof fhirOf>
/** One reported by the demo, and one by a laboratory's message. */
let [demonstration, real] = [0, 0]

const written = (order: number, version: number) => `%PDF-1.7 order ${order}, version ${version}`

beforeAll(async () => {
  portal = await startPortal({
    demoReport: async (_scope, order, report) =>
      report.message_id === null ? Buffer.from(written(order.id, report.version)) : null,
  })
  fhir = fhirOf(portal)
  ;({ id: demonstration } = await portal.submitted(readyOrder('Abara')))
  ;({ id: real } = await portal.submitted(readyOrder('Brandt')))
  await portal.receive(
    laboratoryMessage('R1', { order: real, number: 'L-1', name: 'Brandt^Linh', status: 'F', pdf: REPORT }),
  )
  const file_key = await portal.files.put(Buffer.from('%PDF-1.7 placeholder'))
  await administer(portal.database.url, (db) =>
    db
      .insertInto('report')
      .values({
        ...{ order_id: demonstration, institution_code: PARENT, version: 1, corrected: false },
        ...{ file_key, bytes: 20, test_code: 'WES1' },
      })
      .execute(),
  )
})
afterAll(() => portal?.stop())

async function formsOf(order: number) {
  const bundle: Bundle<DiagnosticReport> = await fhir.get(
    `/DiagnosticReport?patient=Patient/${order}-proband`,
    await fhir.user('OrderViewer@P1'),
  )
  expect(invalidities(bundle)).toEqual([])
  return (bundle.entry ?? []).flatMap(({ resource }) => resource?.presentedForm ?? [])
}

/** The report through FHIR, as a resource and as a binary, and through the portal. */
async function waysOut(order: number): Promise<Buffer[]> {
  const [form] = await formsOf(order)
  const path = new URL(form?.url ?? '').pathname.replace('/fhir', '')
  const viewer = await fhir.user('OrderViewer@P1')
  const binary: Binary = await fhir.get(path, viewer)
  const plain = await fhir.ask(path, viewer, { headers: { accept: 'application/pdf' } })
  const opened = await portal
    .as('OrderViewer@P1')
    .orders.report({ params: { h: PARENT, id: order }, query: {} })
  return [Buffer.from(binary.data ?? '', 'base64'), Buffer.from(plain.text), Buffer.from(opened)]
}

test('FHIR returns a demonstration report as the portal does, without a size, as it is written when opened', async () => {
  for (const bytes of await waysOut(demonstration)) expect(bytes.toString()).toBe(written(demonstration, 1))
  const [form] = await formsOf(demonstration)
  expect(form).not.toHaveProperty('size')
})

test('FHIR returns what a laboratory has sent unchanged, with its size', async () => {
  const [binary, , opened] = await waysOut(real)
  expect(binary?.equals(REPORT)).toBe(true)
  expect(opened?.equals(REPORT)).toBe(true)
  expect((await formsOf(real))[0]).toMatchObject({ size: REPORT.length })
})

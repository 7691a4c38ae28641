import { afterAll, beforeAll, expect, test } from 'vitest'
import { blankPatient } from '#domain/orders/document.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '../../testing/laboratory.ts'
import { startPortal, type TestPortal } from '../../testing/portal.ts'
import { readyOrder } from '../../testing/world.ts'
import { fhirOf } from './testing/request.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

test('a report with an addendum includes the report it adds to, which stays valid until replaced', async () => {
  const { id } = await portal.submitted()
  const fhir = fhirOf(portal)
  const token = await fhir.user('OrderViewer@P1')
  const before: string[] = []
  const given = async () => {
    const { text } = await fhir.ask(`/DiagnosticReport?patient=${id}-proband`, token)
    const { entry } = JSON.parse(text)
    expect(entry).toHaveLength(1)
    const { status, presentedForm = [] } = entry[0].resource
    const dates = presentedForm.map(({ creation }: { creation: string }) => creation.slice(0, 16))
    const paths = presentedForm.map(({ url }: { url: string }) => url.replace(/^.*\/Binary/, '/Binary'))
    const codes = []
    for (const path of paths) codes.push((await fhir.ask(path, token)).status)
    before.push(...paths)
    return { status, dates, codes }
  }
  const sendUpdate = (control: string, fields: object, obx11: string) => {
    const raw = laboratoryMessage(`${control}${id}`, { order: id, number: `L-${id}`, status: 'F', ...fields })
    return portal.receive(raw.replace(/\|\|\|\|\|\|F\r/, `||||||${obx11}\r`))
  }
  await sendUpdate('F', { pdf: REPORT, at: '20260401100000' }, 'F')
  await sendUpdate('B', { pdf: CORRECTED_REPORT, at: '20260402100000' }, 'B')
  expect(await given()).toEqual({
    status: 'appended',
    dates: ['2026-04-02T10:00', '2026-04-01T10:00'],
    codes: [200, 200],
  })
  const third = Buffer.concat([REPORT, Buffer.from('% amended\n')])
  await sendUpdate('A', { pdf: third, at: '20260403100000' }, 'A')
  // The earlier versions are marked in the portal, and are not available without a mark.
  for (const url of before) expect((await fhir.ask(url, token)).status).toBe(410)
  expect(await given()).toEqual({ status: 'amended', dates: ['2026-04-03T10:00'], codes: [200] })
})

test('a relative’s report is for the portal only: it is not listed, and not opened by its number', async () => {
  const order = readyOrder()
  const mother = {
    ...blankPatient('Mother', 'relative-1'),
    ...{ firstName: 'Mai', lastName: 'Lind', dateOfBirth: '1990-04-12', sex: 'Female' as const },
  }
  const { id } = await portal.submitted({ ...order, patients: [...order.patients, mother] })
  const fhir = fhirOf(portal)
  const token = await fhir.user('OrderViewer@P1')
  const raw = laboratoryMessage(`M${id}`, {
    ...{ order: id, number: `L-${id}`, status: 'F', pdf: REPORT, at: '20260401100000' },
  }).replace(/PID\|[^\r]*/, `PID|1||${id}-relative-1^^^KARYO^PI||Lind^Mai||19900412|F`)
  expect(await portal.receive(raw)).toContain('MSA|AA')
  const report = await portal.worker.db
    .selectFrom('report')
    .select(['id', 'person'])
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(report.person).toBe('relative-1')
  const listed = await fhir.ask(`/DiagnosticReport?patient=${id}-proband`, token)
  expect(JSON.parse(listed.text).entry ?? []).toEqual([])
  for (const path of [`${id}-${report.id}`, `${id}-${report.id}-1`])
    expect((await fhir.ask(`/Binary/${path}`, token)).status).toBe(404)
})

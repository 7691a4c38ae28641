import type { DiagnosticReport, Observation } from 'fhir/r4.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invalidities } from '#adapters/laboratory/fhir/definitions.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { readyOrder } from '#server/testing/world.ts'
import { fhirOf } from './testing/request.ts'

let portal: TestPortal
let fhir: ReturnType<typeof fhirOf>
let viewer: string
beforeAll(async () => {
  portal = await startPortal()
  fhir = fhirOf(portal)
  viewer = await fhir.user('OrderViewer@P1')
})
afterAll(() => portal?.stop())

let messages = 0
/** A message of the laboratory with these OBX, each of `as` (OBX-11); each a day after the one before it. */
async function send(
  order: number,
  obx: readonly string[],
  as = 'F',
  more: Partial<Parameters<typeof laboratoryMessage>[1]> = {},
) {
  messages += 1
  const day = new Date(Date.UTC(2026, 3, messages)).toISOString().slice(0, 10).replaceAll('-', '')
  const options = { order, number: `L-${order}`, status: 'F', at: `${day}100000`, ...more }
  const raw = laboratoryMessage(`T${messages}`, options) + obx.map((one) => `${one}||||||F\r`).join('')
  const sent = raw.replaceAll('||||||F\r', `||||||${as}\r`).replace('20260313151500', `${day}151500`)
  expect(await portal.receive(sent)).toContain('MSA|AA')
}

const read = (id: number) => fhir.get<DiagnosticReport>(`/DiagnosticReport/${id}-WES1`, viewer)
const textsIn = ({ presentedForm = [] }: DiagnosticReport) =>
  presentedForm.flatMap(({ data }) => (data ? [Buffer.from(data, 'base64').toString()] : []))
const valuesIn = ({ contained = [] }: DiagnosticReport) =>
  contained.filter((one): one is Observation => one.resourceType === 'Observation')

test('a report that came as text and values has them, and whoever reads them is known as a reader', async () => {
  const { id } = await portal.submitted()
  await send(id, [
    'OBX|1|TX|CONCL^Conclusion||No variant was found.~Größe: normal',
    'OBX|2|NM|COV^Mean coverage||98.5|x|>95|N',
    'OBX|3|ST|Q^Quality||good',
  ])
  const report = await read(id)
  expect(invalidities(report)).toEqual([])
  expect(report.status).toBe('final')
  expect(report.presentedForm).toMatchObject([
    { contentType: 'text/plain; charset=utf-8', title: expect.stringContaining('Conclusion') },
  ])
  expect(textsIn(report).join()).toContain('No variant was found.\nGröße: normal')
  expect(report.result).toEqual(valuesIn(report).map((one) => ({ reference: `#${one.id}` })))
  expect(valuesIn(report)).toMatchObject([
    {
      ...{ status: 'final', subject: report.subject, valueQuantity: { value: 98.5, unit: 'x' } },
      code: { coding: [{ code: 'COV' }], text: expect.stringContaining('Mean coverage') },
      ...{ referenceRange: [{ text: '>95' }], interpretation: [{ text: 'N' }] },
    },
    { valueString: 'good' },
  ])
  const openings = portal.worker.db.selectFrom('report_opening').innerJoin('report as r', 'r.id', 'report_id')
  expect(await openings.select('r.version').where('r.order_id', '=', id).execute()).toEqual([{ version: 1 }])
})

test('an addendum that is text alone comes with the document that it adds to; a withdrawn report has neither', async () => {
  const { id } = await portal.submitted()
  await send(id, [], 'F', { pdf: REPORT })
  await send(id, ['OBX|1|TX|ADD^Addendum||The variant is reclassified.'], 'B')
  const report = await read(id)
  expect(invalidities(report)).toEqual([])
  expect(report.status).toBe('appended')
  expect(textsIn(report)).toEqual(['The variant is reclassified.'])
  expect(report.presentedForm?.map(({ contentType }) => contentType)).toEqual([
    'text/plain; charset=utf-8',
    'application/pdf',
  ])
  await send(id, ['OBX|1|TX|ADD^Addendum||""'], 'W')
  const gone = await read(id)
  expect([gone.status, gone.presentedForm, gone.contained, gone.result]).toEqual([
    ...['entered-in-error', undefined, undefined, undefined],
  ])
})

test('each change of a report has a version id of its own: withdrawn, in doubt and valid again', async () => {
  const { id } = await portal.submitted(readyOrder('Okoye'))
  const about = { name: 'Okoye^Linh' }
  const versions: [string | undefined, string | undefined][] = []
  const look = async () => {
    const { status, meta } = await read(id)
    versions.push([status, meta?.versionId])
    expect((await read(id)).meta?.versionId).toBe(meta?.versionId)
  }
  await send(id, [], 'F', { pdf: REPORT, ...about })
  await look()
  // A correction of another person waits: the laboratory checks the report.
  await send(id, [], 'C', { status: 'C', pdf: CORRECTED_REPORT, name: 'Lind^Dora' })
  await look()
  const [check] = (await portal.as('Support').resultDesk.list({ query: { search: String(id) } })).data
  const params = { id: check?.id ?? 0 }
  await portal.as('Support').resultDesk.refuse({ params, body: { reason: 'Another patient' } })
  await look()
  await send(id, ['OBX|1|ED|REPORT||""'], 'W', { status: 'C', ...about })
  await look()
  expect(versions.map(([status]) => status)).toEqual(['final', 'unknown', 'final', 'entered-in-error'])
  expect(new Set(versions.map(([, version]) => version)).size).toBe(4)
  for (const [, version] of versions) expect(version).toMatch(/^[A-Za-z0-9.-]{1,64}$/)
})

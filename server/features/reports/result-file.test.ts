import type { DiagnosticReport, Observation } from 'fhir/r4.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invalidities } from '#adapters/laboratory/fhir/definitions.ts'
import { GUIDE, profileOf, REPORT_PROFILE } from '#adapters/laboratory/fhir/genomics-profiles.ts'
import { fhirOf } from '#server/features/fhir/testing/request.ts'
import { geneticObx } from '#server/features/results/testing/genetic-obx.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { problemIn, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const BRCA2 = { gene: 'BRCA2', cdna: 'NM_000059.4:c.5946del', variantClass: 'Pathogenic' } as const
let control = 0
async function send(order: number, status: string, ...obx: string[]) {
  control += 1
  const at = `202603${10 + control}100000`
  const pdf = status === 'X' ? {} : { pdf: REPORT }
  const raw = laboratoryMessage(`F${control}`, { order, number: `L-${order}`, status, at, ...pdf })
  expect(await portal.receive(raw + obx.join(''))).toContain('MSA|AA')
}
async function file(id: number, rest: string, as = 'OrderViewer@P1') {
  const reply = await portal.inject(`/api/orders/${PARENT}/${id}/reports/data/${rest}`, { as })
  return reply.status === 200
    ? { text: await reply.text(), name: reply.headers.get('content-disposition') ?? '' }
    : { problem: (await problemIn(reply)).type, status: reply.status }
}

test('[RES-03] the current result goes out as CSV and phenopacket, named by the order alone; never what was withdrawn', async () => {
  const { id } = await portal.submitted()
  await send(id, 'F', ...geneticObx('Inconclusive', [{ ...BRCA2, variantClass: 'Uncertain significance' }]))
  await send(id, 'C', ...geneticObx('Positive', [BRCA2]))
  const csv = await file(id, 'csv')
  expect(csv.name).toContain(`results-${id}.csv`)
  expect(csv.text).toContain(',Positive,')
  expect(csv.text).toMatch(/c\.5946del.*Pathogenic/)
  expect(csv.text).not.toMatch(/Uncertain|Nguy/)
  expect((await file(id, 'csv?version=1')).text).toContain('Uncertain significance')
  const packet = await file(id, 'phenopacket')
  expect(packet.name).toContain(`phenopacket-${id}.json`)
  expect(JSON.parse(packet.text ?? '')).toMatchObject({
    id: `${id}-proband`,
    interpretations: [{ id: `${id}-proband-2`, progressStatus: 'COMPLETED' }],
  })
  expect(packet.text).not.toMatch(/Nguy|Linh/)
  const trail = await portal.worker.db
    .selectFrom('audit_event')
    .select('action')
    .where('action', '=', 'result.download')
    .where('entity_id', '=', String(id))
    .execute()
  expect(trail).toHaveLength(3)

  await send(id, 'X')
  for (const rest of ['csv?version=2', 'phenopacket?version=1'])
    expect(await file(id, rest)).toMatchObject({ status: 410 })
  expect(await file(id, 'csv')).toMatchObject({ status: 404 })
})

test('[RES-03] the current result goes out as FHIR genomics resources that the validator accepts; never what was withdrawn', async () => {
  const { id } = await portal.submitted()
  await send(id, 'F', ...geneticObx('Inconclusive', [{ ...BRCA2, variantClass: 'Uncertain significance' }]))
  await send(id, 'C', ...geneticObx('Positive', [BRCA2]))
  const fhir = fhirOf(portal)
  const viewer = await fhir.user('OrderViewer@P1')
  const report = await fhir.get<DiagnosticReport>(`/DiagnosticReport/${id}-WES1`, viewer)
  const contained = (report.contained ?? []).flatMap((one) =>
    one.resourceType === 'Observation' ? [one as Observation] : [],
  )
  expect([report, ...contained].flatMap(invalidities)).toEqual([])
  expect(report).toMatchObject({ status: 'corrected', meta: { profile: [REPORT_PROFILE] } })
  // Each claims the profile of the guide that it conforms to.
  const profiles = contained.map(({ meta }) => meta?.profile?.[0])
  expect(profiles).toEqual(contained.map(profileOf))
  expect(profiles).toContain(`${GUIDE}/variant`)
  const text = JSON.stringify(contained)
  for (const words of ['c.5946del', 'BRCA2', 'Pathogenic']) expect(text).toContain(words)
  expect(text).not.toContain('Uncertain significance')

  await send(id, 'X')
  const withdrawn = await fhir.get<DiagnosticReport>(`/DiagnosticReport/${id}-WES1`, viewer)
  expect(withdrawn.status).toBe('entered-in-error')
  expect(JSON.stringify(withdrawn)).not.toContain('c.5946del')
})

test('[RES-03] with an addendum each variant goes out once, with the class that is valid; a version has its own', async () => {
  const { id } = await portal.submitted()
  const CFTR = { gene: 'CFTR', cdna: 'NM_000492.4:c.100C>T', variantClass: 'Benign' } as const
  await send(
    id,
    'F',
    ...geneticObx('Inconclusive', [{ ...BRCA2, variantClass: 'Uncertain significance' }, CFTR]),
  )
  const added = geneticObx('Positive', [BRCA2]).map((obx) => obx.replace(/F\r$/, 'B\r'))
  control += 1
  const about = { order: id, number: `L-${id}`, status: 'F', at: `202603${10 + control}100000` }
  expect(await portal.receive(laboratoryMessage(`F${control}`, about) + added.join(''))).toContain('MSA|AA')

  const { text: csv = '' } = await file(id, 'csv')
  expect(csv.match(/c\.5946del/g)).toHaveLength(1)
  expect(csv).toMatch(/c\.5946del.*Pathogenic/)
  expect(csv).toMatch(/c\.100C>T.*Benign/)
  expect(csv).not.toMatch(/Uncertain|Inconclusive/)
  const { interpretations } = JSON.parse((await file(id, 'phenopacket')).text ?? '')
  const classes = JSON.stringify(interpretations).match(/acmgPathogenicityClassification":"\w+/g)
  expect(classes?.map((one) => one.split('"').at(-1)).toSorted()).toEqual(['BENIGN', 'PATHOGENIC'])
  expect((await file(id, 'csv?version=1')).text).toMatch(/c\.5946del.*Uncertain significance/)
})

test('a report without data has no such file, and another institution’s user gets none', async () => {
  const { id } = await portal.submitted()
  await send(id, 'F')
  expect(await file(id, 'csv')).toMatchObject({ status: 404 })
  expect((await file(id, 'csv', 'OrderViewer@Q1')).status).toBeGreaterThanOrEqual(400)
})

import type { DiagnosticReport, FhirResource, Patient, RelatedPerson, Specimen } from 'fhir/r4.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invalidities } from '#adapters/laboratory/fhir/definitions.ts'
import { blankPatient } from '#domain/orders/document.ts'
import { blankFetus, blankPregnancy } from '#domain/orders/pregnancy.ts'
import { administer } from '#server/database/connection/connect.ts'
import { geneticObx } from '#server/features/results/testing/genetic-obx.ts'
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

const BRCA2 = { gene: 'BRCA2', cdna: 'NM_000059.4:c.5946del', variantClass: 'Pathogenic' } as const
const CFTR = { gene: 'CFTR', cdna: 'NM_000492.4:c.100C>T', variantClass: 'Uncertain significance' } as const

/** With LOINC's codes for the overall result: words alone are no conclusion code. */
const inCodes = (obx: readonly string[]) =>
  obx
    .join('')
    .replace('|^Positive|', '|LA6576-8^Positive^LN|')
    .replace('|^Negative|', '|LA6577-6^Negative^LN|')

test.each([
  ['none', 'LA6576-8'],
  ['Negative', 'LA6577-6'],
])(
  'findings of an addendum with the overall result %s come with those of the report it adds to',
  async (overall, code) => {
    const { id } = await portal.submitted()
    const options = { order: id, number: `L-${id}`, status: 'F', pdf: REPORT }
    const first = laboratoryMessage(`V${id}`, { ...options, at: '20260401100000' })
    await portal.receive(first + inCodes(geneticObx('Positive', [BRCA2])))
    const added = inCodes(geneticObx(overall, [CFTR]).slice(overall === 'none' ? 1 : 0))
    const second = laboratoryMessage(`W${id}`, { ...options, pdf: CORRECTED_REPORT, at: '20260402100000' })
    expect(await portal.receive((second + added).replaceAll('||||||F\r', '||||||B\r'))).toContain('MSA|AA')
    const fhir = fhirOf(portal)
    const report = await fhir.get<DiagnosticReport>(
      `/DiagnosticReport/${id}-WES1`,
      await fhir.user('OrderViewer@P1'),
    )
    expect(invalidities(report)).toEqual([])
    expect(report.status).toBe('appended')
    expect(report.conclusionCode).toMatchObject([{ coding: [{ code }] }])
    const contained = JSON.stringify(report.contained)
    for (const { cdna } of [BRCA2, CFTR]) expect(contained).toContain(cdna)
    const ids = report.contained?.map((one) => one.id) ?? []
    expect(new Set(ids).size).toBe(ids.length)
  },
)

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

test('[SUBJ-03] each twin has a report of its own with its own specimen, and their mother’s record has neither', async () => {
  const order = readyOrder('Lind')
  const [mother] = order.patients
  const [blood] = order.samples
  if (!mother || !blood) throw new Error('the order has no patient or specimen')
  const dayBefore = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const contamination = { contaminationPlan: 'sent', maternalNumber: '', contaminationReason: '' } as const
  const dateOfCollection = dayBefore(2)
  const villi = { ...blood, specimenType: 'CVS', approach: 'TA', dateOfCollection, contamination } as const
  await administer(portal.database.url, (db) =>
    db
      .updateTable('test')
      .set({ specimens: ['Blood', 'CVS'] })
      .where('code', '=', 'WES1')
      .execute(),
  )
  const { id } = await portal.submitted({
    ...order,
    patients: [{ ...mother, firstName: 'Dora', dateOfBirth: '1990-04-12', sex: 'Female' }],
    pregnancy: {
      ...blankPregnancy(),
      ...{ dueDate: dayBefore(-190), dating: 'Ultrasound', fetusCount: 2, chorionicity: 'Dichorionic' },
      fetuses: [blankFetus('fetus-1', 'A'), blankFetus('fetus-2', 'B')],
    },
    samples: [
      { ...villi, key: 's1', patient: 'fetus-1' },
      { ...villi, key: 's2', patient: 'fetus-2' },
      { ...blood, key: 's3' },
    ],
  })
  const sent = { order: id, number: `L-${id}`, name: 'Lind^Dora', status: 'F', pdf: REPORT } as const
  for (const [specimen, at] of [
    ['s2', '20260320080000'],
    ['s1', '20260321080000'],
  ] as const)
    await portal.receive(
      laboratoryMessage(`${id}-${specimen}`, { ...sent, at, specimens: [{ number: `${id}-${specimen}` }] }),
    )

  const fhir = fhirOf(portal)
  const token = await fhir.user('OrderViewer@P1')
  const find = async <T extends FhirResource>(type: T['resourceType'], key: string) => {
    const bundle = await fhir.get(`/${type}?patient=Patient/${id}-${key}`, token)
    expect(invalidities(bundle), `${type} of ${key}`).toEqual([])
    return (bundle.entry ?? []).map(({ resource }) => resource as T)
  }
  for (const [fetus, specimen] of [
    ['fetus-1', 's1'],
    ['fetus-2', 's2'],
  ] as const) {
    expect(await find<DiagnosticReport>('DiagnosticReport', fetus)).toMatchObject([
      {
        ...{ id: `${id}-WES1-${fetus}`, status: 'final' },
        subject: { reference: `Patient/${id}-${fetus}` },
        specimen: [{ reference: `Specimen/${id}-${specimen}` }],
      },
    ])
    expect((await find<Specimen>('Specimen', fetus)).map((one) => one.id)).toEqual([`${id}-${specimen}`])
    expect(await find<RelatedPerson>('RelatedPerson', fetus)).toMatchObject([
      { relationship: [{ coding: [{ code: 'NMTHF' }] }] },
    ])
    const patient = await fhir.get<Patient>(`/Patient/${id}-${fetus}`, token)
    expect([patient.name, patient.birthDate]).toEqual([undefined, undefined])
  }
  expect(await find('DiagnosticReport', 'proband')).toEqual([])
  expect((await find<Specimen>('Specimen', 'proband')).map((one) => one.id)).toEqual([`${id}-s3`])
})

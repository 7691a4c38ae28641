import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from '#adapters/laboratory/fhir/testing/messages.ts'
import { CORRECTED_REPORT, REPORT } from '#server/testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { offerVilli, twinsOf } from '../testing/outsider.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await offerVilli(portal)
})
afterAll(() => portal?.stop())

/** Each test has a mother of its own: the same test of one pregnancy is not ordered twice without a reason. */
const DORA = {
  label: 'Dora',
  specimen: 'Doris',
  arrival: 'Dorothea',
  alone: 'Dorle',
  fhir: 'Dorit',
  late: 'Dorena',
  whose: 'Dorinda',
}

const twins = async (firstName: string) => (await portal.submitted(twinsOf(firstName))).id

let control = 0
/** A final result under the mother's identity; `below`: more segments. */
function result([order, mother]: [number, string], text: string, ...below: string[]): string {
  control += 1
  const at = `202611211000${String(control % 60).padStart(2, '0')}`
  return [
    `MSH|^~\\&|LIS|LARKFIELD|KARYO|PORTAL|${at}||ORU^R01^ORU_R01|T${control}|P|2.5.1`,
    `PID|1||44821^^^P1^MR||Lind^${mother}||19900412|F`,
    `ORC|RE|${order}|L-${order}`,
    `OBR|1|${order}|L-${order}|WES1^Exome${'|'.repeat(18)}${at}|||F`,
    `OBX|1|FT|50398-7^Narrative||${text}||||||F`,
    ...below,
  ]
    .map((segment) => `${segment}\r`)
    .join('')
}
const spm = (number: string, { label = '', accession = '' } = {}) =>
  `SPM|1|${number}||CVS||||||||||${label}||||||||||||||||${accession}`

const reportsOf = async (id: number) =>
  (await portal.as('OrderViewer@P1').reports.list({ params: { h: PARENT, id } })).reports.map(
    ({ personName, versions }) => `${personName}: ${versions.length}`,
  )
const orderOf = (id: number) => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
const waiting = async (id: number) =>
  (await portal.worker.db.selectFrom('result_check').select('id').where('order_id', '=', id).execute()).length

test('[SUBJ-03] each twin’s result is filed by its label, and the order is reported with the second', async () => {
  const id = await twins(DORA.label)
  const { samples } = await orderOf(id)
  expect(samples.map(({ patientName }) => patientName).toSorted()).toEqual([
    'Dora Lind',
    'Dora Lind, fetus A',
    'Dora Lind, fetus B',
  ])
  expect(
    await portal.receive(result([id, DORA.label], 'Normal, 46,XX', spm('', { label: 'Fetus B' }))),
  ).toContain('MSA|AA')
  expect(await reportsOf(id)).toEqual(['Dora Lind, fetus B: 1'])
  expect((await orderOf(id)).state).toBe('in-process')
  expect((await orderOf(id)).abilities).toContain('readReport')
  await portal.receive(result([id, DORA.label], 'Trisomy 21', spm('', { label: 'Fetus A' })))
  expect(await reportsOf(id)).toEqual(['Dora Lind, fetus A: 1', 'Dora Lind, fetus B: 1'])
  expect((await orderOf(id)).state).toBe('reported')
  expect(await waiting(id)).toBe(0)
})

/** The result of the fetus with that label, as a PDF. */
const pdfOf = (whose: [number, string], label: string, content = REPORT) =>
  result(whose, '', spm('', { label })).replace(
    /OBX\|1\|[^\r]*/,
    `OBX|1|ED|PDF^Report||^application^pdf^Base64^${Buffer.from(content).toString('base64')}||||||F`,
  )

test('[SUBJ-03] a twin’s report that was sent first and arrives last never opens under the number of the other', async () => {
  const id = await twins(DORA.late)
  const reader = portal.as('OrderViewer@P1')
  const list = async () => (await reader.reports.list({ params: { h: PARENT, id } })).reports
  const late = pdfOf([id, DORA.late], 'Fetus A', CORRECTED_REPORT)
  await portal.receive(pdfOf([id, DORA.late], 'Fetus B'))
  const [ofB] = await list()
  const seen = ofB?.versions[0]?.id ?? 0
  const params = { h: PARENT, id, version: 1, part: 1 }
  expect(await reader.reports.part({ params, query: { seen } })).toEqual(new Uint8Array(REPORT))
  await portal.receive(late)
  // The page still has the list from before.
  const refused = { problem: { code: 'wrong-state' } }
  await expect(reader.reports.part({ params, query: { seen } })).rejects.toMatchObject(refused)
  await expect(
    reader.reports.data({ params: { h: PARENT, id, format: 'csv' }, query: { version: 1, seen } }),
  ).rejects.toMatchObject(refused)
  expect(
    (await list()).map(({ person, versions: [one] }) => [
      ...[person, one?.version, one?.id === seen, one?.isUnread],
    ]),
  ).toEqual([
    ['fetus-1', 1, false, true],
    ['fetus-2', 2, true, false],
  ])
})

test('[SUBJ-03] of twins with a report each, no report is chosen for the reader: version or sample say whose', async () => {
  const id = await twins(DORA.whose)
  const reader = portal.as('OrderViewer@P1')
  const opened = async () => {
    await reader.orders.report({ params: { h: PARENT, id }, query: {} })
    const { reports } = await reader.reports.list({ params: { h: PARENT, id } })
    return reports
      .filter(({ versions }) => versions.some(({ isUnread }) => !isUnread))
      .map(({ person }) => person)
  }
  const pdf = (label: string) => pdfOf([id, DORA.whose], label)
  await portal.receive(pdf('Fetus B'))
  expect(await opened()).toEqual(['fetus-2'])
  const listed = await reader.orders.list({ params: { hospital: PARENT }, query: { keyword: String(id) } })
  expect(listed.ordersDTO[0]?.reportStatus).toBe('final')
  await portal.receive(pdf('Fetus A'))
  expect(await problemOfCall(opened())).toMatchObject({
    status: 422,
    errors: [{ path: '/version', message: expect.stringContaining('2 (fetus-1), 1 (fetus-2)') }],
  })
  const { samples, events } = await orderOf(id)
  // The report that completes the order is named as well as the one before.
  expect(events.filter(({ kind }) => kind === 'reported').map(({ detail }) => detail)).toEqual([
    ...['fetus B', 'fetus A'],
  ])
  const [first] = samples.filter(({ patientName }) => patientName.endsWith('fetus A'))
  await reader.samples.report({ params: { h: PARENT, id: first?.id ?? 0 }, query: {} })
  const { reports } = await reader.reports.list({ params: { h: PARENT, id } })
  expect(reports.map(({ person, versions }) => [person, versions[0]?.isUnread])).toEqual([
    ...[
      ['fetus-1', false],
      ['fetus-2', false],
    ],
  ])
  // Each fetus's report begins with version 1, in whatever order they arrive; the address counts through the order.
  expect(reports.map(({ versions }) => versions.map(({ version, number }) => [version, number]))).toEqual([
    [[2, 1]],
    [[1, 1]],
  ])
  const [mothers] = samples.filter(({ patientName }) => patientName === `${DORA.whose} Lind`)
  const ofMother = reader.samples.report({ params: { h: PARENT, id: mothers?.id ?? 0 }, query: {} })
  expect(await problemOfCall(ofMother)).toMatchObject({ errors: [{ rule: 'whose-report' }] })
})

test('[SUBJ-03] a result finds its fetus by the specimen’s number, and later by its accession number', async () => {
  const id = await twins(DORA.specimen)
  await portal.receive(result([id, DORA.specimen], 'Normal', spm(`${id}-s2`, { accession: 'C-18' })))
  expect(await reportsOf(id)).toEqual(['Doris Lind, fetus B: 1'])
  const corrected = result([id, DORA.specimen], 'Not normal', spm('', { accession: 'C-18' })).replace(
    /F\rSPM/,
    'C\rSPM',
  )
  await portal.receive(corrected)
  expect(await reportsOf(id)).toEqual(['Doris Lind, fetus B: 2'])
  const { reports } = await portal.as('OrderViewer@P1').reports.list({ params: { h: PARENT, id } })
  expect(reports[0]?.versions.map(({ number }) => number)).toEqual([2, 1])
  expect(await waiting(id)).toBe(0)
})

test('[SUBJ-03] the accession number of an arrived specimen is enough', async () => {
  const id = await twins(DORA.arrival)
  const arrival = result(
    [id, DORA.arrival],
    '',
    `SPM|1|${id}-s1||CVS${'|'.repeat(14)}20261120${'|'.repeat(12)}C-17`,
  )
    .replace(/OBX\|1[^\r]*\r/, '')
    .replace(/\|\|\|F\r/, '|||I\r')
  expect(await portal.receive(arrival)).toContain('MSA|AA')
  await portal.receive(result([id, DORA.arrival], 'Normal', spm('', { accession: 'C-17' })))
  expect(await reportsOf(id)).toEqual(['Dorothea Lind, fetus A: 1'])
})

test('[SUBJ-03] a result with the mother’s identity alone waits at the result desk, and no clinic reads it', async () => {
  const id = await twins(DORA.alone)
  expect(await portal.receive(result([id, DORA.alone], 'Trisomy 18'))).toContain('MSA|AA')
  expect(await reportsOf(id)).toEqual([])
  expect(await waiting(id)).toBe(1)
  const { data } = await portal.as('Support').resultDesk.list({ query: { search: String(id) } })
  expect(data).toMatchObject([{ why: 'which-fetus' }])
})

test('[SUBJ-03] in FHIR, the focus of the results or the specimen names the fetus', async () => {
  const id = await twins(DORA.fhir)
  const mother = {
    resourceType: 'Patient' as const,
    ...{ id: 'm', birthDate: '1990-04-12', name: [{ family: 'Lind', given: ['Dorit'] }] },
  }
  const observation = (focus?: object) => ({
    resourceType: 'Observation' as const,
    ...{ id: 'o', status: 'final' as const, code: { text: 'Result' }, valueString: 'Normal' },
    ...{ subject: { reference: 'Patient/m' }, ...focus },
  })
  const report = (more: object = {}) => ({
    resourceType: 'DiagnosticReport' as const,
    ...{ id: `r${id}`, status: 'final' as const, code: { coding: [{ code: 'WES1' }] } },
    identifier: [{ system: 'urn:karyo:order', value: String(id) }],
    ...{ subject: { reference: 'Patient/m' }, result: [{ reference: 'Observation/o' }], ...more },
  })
  const send = (
    name: string,
    ...resources: Parameters<typeof bundle> extends [string, ...infer R] ? R : never
  ) => portal.receive(JSON.stringify(bundle(`${name}-${id}`, ...resources)))
  await send('ALONE', report(), mother, observation())
  expect(await waiting(id)).toBe(1)
  const focus = { focus: [{ identifier: { system: 'urn:karyo:person', value: `${id}-fetus-1` } }] }
  await send('FOCUS', report(), mother, observation(focus))
  expect(await reportsOf(id)).toEqual(['Dorit Lind, fetus A: 1'])
  const specimen = [{ identifier: { system: 'urn:karyo:specimen', value: `${id}-s2` } }]
  await send('SPECIMEN', report({ id: `r2${id}`, specimen }), mother, observation())
  expect(await reportsOf(id)).toEqual(['Dorit Lind, fetus A: 1', 'Dorit Lind, fetus B: 1'])
})

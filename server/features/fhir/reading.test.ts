import type {
  Binary,
  Bundle,
  Consent,
  DiagnosticReport,
  FhirResource,
  Patient,
  ServiceRequest,
  Specimen,
  Task,
} from 'fhir/r4.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invalidities } from '#adapters/laboratory/fhir/definitions.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { blankTest } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { fhirOf, refusalOf } from './testing/request.ts'

let portal: TestPortal
let fhir: ReturnType<typeof fhirOf>
let viewer: string
/** An order en route, one reported with a correction, and one with a rejected specimen. */
let [sent, reported, rejected] = [0, 0, 0]
/** The day in UTC before anything was made. */
let today: string
beforeAll(async () => {
  today = new Date().toISOString().slice(0, 10)
  portal = await startPortal()
  fhir = fhirOf(portal)
  viewer = await fhir.user('OrderViewer@P1')
  const two = readyOrder('Abara')
  two.addOnTests.push(blankTest('CYS4', 'Cystic Fibrosis'))
  const [patient] = two.patients
  if (patient) patient.recordNumber = 'MRN-77'
  ;({ id: sent } = await portal.submitted(two))
  ;({ id: reported } = await portal.submitted(readyOrder('Brandt')))
  ;({ id: rejected } = await portal.submitted(readyOrder('Castellano')))
  const options = { order: reported, number: '26-500', name: 'Brandt^Linh' }
  await portal.receive(
    laboratoryMessage('R1', { ...options, status: 'F', pdf: REPORT, at: '20260320080000' }),
  )
  await portal.receive(
    laboratoryMessage('R2', { ...options, status: 'C', pdf: CORRECTED_REPORT, at: '20260321080000' }),
  )
  await fhir.post({
    ...{ resourceType: 'Bundle', type: 'batch', id: 'X1', timestamp: '2026-03-13T08:00:00Z' },
    entry: [
      {
        request: { method: 'PUT', url: 'Specimen' },
        resource: {
          resourceType: 'Specimen',
          identifier: [{ system: 'urn:karyo:specimen', value: `${rejected}-s1` }],
          status: 'unsatisfactory',
          condition: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0490', code: 'RH' }] }],
        },
      },
    ],
  })
})
afterAll(() => portal?.stop())

const all = async <T extends FhirResource>(path: string, as = viewer): Promise<T[]> => {
  const bundle = await fhir.get(path, as)
  return (bundle.entry ?? []).map(({ resource }) => resource as T)
}
const idsOf = async (path: string, as = viewer) => (await all(path, as)).map(({ id }) => id)
/** Without the orders that single tests of this file submit. */
const ofFirstThree = (ids: readonly (string | undefined)[]) =>
  ids.filter((id) => [sent, reported, rejected].some((order) => id?.startsWith(String(order))))

test('all resources are valid, and refer only to resources that exist', async () => {
  const types = ['Patient', 'ServiceRequest', 'Specimen', 'DiagnosticReport', 'Task', 'Coverage']
  const others = ['Practitioner', 'Organization', 'QuestionnaireResponse', 'Consent', 'RelatedPerson']
  for (const type of [...types, ...others]) {
    const bundle = await fhir.get(`/${type}`, viewer)
    expect(invalidities(bundle), type).toEqual([])
    const references = new Set(
      [...JSON.stringify(bundle).matchAll(/"reference":"([^"]+)"/g)].map(([, to]) => to),
    )
    for (const to of references) {
      const found: FhirResource = await fhir.get(`/${to}`, viewer)
      expect(`${found.resourceType}/${found.id}`).toBe(to)
    }
  }
  const { text } = await fhir.ask('/metadata', null)
  expect(invalidities(JSON.parse(text))).toEqual([])
})

test('a report has a number of its own, and is found by it and by the number of its order', async () => {
  const { id } = await portal.submitted(readyOrder('Eze'))
  for (const [code, at] of [
    ['WES1', '20260320080000'],
    ['PANEL9', '20260321080000'],
  ] as const)
    await portal.receive(
      laboratoryMessage(`N${code}${id}`, {
        ...{ order: id, number: `26-${id}`, name: 'Eze^Linh', status: 'F', pdf: REPORT, test: code, at },
      }),
    )
  const ids = [`${id}-PANEL9`, `${id}-WES1`]
  for (const number of [`${id}`, `urn:karyo:order|${id}`, `26-${id}`])
    expect((await idsOf(`/DiagnosticReport?identifier=${number}`)).toSorted()).toEqual(ids)
  expect(await idsOf(`/DiagnosticReport?identifier=urn:karyo:report|${id}-PANEL9`)).toEqual([`${id}-PANEL9`])
  const reports = await all<DiagnosticReport>(`/DiagnosticReport?identifier=${id}`)
  expect(new Set(reports.map(({ identifier }) => identifier?.[0]?.value)).size).toBe(2)
})

test('a test refers to no finding, which only the laboratory gets', async () => {
  const { id } = await portal.submitted(readyOrder('Fofana'))
  const finding = {
    patient: 'proband',
    termId: 'HP:0001250',
    label: 'Seizure',
    release: '',
    status: 'present',
  }
  await administer(portal.database.url, (db) =>
    sql`update orders set document = document || ${JSON.stringify({ phenotype: [finding] })}::jsonb where id = ${id}`.execute(
      db,
    ),
  )
  const [request] = await all<ServiceRequest>(`/ServiceRequest?identifier=urn:karyo:order|${id}`)
  if (!request) throw new Error('the order has no request')
  const references = (request.supportingInfo ?? []).map(({ reference = '' }) => reference)
  expect(references.filter((reference) => reference.startsWith('Observation/'))).toEqual([])
  for (const reference of references)
    expect((await fhir.ask(`/${reference}`, viewer)).status, reference).toBe(200)
})

test('an order en route: its tests, specimen and Task', async () => {
  const requests = await all<ServiceRequest>(`/ServiceRequest?identifier=urn:karyo:order|${sent}`)
  expect(requests.map(({ id, status }) => [id, status])).toEqual([
    [`${sent}-WES1`, 'active'],
    [`${sent}-CYS4`, 'active'],
  ])
  const [specimen] = await all<Specimen>(`/Specimen?identifier=${sent}-s1`)
  expect(specimen).toMatchObject({ status: 'available', type: { text: 'Blood' } })
  expect(specimen?.receivedTime).toBeUndefined()
  expect(await fhir.get<Task>(`/Task/${sent}`, viewer)).toMatchObject({
    status: 'requested',
    businessStatus: { text: 'En Route' },
  })
})

test('[CNST-05] a consent, with what was withdrawn since and the status that follows', async () => {
  const { id } = await portal.submitted(readyOrder('Dlamini'))
  const consents = (query: string, as = viewer) => all<Consent>(`/Consent?${query}`, as)
  const ofPatient = `patient=Patient/${id}-proband`
  const [given, ...others] = await consents(ofPatient)
  expect(others).toEqual([])
  expect(given).toMatchObject({
    ...{ id: `${id}-proband`, status: 'active', patient: { reference: `Patient/${id}-proband` } },
    provision: {
      provision: [
        { type: 'permit', code: [{ coding: [{ code: 'testing' }] }] },
        { type: 'permit', code: [{ coding: [{ code: 'research' }] }] },
      ],
    },
  })
  const withdraw = (items: string[]) =>
    portal.as('OrderSubmitter@P1').orders.withdrawConsent({
      params: { hospital: PARENT, id },
      body: { patient: 'proband', items, on: todayAtLaboratory(new Date()), reason: 'Changed her mind' },
    })
  await withdraw(['research'])
  const inPart = await fhir.get<Consent>(`/Consent/${id}-proband`, viewer)
  expect(inPart).toMatchObject({
    status: 'active',
    provision: {
      provision: [{ type: 'permit' }, { type: 'deny', period: { start: todayAtLaboratory(new Date()) } }],
    },
  })
  expect((inPart.meta?.lastUpdated ?? '') > (given?.meta?.lastUpdated ?? '')).toBe(true)
  await withdraw(['testing'])
  expect(await idsOf(`/Consent?${ofPatient}&status=inactive`)).toEqual([`${id}-proband`])
  expect(await idsOf(`/Consent?${ofPatient}&status=active`)).toEqual([])
  const [last] = await consents(ofPatient)
  expect(last && invalidities(last)).toEqual([])
  const document = Buffer.from(last?.sourceAttachment?.data ?? '', 'base64').toString()
  expect(document).toContain('YES, withdrawn on')
  const foreign = await fhir.user('OrderSubmitter@F1')
  expect(await consents(ofPatient, foreign)).toEqual([])
  expect((await fhir.ask(`/Consent/${id}-proband`, foreign)).status).toBe(404)
})

test('a reported order: the corrected report, with its PDF by URL', async () => {
  const reports = await all<DiagnosticReport>('/DiagnosticReport?identifier=26-500')
  expect(reports).toMatchObject([
    {
      ...{ id: `${reported}-WES1`, status: 'corrected', issued: '2026-03-21T08:00:00.000Z' },
      meta: { versionId: expect.stringMatching(/^2-corrected-/) },
      basedOn: [{ reference: `ServiceRequest/${reported}-WES1` }],
    },
  ])
  const { pathname } = new URL(reports[0]?.presentedForm?.[0]?.url ?? '')
  const path = pathname.replace('/fhir', '')
  const binary: Binary = await fhir.get(path, viewer)
  expect(Buffer.from(binary.data ?? '', 'base64').equals(CORRECTED_REPORT)).toBe(true)
  const plain = await fhir.ask(path, viewer, { headers: { accept: '*/*' } })
  expect(plain.headers.get('content-type')).toBe('application/pdf')
  expect((await fhir.ask(path, await fhir.user('OrderSubmitter@F1'))).status).toBe(404)
  expect((await fhir.ask(path, await fhir.user('OrderViewer@P1', 'user/DiagnosticReport.rs'))).status).toBe(
    403,
  )
  expect(await fhir.get<Task>(`/Task/${reported}`, viewer)).toMatchObject({ status: 'completed' })
  const read = await portal.worker.db
    .selectFrom('audit_event')
    .select('entity_id')
    .where('action', '=', 'report.read')
    .execute()
  expect(read.map(({ entity_id }) => entity_id)).toEqual([String(reported), String(reported)])
})

const GENETICS = [
  'OBX|1|CWE|51968-6^Overall interpretation^LN|1|LA6576-8^Positive^LN||||||F',
  'OBX|2|CWE|69548-6^Assessment^LN|2a|LA9633-4^Present^LN||||||F',
  'OBX|3|CWE|48018-6^Gene^LN|2a|HGNC:1101^BRCA2^HGNC||||||F',
  'OBX|4|CWE|48004-6^c.HGVS^LN|2a|NM_000059.4:c.5946del^NM_000059.4:c.5946del^HGVS||||||F',
  'OBX|5|CWE|53037-8^Significance^LN|2a|LA6668-3^Pathogenic^LN||||||F',
]
const genetic = (code: string) => GENETICS.map((line) => `${line.slice(0, -1)}${code}\r`).join('')

test('a genetic result: as Observations of the report, until the laboratory withdraws it', async () => {
  const { id } = await portal.submitted(readyOrder('Dufour'))
  const options = { order: id, number: '26-600', name: 'Dufour^Linh' }
  const read = () => fhir.get<DiagnosticReport>(`/DiagnosticReport/${id}-WES1`, viewer)
  const isFinal = { ...options, status: 'F', at: '20260322080000' }
  await portal.receive(laboratoryMessage('G1', isFinal) + genetic('F'))
  const report = await read()
  expect(invalidities(report)).toEqual([])
  expect(report).toMatchObject({
    conclusionCode: [{ coding: [{ code: 'LA6576-8' }] }],
    result: [{ reference: '#result-2a' }],
    contained: [
      {
        ...{ resourceType: 'Observation', id: 'result-2a', status: 'final' },
        subject: { reference: `Patient/${id}-proband` },
        code: { coding: [{ system: 'http://loinc.org', code: '69548-6' }] },
        valueCodeableConcept: { coding: [{ code: 'LA9633-4' }] },
        component: [
          { valueCodeableConcept: { coding: [{ system: 'http://www.genenames.org', code: 'HGNC:1101' }] } },
          { valueCodeableConcept: { coding: [{ code: 'NM_000059.4:c.5946del' }] } },
          { valueCodeableConcept: { coding: [{ code: 'LA6668-3' }] } },
        ],
      },
    ],
  })
  await portal.receive(
    laboratoryMessage('G2', { ...options, status: 'C', at: '20260323080000' }) + genetic('W'),
  )
  const withdrawn = await read()
  expect(withdrawn.status).toBe('entered-in-error')
  expect(JSON.stringify(withdrawn)).not.toContain('BRCA2')
})

test('a rejected specimen has the reason, and the recollection is for the same person', async () => {
  const specimens = await all<Specimen>(`/Specimen?patient=Patient/${rejected}-proband`)
  expect(specimens).toMatchObject([
    {
      status: 'unsatisfactory',
      condition: [{ coding: [{ code: 'RH' }], text: 'The specimen is hemolyzed' }],
    },
    { status: 'available', subject: { reference: `Patient/${rejected}-proband` } },
  ])
})

describe('a search', () => {
  test("by the clinic’s MRN, the portal's and the laboratory’s number, and provider", async () => {
    expect(await idsOf('/Patient?identifier=MRN-77')).toEqual([`${sent}-proband`])
    expect(await idsOf('/Patient?identifier=urn:karyo:record-number:P1|MRN-77')).toEqual([`${sent}-proband`])
    expect(await idsOf('/Patient?identifier=urn:karyo:record-number:C1|MRN-77')).toEqual([])
    expect(await idsOf(`/Task?identifier=${reported}`)).toEqual([String(reported)])
    expect(await idsOf('/ServiceRequest?identifier=26-500')).toEqual([`${reported}-WES1`])
    expect(await idsOf('/Practitioner?identifier=1234567893')).toEqual(['npi-1234567893'])
    expect(await idsOf('/Practitioner')).toEqual(['npi-1234567893'])
    expect(await idsOf(`/Organization?_id=${PARENT}`)).toEqual([PARENT])
  })

  test('by patient and status', async () => {
    expect(await idsOf(`/ServiceRequest?patient=${reported}-proband`)).toEqual([`${reported}-WES1`])
    expect(await idsOf(`/Task?subject=Patient/${reported}-proband&status=completed`)).toEqual([
      String(reported),
    ])
    expect(await idsOf(`/Task?patient=${reported}-proband&status=requested`)).toEqual([])
    expect(ofFirstThree(await idsOf('/ServiceRequest?status=completed,revoked'))).toEqual([
      `${reported}-WES1`,
    ])
    expect(ofFirstThree(await idsOf('/Specimen?status=unsatisfactory'))).toEqual([`${rejected}-s1`])
  })

  test('by the time of the last event', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect(ofFirstThree(await idsOf(`/Task?_lastUpdated=ge${today}`))).toHaveLength(3)
    expect(await idsOf(`/Task?_lastUpdated=gt${tomorrow}`)).toEqual([])
    expect(await idsOf(`/Task?_lastUpdated=lt${today}`)).toEqual([])
    const [task] = await all<Task>(`/Task?identifier=${sent}`)
    expect(await idsOf(`/Task?identifier=${sent}&_lastUpdated=${task?.meta?.lastUpdated}`)).toEqual([
      String(sent),
    ])
  })

  test('is paged by links, and all pages together list everything once', async () => {
    const allIds = await idsOf('/ServiceRequest')
    expect(ofFirstThree(allIds)).toHaveLength(4)
    for (const count of [1, 2, 3]) {
      const found: (string | undefined)[] = []
      let path: string | undefined = `/ServiceRequest?_count=${count}`
      while (path) {
        const page: Bundle = await fhir.get(path, viewer)
        expect(page.entry?.length).toBeLessThanOrEqual(count)
        found.push(...(page.entry ?? []).map(({ resource }) => resource?.id))
        const next: string | undefined = page.link?.find(({ relation }) => relation === 'next')?.url
        path = next?.slice(next.indexOf('/ServiceRequest'))
      }
      expect(found).toEqual(allIds)
    }
  })

  test.each([
    'name=Abara',
    '_count=0',
    '_count=x',
    '_lastUpdated=yesterday',
    '_after=somewhere',
    'status=a&status=b',
  ])('refuses %s with the reason', async (query) => {
    const [status, , code, text] = refusalOf(await fhir.ask(`/Task?${query}`, viewer))
    expect([status, code]).toEqual([400, 'invalid'])
    expect(text).toContain(query.split('=')[0])
  })

  test('does not find drafts', async () => {
    const { id } = await portal.draft(readyOrder('Dorn'))
    expect((await fhir.ask(`/Task/${id}`, viewer)).status).toBe(404)
    expect(await idsOf(`/Patient?identifier=${id}-proband`)).toEqual([])
  })

  test('treats SQL in a parameter as text', async () => {
    const evil = encodeURIComponent(`1' or '1'='1`)
    expect(await idsOf(`/Patient?identifier=${evil}`)).toEqual([])
    expect((await fhir.ask(`/Patient/${evil}`, viewer)).status).toBe(404)
    const [patient] = await all<Patient>(`/Patient?identifier=${sent}-proband`)
    expect(patient?.name?.[0]?.family).toBe('Abara')
  })
})

describe('a search for reports', () => {
  // At a separate institution, because the tests above count everything at theirs.
  const who = { by: 'OrderSubmitter@F1', at: FOREIGN }
  const submitter = () => fhir.user(who.by)

  test('finds them by status, and by the time of their withdrawal', async () => {
    const { id } = await portal.submitted(readyOrder('Dorsey'), who)
    const options = { order: id, number: '26-900', name: 'Dorsey^Linh', pdf: REPORT }
    const viewer = await submitter()
    const found = (query: string) => idsOf(`/DiagnosticReport?patient=${id}-proband&${query}`, viewer)
    await portal.receive(laboratoryMessage('R8', { ...options, status: 'P', at: '20260320080000' }))
    expect(await found('status=preliminary')).toEqual([`${id}-WES1`])
    expect(await found('status=final')).toEqual([])
    const [before] = await all<DiagnosticReport>(`/DiagnosticReport?patient=${id}-proband`, viewer)
    const withdrawn = laboratoryMessage('R9', { ...options, status: 'F', at: '20260321080000' })
    await portal.receive(withdrawn.replace(/\|\|\|\|\|\|F\r/, '||||||W\r'))
    expect(await found('status=entered-in-error')).toEqual([`${id}-WES1`])
    // A client that searches for changes since its last visit finds the withdrawal.
    expect(await found(`_lastUpdated=gt${before?.meta?.lastUpdated}`)).toEqual([`${id}-WES1`])
  })

  test('finds a report that became current again after a withdrawal for review', async () => {
    const { id } = await portal.submitted(readyOrder('Duarte'), who)
    const options = { order: id, number: '26-901', name: 'Duarte^Linh' }
    const viewer = await submitter()
    const path = `/DiagnosticReport?patient=${id}-proband`
    /** What a client has that searches for changes since its last visit, and when each changed. */
    const since = async (at: string) => {
      const found = await all<DiagnosticReport>(`${path}&_lastUpdated=gt${at}`, viewer)
      return found.map(({ status, meta }) => [status, meta?.lastUpdated ?? ''] as const)
    }
    await portal.receive(
      laboratoryMessage('R10', { ...options, status: 'P', pdf: CORRECTED_REPORT, at: '20260322080000' }),
    )
    const [first] = await since('2020-01-01T00:00:00Z')
    expect(first?.[0]).toBe('preliminary')
    // Sent earlier but received later: the version that is here needs a person's decision.
    await portal.receive(
      laboratoryMessage('R11', { ...options, status: 'F', pdf: REPORT, at: '20260321080000' }),
    )
    const [second, ...others] = await since(first?.[1] ?? '')
    expect([second?.[0], others]).toEqual(['final', []])
    const desk = portal.as('Support').resultDesk
    const [waiting] = (await desk.list({ query: { search: String(id) } })).data
    await desk.take({ params: { id: waiting?.id ?? 0 }, body: { reason: 'Looked at' } })
    const [third] = await since(second?.[1] ?? '')
    expect(third?.[0]).toBe('preliminary')
    expect(await since(third?.[1] ?? '')).toEqual([])
  })
})

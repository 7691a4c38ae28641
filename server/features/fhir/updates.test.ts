import type { Bundle, BundleEntry, OperationOutcome, ServiceRequest, Task } from 'fhir/r4.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  about,
  bundle,
  decision,
  held,
  numbered,
  pdf,
  report,
  specimen,
  task,
} from '#adapters/laboratory/fhir/testing/messages.ts'
import { blankTest } from '#domain/orders/document.ts'
import { HOLD_META } from '#domain/orders/hold-kinds.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { fhirOf } from './testing/request.ts'

let portal: TestPortal
let fhir: ReturnType<typeof fhirOf>
beforeAll(async () => {
  portal = await startPortal()
  fhir = fhirOf(portal)
})
afterAll(() => portal?.stop())

let sent = 0
/** Each Bundle has a unique id. */
const sendBundle = (...resources: Parameters<typeof bundle> extends [string, ...infer R] ? R : never) => {
  sent += 1
  return fhir.post(bundle(`B${sent}`, ...resources))
}
const seen = (id: number) => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
const at = (time: string) => ({ lastModified: `2026-03-13T${time}:00Z` })

describe('from acceptance to the corrected report', () => {
  test('each Bundle moves the order as its HL7 message would', async () => {
    const { id } = await portal.submitted()
    const number = { identifier: [numbered(`26-${id}`)] }
    const first = await sendBundle(
      task(id, 'accepted', { ...number, ...at('08:00') }),
      specimen(id, 's1', { receivedTime: '2026-03-13T07:30:00Z' }),
    )
    expect([first.status, first.answer]).toMatchObject([
      200,
      { resourceType: 'Bundle', type: 'transaction-response', entry: [{}, {}] },
    ])
    expect(await seen(id)).toMatchObject({ displayStatus: 'Accessioned', accessionNumber: `26-${id}` })

    await sendBundle({ ...held(id, 'MISSING-INFO', 'Which variant?', 'H-1'), ...at('09:00') })
    expect((await seen(id)).holds).toMatchObject([{ kind: 'missing-information', words: 'Which variant?' }])
    // Patients may read what an EHR holds.
    const doubt = await portal.submitted()
    await sendBundle({ ...held(doubt.id, 'IDENTITY', 'The father is not related', 'H-2'), ...at('09:00') })
    expect((await seen(doubt.id)).holds).toMatchObject([
      { kind: 'identity', words: 'The father is not related' },
    ])
    const [{ resource }] = (
      await fhir.get<Bundle<Task>>(`/Task?identifier=${doubt.id}`, await fhir.user('OrderViewer@P1'))
    ).entry as [BundleEntry<Task>]
    expect(resource?.statusReason).toEqual({ text: HOLD_META.identity.title })
    await sendBundle(task(id, 'in-progress', at('10:00')))
    const working = await seen(id)
    expect(working.displayStatus).toBe('In Process')
    expect(working.holds.filter(({ releasedAt }) => releasedAt === null)).toEqual([])

    const form = { presentedForm: [pdf(REPORT)], issued: '2026-03-20T08:00:00Z' }
    await sendBundle(report(id, 'final', { ...form, ...number, ...about(id) }))
    expect((await seen(id)).displayStatus).toBe('Reported')
    const corrected = { presentedForm: [pdf(CORRECTED_REPORT)], issued: '2026-03-21T08:00:00Z' }
    await sendBundle(report(id, 'corrected', { ...corrected, ...number, ...about(id) }))
    expect((await seen(id)).reports).toHaveLength(2)
  })

  test('a specimen that can’t be used must be recollected', async () => {
    const { id } = await portal.submitted()
    await sendBundle(
      specimen(id, 's1', { status: 'unsatisfactory', condition: [{ text: 'It has clotted' }] }),
      task(id, 'received', at('08:00')),
    )
    expect((await seen(id)).samples).toMatchObject([{ rejected: { reason: 'It has clotted' } }, {}])
  })

  test('a requested cancellation is refused, or performed', async () => {
    const orders = [await portal.submitted(), await portal.submitted()]
    for (const { id, hospitalCode: hospital } of orders)
      await portal.as('OrderSubmitter@P1').orders.cancel({
        params: { hospital, id, sameHospital: hospital },
        body: { type: 'Order', reason: 'Twice' },
      })
    const [refused, made] = orders.map(({ id }) => id)
    await sendBundle(
      decision(refused ?? 0, 'rejected', { statusReason: { text: 'Too late' }, ...at('08:00') }),
    )
    await sendBundle(decision(made ?? 0, 'completed', at('08:00')))
    expect((await seen(refused ?? 0)).displayStatus).toBe('En Route')
    expect((await seen(made ?? 0)).displayStatus).toBe('Cancelled')
  })
})

describe('an order of two tests', () => {
  test('has a status for each: its own report, its own cancellation, or still under way', async () => {
    const two = readyOrder('Eriksen')
    two.addOnTests.push(blankTest('CYS4', 'Cystic Fibrosis'))
    const { id } = await portal.submitted(two)
    const viewer = await fhir.user('OrderViewer@P1')
    const found = async (type: string, status: string) => {
      const { entry = [] } = await fhir.get<Bundle>(`/${type}?identifier=${id}&status=${status}`, viewer)
      return entry.map(({ resource }) => resource?.id)
    }
    const statuses = async () => {
      const { entry = [] } = await fhir.get<Bundle<ServiceRequest | Task>>(
        `/ServiceRequest?identifier=${id}`,
        viewer,
      )
      const { status, statusReason } = await fhir.get<Task>(`/Task/${id}`, viewer)
      return [...entry.map(({ resource }) => resource?.status), status, statusReason?.text ?? '']
    }
    let messages = 0
    const message = async (of: object) => {
      messages += 1
      const about = { order: id, number: `26-${id}`, name: 'Eriksen^Linh' }
      await portal.receive(laboratoryMessage(`T${id}-${messages}`, { ...about, ...of }))
    }
    await message({ status: 'F', pdf: REPORT, at: '20260320080000' })
    expect(await statuses()).toEqual(['completed', 'active', 'in-progress', ''])
    expect(await found('ServiceRequest', 'active')).toEqual([`${id}-CYS4`])
    expect(await found('ServiceRequest', 'completed')).toEqual([`${id}-WES1`])
    expect(await found('Task', 'completed')).toEqual([])
    expect(await found('Task', 'in-progress')).toEqual([String(id)])

    // Asked after the first report, for the other test.
    await sendBundle({
      ...held(id, 'MISSING-INFO', 'Which variant?', 'H-9'),
      lastModified: '2026-03-21T08:00:00Z',
    })
    expect(await statuses()).toEqual(['completed', 'on-hold', 'on-hold', 'Which variant?'])
    expect(await found('ServiceRequest', 'on-hold')).toEqual([`${id}-CYS4`])
    expect(await found('Task', 'on-hold')).toEqual([String(id)])
    expect(await found('Task', 'in-progress')).toEqual([])
    await sendBundle(task(id, 'in-progress', { lastModified: '2026-03-22T08:00:00Z' }))
    expect(await statuses()).toEqual(['completed', 'active', 'in-progress', ''])

    await message({ status: 'X', test: 'CYS4', at: '20260323080000' })
    expect(await statuses()).toEqual(['completed', 'revoked', 'completed', ''])
    expect(await found('ServiceRequest', 'revoked')).toEqual([`${id}-CYS4`])
    expect(await found('Task', 'completed')).toEqual([String(id)])
    await message({ status: 'F', test: 'CYS4', pdf: REPORT, at: '20260324080000' })
    expect(await statuses()).toEqual(['completed', 'completed', 'completed', ''])
  })
})

describe('[MSG-02] a withdrawal together with something else', () => {
  test('takes effect immediately, and the rest waits at the result desk for a decision', async () => {
    const { id } = await portal.submitted()
    const issued = (day: number) => ({ ...about(id), issued: `2026-03-${day}T08:00:00Z` })
    await sendBundle(report(id, 'final', { ...issued(20), presentedForm: [pdf(REPORT)] }))
    const methods = {
      ...{ resourceType: 'DocumentReference' as const, status: 'current' as const },
      content: [{ attachment: { title: 'Methods', ...pdf(CORRECTED_REPORT) } }],
    }
    const { status } = await sendBundle(report(id, 'entered-in-error', issued(21)), methods)
    expect(status).toBe(200)
    const read = () => portal.as('OrderViewer@P1').orders.report({ params: { h: PARENT, id }, query: {} })
    await expect(read()).rejects.toMatchObject({ problem: { code: 'report-withdrawn' } })
    expect(await seen(id)).toMatchObject({ state: 'in-process', reports: [], isResultChecked: true })

    const desk = portal.as('Support').resultDesk
    const [waiting, ...more] = (await desk.list({ query: { search: String(id) } })).data
    expect([waiting, more]).toMatchObject([{ why: 'came-with-withdrawal', status: 'unclear' }, []])
    const params = { id: waiting?.id ?? 0 }
    expect(await desk.read({ params })).toMatchObject({ parts: [{ kind: 'document', label: 'Methods' }] })
    await desk.take({ params, body: { reason: 'It is the corrected report', as: 'final' } })
    expect(await read()).toEqual(new Uint8Array(CORRECTED_REPORT))
    const [reportView] = (await portal.as('OrderViewer@P1').reports.list({ params: { h: PARENT, id } }))
      .reports
    expect(reportView?.versions.map(({ state }) => state)).toEqual(['current', 'withdrawn'])
  })
})

describe('a document beside a report', () => {
  const besidePatient = (subject: object) => ({
    ...{ resourceType: 'DocumentReference' as const, status: 'current' as const, ...subject },
    content: [{ attachment: { title: 'Methods', ...pdf(CORRECTED_REPORT) } }],
  })
  const patientFieldsNamed = (name: string) => ({
    contained: [{ resourceType: 'Patient' as const, id: 'q', name: [{ family: name, given: ['Otto'] }] }],
    subject: { reference: '#q' },
  })

  test('that names a person who is not on the order refuses the Bundle', async () => {
    const { id } = await portal.submitted()
    const final = report(id, 'final', { ...about(id), presentedForm: [pdf(REPORT)] })
    expect((await sendBundle(final, besidePatient(patientFieldsNamed('Falk')))).status).toBe(422)
    expect((await seen(id)).reports).toEqual([])
    expect((await sendBundle(final, besidePatient(about(id)))).status).toBe(200)
    expect((await seen(id)).state).toBe('reported')
  })

  test('whose person is uncertain makes the report wait at the result desk', async () => {
    const { id } = await portal.submitted()
    const patient = {
      ...patientFieldsNamed('Nguyen').contained[0],
      identifier: about(id).contained[0]?.identifier ?? [],
    }
    const final = report(id, 'final', { ...about(id), presentedForm: [pdf(REPORT)] })
    const document = besidePatient({ contained: [patient], subject: { reference: '#q' } })
    expect((await sendBundle(final, document as Parameters<typeof sendBundle>[0])).status).toBe(200)
    expect((await seen(id)).reports).toEqual([])
    const { data } = await portal.as('Support').resultDesk.list({ query: { search: String(id) } })
    expect(data).toMatchObject([{ why: 'part-of-another' }])
  })
})

test('a DiagnosticReport that cancels a test that was not ordered, or is final without a form, waits at the result desk', async () => {
  const { id } = await portal.submitted()
  const code = { coding: [{ system: 'urn:karyo:catalogue', code: 'REFLEX' }] }
  await sendBundle(report(id, 'cancelled', { ...about(id), code }))
  await sendBundle(report(id, 'final', about(id)))
  await sendBundle(report(id, 'unknown', about(id)))
  const { data } = await portal.as('Support').resultDesk.list({ query: { search: String(id) } })
  expect(data.map(({ why }) => why)).toEqual(['cancels-unknown', 'status-unclear', 'final-without-report'])
  expect((await seen(id)).state).toBe('in-process')
})

describe('receipt of a Bundle', () => {
  test('is stored unchanged, and applied once', async () => {
    const { id } = await portal.submitted()
    const one = bundle('ONCE', task(id, 'accepted', { identifier: [numbered(`26-${id}`)] }))
    const [first, again] = [await fhir.post(one), await fhir.post(one)]
    expect([again.status, again.answer]).toEqual([first.status, first.answer])
    const stored = await portal.worker.db
      .selectFrom('message_in')
      .select(['raw', 'outcome', 'type'])
      .where('control_id', '=', 'ONCE')
      .orderBy('id')
      .execute()
    expect(stored.map(({ outcome, type }) => [outcome, type])).toEqual([
      ['applied', 'Bundle transaction'],
      ['repeated', 'Bundle transaction'],
    ])
    expect(JSON.parse(stored[0]?.raw ?? '')).toEqual(one)
  })

  const issueOf = ({ status, answer }: Awaited<ReturnType<typeof fhir.post>>) => {
    const [issue] = (answer as OperationOutcome).issue
    return [status, issue?.code, issue?.expression?.[0], issue?.details?.text]
  }

  test('with an unknown order or another person’s name is refused, and nothing is applied', async () => {
    const { id } = await portal.submitted()
    const known = task(id, 'accepted', { identifier: [numbered('26-1')] })
    expect(issueOf(await sendBundle(known, task(999_999_999, 'accepted')))).toEqual([
      422,
      'business-rule',
      'Bundle.entry.resource.basedOn',
      'no submitted order 999999999 is known here',
    ])
    const other = {
      resourceType: 'Patient' as const,
      id: 'p',
      name: [{ family: 'Else' }],
      birthDate: '1950-01-01',
    }
    expect(issueOf(await sendBundle({ ...known, for: { reference: 'Patient/p' } }, other))).toEqual([
      422,
      'business-rule',
      'Bundle.entry.resource.subject',
      `it names another patient than order ${id}`,
    ])
    expect((await seen(id)).displayStatus).toBe('En Route')
  })

  test('that can’t be read is refused with the element, and stored', async () => {
    expect(issueOf(await fhir.post({ resourceType: 'Patient' })).slice(0, 3)).toEqual([
      400,
      'structure',
      'resourceType',
    ])
    expect(issueOf(await fhir.post('{"resourceType":')).slice(0, 2)).toEqual([400, 'structure'])
    expect(issueOf(await fhir.post('MSH|^~\\&|')).slice(0, 2)).toEqual([400, 'structure'])
    const wrong = { ...task(1, 'accepted'), status: 7 } as never
    expect(issueOf(await fhir.post(bundle('W', wrong))).slice(0, 3)).toEqual([
      422,
      'structure',
      'Bundle.entry[0].resource.status',
    ])
    const stored = portal.worker.db.selectFrom('message_in').select('reason').where('control_id', '=', 'W')
    expect((await stored.executeTakeFirstOrThrow()).reason).toContain('Bundle.entry[0].resource.status')
  })

  test('accepts 10 megabytes, and no other content type', async () => {
    const { id } = await portal.submitted()
    const long = Buffer.concat([Buffer.from(REPORT), Buffer.alloc(8_000_000, '% ')])
    expect((await sendBundle(report(id, 'final', { presentedForm: [pdf(long)], ...about(id) }))).status).toBe(
      200,
    )
    expect((await seen(id)).displayStatus).toBe('Reported')
    const as = await fhir.system('lims', 'system/Bundle.c')
    const headers = { 'content-type': 'text/plain' }
    const answer = await fhir.ask('/', as, { method: 'POST', body: 'x', headers })
    expect([answer.status, JSON.parse(answer.text).resourceType]).toEqual([415, 'OperationOutcome'])
  })
})

import type { DiagnosticReport } from 'fhir/r4.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { laboratoryMessage, REPORT } from '../../testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { PARENT } from '../../testing/world.ts'
import { fhirOf } from '../fhir/testing/request.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

let control = 0
type MessageOptions = Parameters<typeof laboratoryMessage>[1]
async function sendUpdate(order: number, options: MessageOptions, result = 'F') {
  control += 1
  const raw = laboratoryMessage(`Q${control}`, { order, number: `L-${order}`, pdf: REPORT, ...options })
  expect(await portal.receive(raw.replace(/\|\|\|\|\|\|F\r/g, `||||||${result}\r`))).toContain('MSA|AA')
}
const reader = () => portal.as('OrderViewer@P1')
const paramsOf = (id: number) => ({ h: PARENT, id })
const versions = async (id: number) =>
  (await reader().reports.list({ params: paramsOf(id) })).reports.flatMap((report) => report.versions)
const open = (id: number, query: { beingChecked?: 'open' } = {}) => [
  () => reader().orders.report({ params: paramsOf(id), query }),
  () => reader().reports.part({ params: { ...paramsOf(id), version: 1, part: 1 }, query }),
]
/** Matches the patient by the order number only. */
const DOUBTFUL = { name: 'Lind^Dora', at: '20260402100000' } as const

async function reported() {
  const { id } = await portal.submitted()
  await sendUpdate(id, { status: 'F', at: '20260401100000' })
  return id
}
async function decide(id: number, decision: 'take' | 'refuse') {
  const desk = portal.as('Support').resultDesk
  const [waiting] = (await desk.list({ query: { search: String(id) } })).data
  if (!waiting) throw new Error('nothing waits')
  const about = { params: { id: waiting.id }, body: { reason: 'Asked the laboratory' } }
  await (decision === 'take'
    ? desk.take({ ...about, body: { ...about.body, person: 'proband' } })
    : desk.refuse(about))
}

describe('[RPT-02] a report that the laboratory may withdraw, while a person there decides', () => {
  test.each([
    ['a withdrawal with an uncertain identity', { ...DOUBTFUL, status: 'F' }, 'W'],
    ['a cancellation with an uncertain identity', { ...DOUBTFUL, status: 'X' }, 'X'],
    ['a correction with an uncertain identity', { ...DOUBTFUL, status: 'C' }, 'F'],
    ['a withdrawal for a test not in the order', { status: 'F', test: 'CMA1', at: '20260402100000' }, 'W'],
    ['a change without a new report', { status: 'C', pdf: new Uint8Array(), at: '20260402100000' }, 'F'],
  ] as const)(
    '%s marks it as in question, and it opens only for users who were warned',
    async (_, options, result) => {
      const id = await reported()
      expect(await versions(id)).toMatchObject([{ isQuestioned: false }])
      await sendUpdate(id, options, result)
      expect(await versions(id)).toMatchObject([{ isQuestioned: true, state: 'current' }])
      for (const call of open(id))
        expect(await problemOfCall(call())).toMatchObject({ status: 409, code: 'report-questioned' })
      for (const call of open(id, { beingChecked: 'open' }))
        expect(await call()).toEqual(new Uint8Array(REPORT))
      await decide(id, 'refuse')
      expect(await versions(id)).toMatchObject([{ isQuestioned: false, state: 'current' }])
      for (const call of open(id)) expect(await call()).toEqual(new Uint8Array(REPORT))
    },
  )

  test('is withdrawn once that was accepted, and its reader is notified', async () => {
    const id = await reported()
    for (const call of open(id)) await call()
    await sendUpdate(id, { ...DOUBTFUL, status: 'F' }, 'W')
    await decide(id, 'take')
    expect(await versions(id)).toMatchObject([{ isQuestioned: false, state: 'withdrawn', parts: [] }])
    const notices = (await reader().reports.notices()).filter(({ orderId }) => orderId === id)
    expect(notices).toMatchObject([{ kind: 'withdrawn' }])
  })

  test('its recommendation opens only for users who were warned, by page and by sample', async () => {
    const { id } = await portal.submitted()
    const treatment = { part: '1', title: 'Diet', text: 'Start slowly' }
    await sendUpdate(id, { status: 'F', at: '20260401100000', treatment })
    const order = await reader().orders.get({ params: { hospital: PARENT, id } })
    const [{ id: recommendation } = { id: 0 }] = order.treatments
    const [{ id: sample } = { id: 0 }] = order.samples
    const reads = (query: { beingChecked?: 'open' } = {}) => [
      () => reader().treatments.get({ params: { id: recommendation }, query }),
      () => reader().samples.treatments({ params: { h: PARENT, id: sample }, query }),
    ]
    for (const read of reads()) await read()
    await sendUpdate(id, { ...DOUBTFUL, status: 'F' }, 'W')
    for (const read of reads())
      expect(await problemOfCall(read())).toMatchObject({ status: 409, code: 'report-questioned' })
    const [page, list] = reads({ beingChecked: 'open' })
    expect(await page?.()).toMatchObject({ isQuestioned: true, recommendation: ['Start slowly'] })
    expect(await list?.()).toMatchObject([{ recommendation: 'Start slowly' }])
    await decide(id, 'refuse')
    expect(await reads()[0]?.()).toMatchObject({ isQuestioned: false })
  })

  test.each(['page', 'sample'] as const)(
    'a user who read its recommendation only by the %s is notified when it is withdrawn',
    async (by) => {
      const { id } = await portal.submitted()
      const treatment = { part: '1', title: 'Diet', text: 'Start slowly' }
      await sendUpdate(id, { status: 'F', at: '20260401100000', treatment })
      const order = await reader().orders.get({ params: { hospital: PARENT, id } })
      if (by === 'page')
        await reader().treatments.get({ params: { id: order.treatments[0]?.id ?? 0 }, query: {} })
      else
        await reader().samples.treatments({ params: { h: PARENT, id: order.samples[0]?.id ?? 0 }, query: {} })
      await sendUpdate(id, { status: 'F', at: '20260402100000' }, 'W')
      const notices = (await reader().reports.notices()).filter(({ orderId }) => orderId === id)
      expect(notices).toMatchObject([{ kind: 'withdrawn' }])
    },
  )

  test("another test's report, or a new result with an uncertain identity, puts no report in question", async () => {
    const id = await reported()
    await sendUpdate(id, { ...DOUBTFUL, status: 'F', test: 'CMA1' }, 'W')
    await sendUpdate(id, { ...DOUBTFUL, status: 'F', pdf: Buffer.concat([REPORT, Buffer.from('% new')]) })
    expect(await versions(id)).toMatchObject([{ isQuestioned: false }])
    for (const call of open(id)) await call()
  })

  test('FHIR gives its status as unknown, returns no copy, and shows the change both times', async () => {
    const id = await reported()
    const fhir = fhirOf(portal)
    const token = await fhir.user('OrderViewer@P1')
    const found = async (query = '') => {
      const path = `/DiagnosticReport?patient=${id}-proband${query}`
      const { entry = [] } = await fhir.get(path, token)
      return entry.map(({ resource }) => resource as DiagnosticReport)
    }
    const [before] = await found()
    const form = before?.presentedForm?.[0]?.url?.replace(/^.*\/fhir/, '') ?? ''
    const since = (one?: DiagnosticReport) => `&_lastUpdated=gt${one?.meta?.lastUpdated}`
    await sendUpdate(id, { ...DOUBTFUL, status: 'F' }, 'W')
    const [questioned] = await found(`&status=unknown${since(before)}`)
    expect(questioned).toMatchObject({ status: 'unknown' })
    expect(questioned?.presentedForm).toBeUndefined()
    expect(await found('&status=final')).toEqual([])
    expect((await fhir.ask(form, token)).status).toBe(409)
    await decide(id, 'refuse')
    expect(await found(since(questioned))).toMatchObject([{ status: 'final' }])
    expect((await fhir.ask(form, token)).status).toBe(200)
  })
})

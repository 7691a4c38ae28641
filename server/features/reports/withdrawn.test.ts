import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DemoThings, GET_ROUTES, pathAt, queryAt, thingsAt } from '../../testing/demo-portal.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '../../testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { PARENT, readyOrder } from '../../testing/world.ts'
import { piecesOf } from '../documents/testing/pdf-text.ts'
import { fhirOf } from '../fhir/testing/request.ts'

/** Part of everything in the report: its text, value, reason for change, recommendation and document name. */
const MARK = 'Zirconquill'
const BY = 'OrderSubmitter@P1'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

let control = 0
type MessageOptions = Parameters<typeof laboratoryMessage>[1]
function sendUpdate(order: number, options: MessageOptions, ...obx: string[]) {
  control += 1
  return portal.receive(
    laboratoryMessage(`Z${control}`, { order, number: `L-${order}`, ...options }) + obx.join(''),
  )
}
const order = (id: number) => portal.as(BY).orders.get({ params: { hospital: PARENT, id } })

/** A report with the mark in every part, changed once, and read. */
async function reported() {
  const { id } = await portal.submitted(readyOrder('Marked'), { by: BY, at: PARENT })
  const options = { pdf: REPORT, name: 'Marked^Linh' }
  const reportParts = [
    `OBX|3|FT|50398-7^Narrative||${MARK} was found.||||||F\r`,
    `OBX|4|ST|48004-6^DNA change||c.58G>T ${MARK}|||A|||F\r`,
  ]
  const recommended = (at: string) => ({
    treatment: { part: '1', title: `${MARK} diet`, text: `Avoid ${MARK}` },
    at,
  })
  await sendUpdate(id, { ...options, status: 'F', ...recommended('20260401100000') }, ...reportParts)
  await sendUpdate(
    id,
    { ...options, status: 'C', ...recommended('20260401110000') },
    ...reportParts.map((obx) => obx.replace(MARK, `${MARK} again`)),
    `NTE|1||${MARK} reclassified|RECLASSIFICATION\r`,
  )
  await portal.as(BY).reports.list({ params: { h: PARENT, id } })
  return id
}
const withdraw = (id: number) =>
  sendUpdate(id, { status: 'X', name: 'Marked^Linh', words: 'Of another patient', at: '20260401120000' })

/** Every reply of a route that reads: its bytes, and the text of a PDF. */
async function allAnswers(id: number, things: DemoThings): Promise<Map<string, string>> {
  const sample = (await order(id)).samples[0]?.id ?? 0
  const ofOrder = { ...things, order: id, sample }
  const answers = new Map<string, string>()
  const record = async (name: string, path: string) => {
    const reply = await portal.inject(path, { as: BY })
    const bytes = Buffer.from(await reply.arrayBuffer())
    const isPdf = reply.headers.get('content-type') === 'application/pdf'
    const words = isPdf ? piecesOf(bytes).map(({ text }) => text) : []
    answers.set(name, `${reply.status} ${bytes.toString('utf8')} ${words.join(' ')}`)
  }
  for (const [name, route] of GET_ROUTES)
    if (name !== 'treatments.get') await record(name, `${pathAt(route, ofOrder)}${queryAt(route, ofOrder)}`)
  for (const treatment of await treatmentsOf(id))
    await record('treatments.get', `/api/Treatment/${treatment}`)
  const fhir = fhirOf(portal)
  const token = await fhir.user(BY)
  for (const type of ['DiagnosticReport', 'Task', 'ServiceRequest', 'Patient', 'Specimen'])
    answers.set(`fhir ${type}`, (await fhir.ask(`/${type}?patient=${id}-proband`, token)).text)
  return answers
}

async function treatmentsOf(id: number): Promise<number[]> {
  const rows = portal.worker.db.selectFrom('treatment').select('id').where('order_id', '=', id)
  return (await rows.execute()).map((row) => row.id)
}
const marked = (answers: Map<string, string>) =>
  [...answers].flatMap(([name, answer]) => (answer.includes(MARK) ? [name] : [])).sort()

describe('[RPT-02] the content of a withdrawn report', () => {
  test('is in no reply of the portal, its files and the FHIR endpoint any more', async () => {
    const id = await reported()
    const things = await thingsAt(portal.database.url, PARENT, BY)
    const before = await allAnswers(id, things)
    // Confirms that they had the mark before.
    expect(marked(before)).toEqual([
      ...[
        'fhir DiagnosticReport',
        'orders.bySample',
        'orders.get',
        ...['reportChanges.classes', 'reportChanges.compare'],
        ...['reports.data', 'reports.list'],
        'samples.treatments',
        'samples.whole',
      ],
      'treatments.get',
    ])
    await withdraw(id)
    const after = await allAnswers(id, things)
    expect(marked(after)).toEqual([])
    expect([...after.keys()]).toEqual([...before.keys()])
    const refused = [
      'orders.report',
      'reportChanges.compare',
      'reports.part',
      'samples.report',
      'treatments.get',
    ]
    for (const name of refused) expect(after.get(name)).toMatch(/^410 .*report-withdrawn/)
    const { resource } = JSON.parse(after.get('fhir DiagnosticReport') ?? '').entry[0]
    expect(resource).toMatchObject({ status: 'entered-in-error' })
    expect(resource.presentedForm).toBeUndefined()
  })

  test('a recommendation leaves the lists, and a link to it says that it was withdrawn', async () => {
    const id = await reported()
    expect((await order(id)).treatments).toMatchObject([{ title: `${MARK} diet` }])
    const [treatment = 0] = await treatmentsOf(id)
    const read = () => portal.as('OrderViewer@P1').treatments.get({ params: { id: treatment }, query: {} })
    const view = () => portal.as('OrderViewer@P1').treatments.lastViewed({ body: { treatmentId: treatment } })
    await read()
    await view()
    await withdraw(id)
    expect((await order(id)).treatments).toEqual([])
    for (const call of [read, view])
      expect(await problemOfCall(call())).toMatchObject({ status: 410, code: 'report-withdrawn' })
    // A user who read only the recommendation is notified like one who opened the report.
    const notices = await portal.as('OrderViewer@P1').reports.notices()
    expect(notices.filter(({ orderId }) => orderId === id)).toMatchObject([{ kind: 'withdrawn' }])
  })

  test('a recommendation returns with the report that replaces it', async () => {
    const id = await reported()
    await withdraw(id)
    const treatment = { part: '1', title: 'Surveillance', text: 'Once a year' }
    const options = { status: 'F', pdf: CORRECTED_REPORT, name: 'Marked^Linh', treatment }
    await sendUpdate(id, { ...options, at: '20260402100000' })
    expect((await order(id)).treatments).toMatchObject([{ title: 'Surveillance', viewed: false }])
  })

  test('its sample is not shown as reported', async () => {
    const id = await reported()
    const sample = (await order(id)).samples[0]?.id ?? 0
    const steps = async () => {
      const { timeline } = await portal.as(BY).samples.whole({ params: { h: PARENT, id: sample } })
      return JSON.stringify(timeline)
    }
    const before = await steps()
    await withdraw(id)
    expect(await steps()).not.toBe(before)
  })
})

describe('the export of the list of orders', () => {
  const exported = async (id: number) => {
    const reply = await portal.request(`/api/Orders/${PARENT}/export?ids=${id}`, { as: BY })
    const [row] = parse(Buffer.from(await reply.arrayBuffer()), { bom: true, columns: true })
    return row as Record<string, string>
  }

  test("[RPT-01] shows each report's status, and lists a withdrawn one as none", async () => {
    const { id } = await portal.submitted(readyOrder('Marked'), { by: BY, at: PARENT })
    const name = 'Marked^Linh'
    const exportedReports = [(await exported(id)).Report]
    const is = async (options: MessageOptions, ...obx: string[]) => {
      await sendUpdate(id, { name, ...options }, ...obx)
      exportedReports.push((await exported(id)).Report)
    }
    const text = (words: string) => `OBX|3|FT|50398-7^Narrative||${words}||||||F\r`
    await is({ status: 'P', pdf: REPORT, at: '20260401100000' })
    await is({ status: 'F', at: '20260401110000' }, text('One'))
    await is({ status: 'F', at: '20260401120000' }, text('Two').replace('F\r', 'B\r'))
    await is({ status: 'F', at: '20260401130000' }, text('Three').replace('F\r', 'A\r'))
    await is({ status: 'C', at: '20260401140000' }, text('Four'))
    await is({ status: 'F', at: '20260401150000' }, text('Four').replace('F\r', 'W\r'))
    expect(exportedReports).toEqual([
      ...['', 'Preliminary', 'Final', 'Addendum', 'Amended', 'Corrected', 'Withdrawn'],
    ])
    expect(await exported(id)).toMatchObject({ Status: 'In Process', Reported: '', 'Report not opened': '' })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

let control = 0
function sendUpdate(order: number, options: Parameters<typeof laboratoryMessage>[1]): Promise<string | null> {
  control += 1
  return portal.receive(laboratoryMessage(`D${control}`, { order, number: `L-${order}`, ...options }))
}
const reader = () => portal.as('OrderViewer@P1')
const support = () => portal.as('Support')
const paramsOf = (id: number) => ({ params: { h: PARENT, id } })
const report = (id: number) => reader().orders.report({ ...paramsOf(id), query: {} })
/** OBX-11 W for a result that was final. */
const withdrawal = (raw: string) => raw.replace(/\|\|\|\|\|\|F\r/, '||||||W\r')

describe('[MSG-02] a withdrawn result', () => {
  test('[RPT-02] cannot be opened any more; whoever opened it is notified, and confirms it', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, { status: 'F', pdf: REPORT, at: '20260320100000' })
    expect(await report(id)).toEqual(new Uint8Array(REPORT))
    const raw = laboratoryMessage(`W${id}`, { order: id, status: 'F', pdf: REPORT, at: '20260320110000' })
    expect(await portal.receive(withdrawal(raw))).toContain('MSA|AA')
    const problem = { problem: { code: 'report-withdrawn' } }
    await expect(report(id)).rejects.toMatchObject(problem)
    await expect(reader().orders.report({ ...paramsOf(id), query: { version: 1 } })).rejects.toMatchObject(
      problem,
    )
    await expect(
      reader().reports.part({ params: { h: PARENT, id, version: 1, part: 1 }, query: {} }),
    ).rejects.toMatchObject(problem)
    const order = await reader().orders.get({ params: { hospital: PARENT, id } })
    expect(order).toMatchObject({ state: 'in-process', reports: [] })
    expect(order.abilities).not.toContain('readReport')
    const [reportView] = (await reader().reports.list(paramsOf(id))).reports
    expect(reportView).toMatchObject({ current: null, versions: [{ state: 'withdrawn', parts: [] }] })

    const ownNotices = async () => (await reader().reports.notices()).filter(({ orderId }) => orderId === id)
    expect(await ownNotices()).toMatchObject([{ kind: 'withdrawn', version: 1 }])
    const noticesOf = async () =>
      (await support().resultDesk.notices({ query: { search: String(id), list: 'all' } })).data
    expect(await noticesOf()).toMatchObject([{ id: expect.any(Number), kind: 'withdrawn', readAt: null }])
    await reader().reports.acknowledge({ params: { h: PARENT, id, version: 1 }, query: {} })
    expect(await ownNotices()).toEqual([])
    expect(await noticesOf()).toMatchObject([{ kind: 'withdrawn', readAt: expect.any(String) }])
  })
})

describe('[MSG-02] a report withdrawn by any code', () => {
  const opened = (raw: string, obx11: string) => raw.replace(/\|\|\|\|\|\|F\r/, `||||||${obx11}\r`)
  test.each([
    ['OBX-11 D', 'F', 'D'],
    ['OBX-11 W', 'F', 'W'],
    ['OBX-11 X', 'F', 'X'],
    ['OBR-25 X and OBX-11 X', 'X', 'X'],
  ])('%s: a report that was final is no longer available to the clinic', async (_, status, obx11) => {
    const { id } = await portal.submitted()
    await sendUpdate(id, { status: 'F', pdf: REPORT, at: '20260320100000' })
    expect(await report(id)).toEqual(new Uint8Array(REPORT))
    const raw = laboratoryMessage(`${status}${obx11}${id}`, {
      ...{ order: id, status, pdf: REPORT, at: '20260320110000' },
    })
    expect(await portal.receive(opened(raw, obx11))).toContain('MSA|AA')
    await expect(report(id)).rejects.toMatchObject({ problem: { code: 'report-withdrawn' } })
    const [reportView] = (await reader().reports.list(paramsOf(id))).reports
    expect(reportView).toMatchObject({ current: null, versions: [{ state: 'withdrawn', parts: [] }] })
  })
})

describe('[MSG-03] a result with an uncertain identity', () => {
  const doubtful = { status: 'F', pdf: CORRECTED_REPORT, name: 'Lind^Dora' } as const

  test('[MATCH-01] waits hidden from the clinic, and is taken for a person with a reason', async () => {
    const { id } = await portal.submitted()
    expect(await sendUpdate(id, doubtful)).toContain('MSA|AA')
    const before = await reader().orders.get({ params: { hospital: PARENT, id } })
    expect(before).toMatchObject({ state: 'en-route', reports: [], isResultChecked: true })
    const { data } = await support().resultDesk.list({ query: { search: String(id) } })
    expect(data).toMatchObject([{ orderId: id, why: 'one-identifier', decision: null }])
    const [waiting] = data
    if (!waiting) throw new Error('it waits')
    const both = await support().resultDesk.read({ params: { id: waiting.id } })
    expect(both).toMatchObject({
      message: { name: 'Dora Lind' },
      order: [{ person: 'proband', differs: { name: 'other', recordNumber: 'same' } }],
    })
    const pdf = await support().resultDesk.document({ params: { id: waiting.id, part: 1 } })
    expect(pdf).toEqual(new Uint8Array(CORRECTED_REPORT))
    await support().resultDesk.take({
      params: { id: waiting.id },
      body: { reason: 'Married; the laboratory has both names', person: 'proband' },
    })
    expect(await report(id)).toEqual(new Uint8Array(CORRECTED_REPORT))
    const after = await reader().orders.get({ params: { hospital: PARENT, id } })
    expect(after).toMatchObject({ state: 'reported', isResultChecked: false })
    const again = support().resultDesk.refuse({ params: { id: waiting.id }, body: { reason: 'No' } })
    await expect(again).rejects.toMatchObject({ problem: { code: 'wrong-state' } })
  })

  test('is assigned to another order, or refused', async () => {
    const [one, other] = [await portal.submitted(), await portal.submitted()]
    await sendUpdate(one.id, { ...doubtful, at: '20260321100000' })
    await sendUpdate(one.id, { ...doubtful, at: '20260321110000' })
    const { data } = await support().resultDesk.list({ query: { search: String(one.id) } })
    const [first, second] = data.map(({ id }) => id)
    if (!first || !second) throw new Error('both wait')
    const body = { reason: 'The number was mistyped', orderId: other.id, person: 'proband' }
    await support().resultDesk.assign({ params: { id: first }, body })
    expect(await report(other.id)).toEqual(new Uint8Array(CORRECTED_REPORT))
    await support().resultDesk.refuse({ params: { id: second }, body: { reason: 'Nobody of ours' } })
    expect(await reader().orders.get({ params: { hospital: PARENT, id: one.id } })).toMatchObject({
      ...{ reports: [], isResultChecked: false },
    })
  })
})

describe('a filed report that waits because an earlier message arrived late', () => {
  /** A preliminary report is opened; then the final one arrives, which was sent before it. */
  async function overtaken() {
    const { id } = await portal.submitted()
    await sendUpdate(id, { status: 'P', pdf: CORRECTED_REPORT, at: '20260322100000' })
    expect(await report(id)).toEqual(new Uint8Array(CORRECTED_REPORT))
    await sendUpdate(id, { status: 'F', pdf: REPORT, at: '20260321100000' })
    const [waiting] = (await support().resultDesk.list({ query: { search: String(id) } })).data
    if (!waiting) throw new Error('it waits')
    return { id, waiting }
  }
  /** What the clinic can open of an order, by version number. */
  async function openedOf(id: number) {
    const opened: unknown[] = []
    for (const version of [1, 2, 3])
      await reader()
        .orders.report({ ...paramsOf(id), query: { version } })
        .then((content) => opened.push(Buffer.from(content)))
        .catch(() => undefined)
    return opened
  }

  test('cannot be opened by the clinic while it waits, nor after it was refused', async () => {
    const { id, waiting } = await overtaken()
    expect(await openedOf(id)).toEqual([Buffer.from(REPORT)])
    const { reports } = await reader().reports.list(paramsOf(id))
    expect(reports.flatMap(({ versions }) => versions.filter(({ parts }) => parts.length > 0))).toHaveLength(
      1,
    )
    await support().resultDesk.refuse({ params: { id: waiting.id }, body: { reason: 'Nobody of ours' } })
    expect(await openedOf(id)).toEqual([Buffer.from(REPORT)])
  })

  const DORA = 'orderviewer@p1@demo.test'
  const mailsOf = async (id: number) =>
    (await portal.mailsTo(DORA)).filter(({ subject }) => subject.startsWith(`Order ${id}:`))
  const noticesOf = async (id: number) =>
    (await reader().reports.notices())
      .filter(({ orderId }) => orderId === id)
      .map(({ kind, version }) => [kind, version])

  test('[RPT-02] is reported to whoever opened it like a withdrawal: on the pages, and by an email that names no patient', async () => {
    const { id } = await overtaken()
    expect(await noticesOf(id)).toEqual([['withdrawn', 2]])
    const [report] = (await reader().reports.list(paramsOf(id))).reports
    expect(report?.versions[0]).toMatchObject({ version: 2, notice: { kind: 'withdrawn', readAt: null } })
    const [mail, ...more] = await mailsOf(id)
    expect(more).toEqual([])
    expect(mail?.subject).toBe(`Order ${id}: a report that you opened was withdrawn`)
    const { document } = await reader().orders.get({ params: { hospital: PARENT, id } })
    const [patient] = document.patients
    for (const secret of [patient?.firstName, patient?.lastName, patient?.dateOfBirth, patient?.recordNumber])
      if (secret) expect(`${mail?.subject} ${mail?.body}`).not.toContain(secret)
    // The laboratory sees who has not confirmed it.
    const { data } = await support().resultDesk.notices({ query: { search: String(id), list: 'unread' } })
    expect(data).toMatchObject([{ kind: 'withdrawn', readAt: null }])
  })

  test('[RPT-02] and when it becomes current again, they are notified of that', async () => {
    const { id, waiting } = await overtaken()
    await reader().reports.acknowledge({ params: { h: PARENT, id, version: 2 }, query: {} })
    expect(await noticesOf(id)).toEqual([])
    await support().resultDesk.take({ params: { id: waiting.id }, body: { reason: 'Looked at' } })
    expect(await noticesOf(id)).toEqual([['restored', 2]])
    expect((await mailsOf(id)).map(({ subject }) => subject).toSorted()).toEqual([
      `Order ${id}: a report that you opened was withdrawn`,
      `Order ${id}: a withdrawn report is valid again`,
    ])
  })

  test('can be opened on the order it was assigned to, and on no other', async () => {
    const { id, waiting } = await overtaken()
    const other = await portal.submitted()
    const body = { reason: 'Another patient’s', orderId: other.id, person: 'proband' }
    await support().resultDesk.assign({ params: { id: waiting.id }, body })
    expect(await openedOf(other.id)).toEqual([Buffer.from(CORRECTED_REPORT)])
    expect(await openedOf(id)).toEqual([Buffer.from(REPORT)])
  })

  test('can be opened again once it was taken', async () => {
    const { id, waiting } = await overtaken()
    await support().resultDesk.take({ params: { id: waiting.id }, body: { reason: 'Looked at' } })
    expect(await openedOf(id)).toContainEqual(Buffer.from(CORRECTED_REPORT))
  })
})

test('refuses a report version that cannot exist, without an internal error', async () => {
  const { id } = await portal.submitted()
  const params = { h: PARENT, id, version: 2 ** 31 }
  const refused = { problem: { code: 'invalid-fields' } }
  await expect(reader().reports.acknowledge({ params, query: {} })).rejects.toMatchObject(refused)
  await expect(reader().reports.part({ params: { ...params, part: 1 }, query: {} })).rejects.toMatchObject(
    refused,
  )
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SYSTEMS } from '#adapters/laboratory/fhir/systems.ts'
import { bundle } from '#adapters/laboratory/fhir/testing/messages.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, twoTests } from '#server/testing/world.ts'

/**
 * Messages that are acknowledged without a result, or without one that may be shown: they are applied, or
 * wait for a person.
 */

let portal: TestPortal
let id: number
/** All of one width, because results from two messages of the same instant are ordered by message name. */
let control = 10_000
beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(async () => {
  id = (await portal.submitted()).id
})
afterAll(() => portal?.stop())

type MessageOptions = Parameters<typeof laboratoryMessage>[1]
/** Sent on a day in March 2026. */
const written = (day: number, options: MessageOptions): string =>
  laboratoryMessage(`K${++control}`, {
    order: id,
    number: `L-${id}`,
    at: `202603${String(day).padStart(2, '0')}100000`,
    ...options,
  })
const receive = async (raw: string) => expect(await portal.receive(raw)).toContain('MSA|AA')
const sendUpdate = (day: number, options: MessageOptions) => receive(written(day, options))
const support = () => portal.as('Support')
const listed = async (list: 'waiting' | 'decided' = 'waiting') =>
  (await support().resultDesk.list({ query: { search: String(id), list } })).data
const reader = () => portal.as('OrderViewer@P1')
const order = () => reader().orders.get({ params: { hospital: PARENT, id } })
const reports = async () => (await reader().reports.list({ params: { h: PARENT, id } })).reports
const read = () => reader().orders.report({ params: { h: PARENT, id }, query: {} })
const notices = async () => (await reader().reports.notices()).filter(({ orderId }) => orderId === id)
const mails = async () => {
  const rows = await portal.worker.db.selectFrom('mail_out').select(['subject', 'body']).execute()
  return rows.filter(({ subject, body }) => `${subject} ${body}`.includes(String(id)))
}
const withoutPid = (raw: string) => raw.replace(/PID\|[^\r]*\r/, '')

describe('a final status without its report', () => {
  test('waits once at the result desk, hidden from the clinic, until the report settles it', async () => {
    await receive(withoutPid(written(10, { status: 'F' })))
    await sendUpdate(11, { status: 'F' })
    expect(await listed()).toMatchObject([{ why: 'final-without-report', status: 'final' }])
    expect(await order()).toMatchObject({ state: 'in-process', isResultChecked: false })
    expect((await order()).events.map(({ kind }) => kind)).not.toContain('result-checked')
    await sendUpdate(12, { status: 'P', pdf: REPORT })
    expect(await listed()).toHaveLength(1)
    await sendUpdate(13, { status: 'F', pdf: CORRECTED_REPORT })
    expect(await listed()).toEqual([])
    expect((await listed('decided')).map(({ decision }) => decision)).toContainEqual(
      expect.objectContaining({ outcome: 'settled', reason: 'Settled by the report of 2026-03-13.' }),
    )
    expect(await order()).toMatchObject({ state: 'reported' })
  })

  test('is settled by the parts of its panel, and by a report that had arrived before', async () => {
    await receive(
      laboratoryMessage(
        `K${++control}`,
        { order: id, number: `L-${id}`, at: '20260310100000', status: 'F' },
        { order: id, number: `L-${id}`, at: '20260310100000', status: 'F', test: 'PART-1', pdf: REPORT },
      ),
    )
    expect(await listed()).toEqual([])
    await sendUpdate(8, { status: 'F' })
    expect(await listed()).toEqual([])
  })

  test.each(['C', 'A'])(
    'waits as well if it is called changed (OBX-11 %s) without a result',
    async (code) => {
      const empty = written(10, { status: 'F', pdf: REPORT }).replace(
        /OBX\|[^\r]*/,
        `OBX|1|ED|REPORT||^^^Base64^||||||${code}`,
      )
      await receive(empty)
      expect(await listed()).toMatchObject([{ why: 'final-without-report' }])
      expect(await order()).toMatchObject({ state: 'in-process', reports: [] })
    },
  )

  test('does not wait if a recommendation arrives, though nothing else does', async () => {
    await sendUpdate(10, { status: 'F', treatment: { part: '1', title: 'Diet', text: 'Less salt' } })
    expect(await listed()).toEqual([])
    expect((await order()).treatments).toMatchObject([{ title: 'Diet', isOfReplaced: false }])
  })

  test('may be closed by a person, and is not asked about again', async () => {
    await sendUpdate(10, { status: 'F' })
    const [waiting] = await listed()
    await support().resultDesk.refuse({
      params: { id: waiting?.id ?? 0 },
      body: { reason: 'The report went by post' },
    })
    await sendUpdate(11, { status: 'F' })
    expect(await listed()).toEqual([])
  })
})

test('an embedded file without data makes no report, and one marked pending waits', async () => {
  const raw = written(10, { status: 'F', pdf: REPORT })
  await receive(raw.replace(/OBX\|[^\r]*/, 'OBX|1|ED|REPORT||^^^Base64^||||||F'))
  expect(await order()).toMatchObject({ state: 'in-process', reports: [] })
  for (const code of ['I', 'N']) {
    const pending = written(code === 'I' ? 11 : 12, { status: 'F', pdf: REPORT })
    await receive(pending.replace(/\|\|\|\|\|\|F\r/, `||||||${code}\r`))
  }
  const waiting = await listed()
  expect(waiting.map(({ why }) => why)).toEqual(['status-unclear', 'status-unclear', 'final-without-report'])
  const seen = await support().resultDesk.read({ params: { id: waiting[0]?.id ?? 0 } })
  expect(seen).toMatchObject({ parts: [{ kind: 'document' }] })
})

describe('a test that was not ordered', () => {
  test('has results under its own name and code, so that two such tests are distinguishable', async () => {
    const called = (raw: string, name: string) => raw.replace('^Exome|', `^${name}|`)
    await receive(called(written(10, { status: 'F', test: 'ACMG1', pdf: REPORT }), 'Secondary findings'))
    await receive(called(written(11, { status: 'F', test: 'PGX2', pdf: CORRECTED_REPORT }), 'Medicines'))
    await sendUpdate(12, { status: 'F', pdf: Buffer.concat([REPORT, Buffer.from('% exome\n')]) })
    expect((await reports()).map(({ testName }) => testName).toSorted()).toEqual([
      ...['Medicines (PGX2)', 'Secondary findings (ACMG1)', 'Whole Exome'],
    ])
    const texts = (await order()).events.filter(({ kind }) => kind === 'reported').map(({ detail }) => detail)
    expect(texts).toContain('Medicines (PGX2)')
  })

  test('if cancelled (OBR-25 X), leaves the order as it is until a person confirms', async () => {
    await receive(withoutPid(written(10, { status: 'X', test: 'REFLEX' })))
    expect(await listed()).toMatchObject([{ why: 'cancels-unknown', status: 'cancelled' }])
    expect(await order()).toMatchObject({ state: 'en-route', isResultChecked: false })
    const [waiting] = await listed()
    const params = { id: waiting?.id ?? 0 }
    await support().resultDesk.take({ params, body: { reason: 'By phone', person: 'proband' } })
    expect(await order()).toMatchObject({ state: 'cancelled' })
  })

  test('if cancelled and refused by a person, leaves the order in process; an ordered test is cancelled immediately', async () => {
    await sendUpdate(10, { status: 'X', test: 'REFLEX' })
    const [waiting] = await listed()
    await support().resultDesk.refuse({ params: { id: waiting?.id ?? 0 }, body: { reason: 'A reflex test' } })
    expect(await order()).toMatchObject({ state: 'en-route' })
    await sendUpdate(11, { control: 'OC', status: 'X', test: 'REFLEX' })
    expect(await order()).toMatchObject({ state: 'cancelled' })
  })
})

describe('one of two tests', () => {
  const both = (first: MessageOptions, second: MessageOptions) =>
    receive(
      laboratoryMessage(
        `K${++control}`,
        { order: id, at: '20260311100000', ...first },
        { order: id, at: '20260311100000', test: 'CYS4', ...second },
      ),
    )
  const lines = async () => (await order()).events.slice(2).map(({ kind, detail }) => [kind, detail])
  const subjects = async () => (await mails()).map(({ subject }) => subject)
  const cancel = () =>
    portal.as('OrderSubmitter@P1').orders.cancel({
      params: { hospital: PARENT, id, sameHospital: PARENT },
      body: { type: 'Order', reason: 'Ordered by mistake' },
    })

  beforeEach(async () => {
    id = (await portal.submitted(twoTests())).id
  })

  test('if cancelled, is named in a line and a mail, and the order goes on', async () => {
    await sendUpdate(10, { status: 'I' })
    const cancelled = { status: 'X', reason: 'QNS^Too little DNA' }
    await both(cancelled, { status: 'I' })
    await both({ ...cancelled, at: '20260312100000' }, { status: 'I' })
    expect(await order()).toMatchObject({ state: 'in-process' })
    expect(await lines()).toEqual([
      ['in-process', ''],
      ['laboratory-note', 'Whole Exome: cancelled. Too little DNA'],
    ])
    expect(await subjects()).toEqual([`Order ${id}: a note from the laboratory`])
    await sendUpdate(13, { status: 'X', test: 'CYS4' })
    expect(await order()).toMatchObject({ state: 'cancelled' })
    expect((await lines()).at(-1)?.[0]).toBe('cancelled')
  })

  test.each(['cancelled', 'rejected'] as const)(
    'if %s by a Task for it, does not end the order',
    async (status) => {
      const task = (test: string) => ({
        ...{
          resourceType: 'Task' as const,
          status,
          intent: 'order' as const,
          statusReason: { text: 'Too little' },
        },
        code: { coding: [{ system: SYSTEMS.task, code: 'fulfill' }] },
        basedOn: [{ identifier: { system: SYSTEMS.test, value: `${id}-${test}` } }],
      })
      const send = (test: string) => portal.receive(JSON.stringify(bundle(`T${++control}`, task(test))))
      await send('WES1')
      expect(await order()).toMatchObject({ state: 'en-route' })
      expect(await lines()).toEqual([['laboratory-note', expect.stringContaining('Whole Exome: cancelled')]])
      await send('CYS4')
      expect(await order()).toMatchObject({ state: 'cancelled' })
    },
  )

  test('if cancelled together with the other, is a cancelled order, with one line and one mail', async () => {
    await both({ status: 'X' }, { status: 'X' })
    expect(await order()).toMatchObject({ state: 'cancelled' })
    expect(await lines()).toEqual([['cancelled', '']])
    expect(await subjects()).toEqual([`Order ${id}: cancelled by the laboratory`])
  })

  test('does not take the report of the other', async () => {
    await sendUpdate(10, { status: 'F', test: 'CYS4', pdf: REPORT })
    await sendUpdate(11, { status: 'X' })
    expect(await order()).toMatchObject({ state: 'reported' })
    expect((await lines()).map(([, detail]) => detail)).toContain('Whole Exome: cancelled')
  })

  test.each([
    ['CR', 'UC'],
    ['UC', 'CR'],
  ])('may be cancelled as requested while the other goes on (%s, %s)', async (first, second) => {
    await cancel()
    const reason = (code: string) => (code === 'UC' ? { reason: 'W^In the sequencer' } : {})
    await both({ control: first, ...reason(first) }, { control: second, ...reason(second) })
    expect(await order()).toMatchObject({ state: 'en-route' })
    expect((await lines()).map(([, detail]) => detail)).toEqual(
      expect.arrayContaining([
        'In the sequencer',
        `${first === 'CR' ? 'Whole Exome' : 'Cystic Fibrosis'}: cancelled`,
      ]),
    )
  })
})

describe("a report after another person's PID", () => {
  test('is never shown with the report before it', async () => {
    const raw = written(10, { status: 'F', pdf: REPORT })
    const other = `${raw}PID|2||99^^^OTHER^MR||Falk^Otto||19710909|M\rNTE|1||Of Otto\rOBX|2|ST|N^Note^L||Of Otto||||||F\r`
    expect(await portal.receive(other)).toContain('MSA|AE')
    expect(await order()).toMatchObject({ reports: [] })
  })
})

describe('a reader of a report', () => {
  test('is notified, also by mail, that it is in question, and later that it is confirmed', async () => {
    await sendUpdate(10, { status: 'F', pdf: REPORT })
    await read()
    await sendUpdate(12, { status: 'X', test: 'REFLEX' })
    expect(await notices()).toMatchObject([{ kind: 'questioned', version: 1 }])
    expect((await mails()).map(({ subject }) => subject).join()).toContain('is being checked')
    const [waiting] = await listed()
    await support().resultDesk.refuse({ params: { id: waiting?.id ?? 0 }, body: { reason: 'A reflex test' } })
    expect(await notices()).toMatchObject([{ kind: 'upheld', version: 1 }])
    const texts = (await mails()).map(({ subject, body }) => `${subject} ${body}`).join()
    expect(texts).toContain('it is valid')
    expect(texts).not.toContain('Nguyen')
  })

  test('of two reports in one order is mailed that each is valid, one after the other', async () => {
    await sendUpdate(10, { status: 'F', pdf: REPORT })
    await sendUpdate(11, { status: 'F', test: 'ACMG1', pdf: CORRECTED_REPORT })
    for (const { versions } of await reports())
      for (const { version } of versions)
        await reader().reports.part({ params: { h: PARENT, id, version, part: 1 }, query: {} })
    for (const test of ['WES1', 'ACMG1']) {
      const doubtful = written(12, { status: 'F', test, name: 'Lind^Dora', pdf: REPORT })
      await receive(doubtful.replace(/\|\|\|\|\|\|F\r/, '||||||W\r'))
    }
    expect(await notices()).toMatchObject([{ kind: 'questioned' }, { kind: 'questioned' }])
    for (const { id: waiting } of await listed())
      await support().resultDesk.refuse({ params: { id: waiting }, body: { reason: 'Of another person' } })
    expect(await notices()).toMatchObject([{ kind: 'upheld' }, { kind: 'upheld' }])
    const subjects = (await mails()).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.endsWith('is being checked'))).toHaveLength(2)
    expect(subjects.filter((subject) => subject.endsWith('that you opened is valid'))).toHaveLength(2)
  })

  test('is notified if the desk lets a preliminary report replace the final one', async () => {
    await sendUpdate(10, { status: 'F', pdf: REPORT })
    await read()
    await sendUpdate(12, { status: 'P', pdf: CORRECTED_REPORT })
    const [waiting] = await listed()
    await support().resultDesk.take({ params: { id: waiting?.id ?? 0 }, body: { reason: 'By phone' } })
    expect(await notices()).toMatchObject([{ kind: 'preliminary', version: 1 }])
    expect((await mails()).map(({ subject }) => subject).join()).toContain('preliminary again')
  })
})

test('a recommendation whose report was corrected is marked', async () => {
  await sendUpdate(10, {
    status: 'F',
    pdf: REPORT,
    treatment: { part: '1', title: 'Diet', text: 'Less salt' },
  })
  await sendUpdate(11, { status: 'C', pdf: CORRECTED_REPORT })
  expect((await order()).treatments).toMatchObject([{ title: 'Diet', isOfReplaced: true }])
})

test('partial results: the event and the mail call them partial, not preliminary', async () => {
  await sendUpdate(10, { status: 'R', pdf: REPORT })
  expect((await order()).events.map(({ kind }) => kind)).toContain('report-partial')
})

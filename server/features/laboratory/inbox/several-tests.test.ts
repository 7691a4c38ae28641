import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SYSTEMS } from '#adapters/laboratory/fhir/systems.ts'
import { about, bundle, report } from '#adapters/laboratory/fhir/testing/messages.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { laboratoryDay } from '#server/testing/laboratory-day.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, twoTests } from '#server/testing/world.ts'

/** One report of an order's two tests, as docs/interfaces.md says that it can be sent. */

let portal: TestPortal
let id: number
let control = 0
beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(async () => {
  id = (await portal.submitted(twoTests())).id
})
afterAll(() => portal?.stop())

const receive = async (raw: string) => expect(await portal.receive(raw)).toContain('MSA|AA')
const group = (test: string, pdf?: Uint8Array) => ({
  ...{ order: id, number: `L-${id}`, at: '20260311100000', status: 'F', test },
  ...(pdf ? { pdf } : {}),
})
const written = (...groups: ReturnType<typeof group>[]) => laboratoryMessage(`S${++control}`, ...groups)
const withNote = (raw: string) => `${raw}NTE|1||Reported together with the exome.\r`
const isPending = async () =>
  (
    await portal.worker.db
      .selectFrom('orders')
      .select('has_pending_test')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).has_pending_test
const reported = async () =>
  (await portal.as('OrderViewer@P1').reports.list({ params: { h: PARENT, id } })).reports
    .map(({ testCode }) => testCode)
    .sort()
const waiting = async () =>
  (await portal.as('Support').resultDesk.list({ query: { search: String(id) } })).data.map(({ why }) => why)

test('a report under the code of one test leaves the other pending, also if that is only called final', async () => {
  await receive(written(group('WES1', REPORT)))
  expect([await isPending(), await waiting()]).toEqual([true, []])
  await receive(written(group('CYS4')))
  expect([await isPending(), await waiting()]).toEqual([true, ['final-without-report']])
})

test('the document in the group of each test is the report of both', async () => {
  await receive(written(group('WES1', REPORT), group('CYS4', REPORT)))
  expect([await isPending(), await reported(), await waiting()]).toEqual([false, ['CYS4', 'WES1'], []])
})

test('a note that says where the result is is the other test’s report, in one message and in a later one', async () => {
  await receive(withNote(written(group('WES1', REPORT), group('CYS4'))))
  expect([await isPending(), await reported(), await waiting()]).toEqual([false, ['CYS4', 'WES1'], []])

  id = (await portal.submitted(twoTests())).id
  await receive(written(group('WES1', REPORT), group('CYS4')))
  expect([await isPending(), await waiting()]).toEqual([true, ['final-without-report']])
  await receive(withNote(written(group('CYS4'))))
  expect([await isPending(), await reported(), await waiting()]).toEqual([false, ['CYS4', 'WES1'], []])
})

test('a conclusion that says where the result is is the other test’s report in FHIR', async () => {
  await receive(written(group('WES1', REPORT)))
  const sent = bundle(
    `S${++control}`,
    report(id, 'final', {
      ...about(id),
      code: { coding: [{ system: SYSTEMS.catalogue, code: 'CYS4' }] },
      conclusion: 'Reported together with the exome.',
    }),
  )
  await portal.receive(JSON.stringify(sent))
  expect([await isPending(), await reported(), await waiting()]).toEqual([false, ['CYS4', 'WES1'], []])
})

const withdraw = () =>
  portal.as('OrderSubmitter@P1').orders.withdrawConsent({
    params: { hospital: PARENT, id },
    body: {
      ...{ patient: 'proband', items: ['testing'], reason: 'The family changed its mind' },
      on: laboratoryDay(0),
    },
  })

test('once the consent is withdrawn, the other test’s report waits for Support, and a correction of the first does not', async () => {
  await receive(written(group('WES1', REPORT)))
  await withdraw()
  const corrected = { ...group('WES1', CORRECTED_REPORT), status: 'C', at: '20260312100000' }
  await receive(written(corrected))
  const { reports } = await portal.as('OrderViewer@P1').reports.list({ params: { h: PARENT, id } })
  expect([reports.map(({ versions }) => versions.length), await waiting()]).toEqual([[2], []])
  await receive(written(group('CYS4', REPORT)))
  expect([await reported(), await waiting()]).toEqual([['WES1'], ['consent-withdrawn']])
  // Also if the laboratory had ended it before.
  await receive(written({ ...group('CYS4'), status: 'X' }))
  await receive(written({ ...group('CYS4', CORRECTED_REPORT), at: '20260313100000' }))
  expect([await reported(), await waiting()]).toEqual([['WES1'], ['consent-withdrawn', 'consent-withdrawn']])
})

test('an order cancelled after the report of one test no longer awaits the other, and its history says so', async () => {
  await receive(written(group('WES1', REPORT)))
  expect(await isPending()).toBe(true)
  await receive(laboratoryMessage(`S${++control}`, { order: id, number: `L-${id}`, control: 'OC' }))
  const order = await portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
  expect([order.state, order.pendingTests, await isPending()]).toEqual(['reported', undefined, false])
  expect(order.events.at(-1)).toMatchObject({
    kind: 'laboratory-note',
    detail: expect.stringContaining('cancelled'),
  })
})

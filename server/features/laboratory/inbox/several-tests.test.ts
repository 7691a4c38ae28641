import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SYSTEMS } from '#adapters/laboratory/fhir/systems.ts'
import { about, bundle, report } from '#adapters/laboratory/fhir/testing/messages.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
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

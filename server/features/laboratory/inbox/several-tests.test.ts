import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SYSTEMS } from '#adapters/laboratory/fhir/systems.ts'
import { about, bundle, report } from '#adapters/laboratory/fhir/testing/messages.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, twoTests } from '#server/testing/world.ts'

/** One report of an order's two tests, as docs/interfaces.md says that it can be sent, and taken back. */

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

const both = () => receive(written(group('WES1', REPORT), group('CYS4', REPORT)))
const changed = (test: string, status: string, pdf?: Uint8Array) => ({
  ...group(test, pdf),
  ...{ status, at: '20260312100000' },
})
/** Each version: its test and state, with `?` if the laboratory is checking it. */
const versions = async () =>
  (await portal.as('OrderViewer@P1').reports.list({ params: { h: PARENT, id } })).reports
    .flatMap(({ testCode, versions }) =>
      versions.map(({ state, isQuestioned }) => `${testCode} ${state}${isQuestioned ? '?' : ''}`),
    )
    .sort()
/** Of which tests Support sees a report beside what waits, and for whom it would be accepted. */
const asked = async () => {
  const desk = portal.as('Support').resultDesk
  const [check] = (await desk.list({ query: { search: String(id) } })).data
  const { reports, likely } = await desk.read({ params: { id: check?.id ?? 0 } })
  return { reports: reports.map(({ testCode }) => testCode), likely }
}
const decide = async (decision: 'take' | 'refuse') => {
  const desk = portal.as('Support').resultDesk
  const [check] = (await desk.list({ query: { search: String(id) } })).data
  await desk[decision]({ params: { id: check?.id ?? 0 }, body: { reason: 'Asked the laboratory' } })
}

test.each([
  ['is withdrawn too, if Support accepts that', 'take', ['CYS4 withdrawn', 'WES1 withdrawn']],
  ['stays, if Support refuses that', 'refuse', ['CYS4 current', 'WES1 withdrawn']],
] as const)(
  'a document that is withdrawn for one test is in question for the other, and %s',
  async (_, decision, decided) => {
    await both()
    await receive(written(changed('WES1', 'X')))
    expect([await versions(), await waiting()]).toEqual([
      ['CYS4 current?', 'WES1 withdrawn'],
      ['same-document'],
    ])
    expect(await asked()).toEqual({ reports: ['CYS4'], likely: 'proband' })
    await decide(decision)
    expect([await versions(), await waiting()]).toEqual([decided, []])
    // Another message does not ask again.
    await receive(written({ ...group('CYS4'), status: 'I' }))
    expect([await versions(), await waiting()]).toEqual([decided, []])
  },
)

test('a correction of one test is filed for the other too, if Support accepts that', async () => {
  await both()
  await receive(written(changed('CYS4', 'C', CORRECTED_REPORT)))
  expect([await versions(), await waiting()]).toEqual([
    ['CYS4 current', 'CYS4 superseded', 'WES1 current?'],
    ['same-document'],
  ])
  expect((await asked()).reports).toEqual(['WES1'])
  await decide('take')
  expect([await versions(), await waiting()]).toEqual([
    ['CYS4 current', 'CYS4 superseded', 'WES1 current', 'WES1 superseded'],
    [],
  ])
})

test('a withdrawal or correction of both tests takes effect without Support, in one message and in two', async () => {
  const timeline = async () =>
    (await portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })).events.map(
      ({ kind }) => kind,
    )
  await both()
  await receive(written(changed('WES1', 'C', CORRECTED_REPORT), changed('CYS4', 'C', CORRECTED_REPORT)))
  expect([await versions(), await waiting()]).toEqual([
    ['CYS4 current', 'CYS4 superseded', 'WES1 current', 'WES1 superseded'],
    [],
  ])
  await receive(written(changed('WES1', 'X'), changed('CYS4', 'X')))
  expect(new Set(await versions())).toEqual(new Set(['CYS4 withdrawn', 'WES1 withdrawn']))
  expect(await timeline()).not.toContain('result-checked')

  id = (await portal.submitted(twoTests())).id
  await both()
  await receive(written(changed('WES1', 'X')))
  expect(await waiting()).toEqual(['same-document'])
  await receive(written(changed('CYS4', 'X')))
  expect([await versions(), await waiting()]).toEqual([['CYS4 withdrawn', 'WES1 withdrawn'], []])
})

test('a preliminary document that is final for one test is not in question for the other', async () => {
  const early = (test: string) => ({ ...group(test, REPORT), status: 'P' })
  await receive(written(early('WES1'), early('CYS4')))
  await receive(written(changed('WES1', 'F', CORRECTED_REPORT)))
  expect([await versions(), await waiting()]).toEqual([
    ['CYS4 current', 'WES1 current', 'WES1 superseded'],
    [],
  ])
})

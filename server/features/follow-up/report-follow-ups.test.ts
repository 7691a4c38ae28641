import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IsoDate } from '#domain/dates/dates.ts'
import { INITIAL_RULES } from '#domain/follow-up/rules.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { daysAfterToday, laboratoryDay } from '#server/testing/laboratory-day.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import {
  addFollowUpEvent,
  assignFollowUp,
  BY_KARYO,
  closeFollowUp,
  lockFollowUp,
  openFollowUp,
} from './store.ts'

let portal: TestPortal
/** When the test began. */
let since: IsoDate
beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(() => {
  since = laboratoryDay(0)
})
afterAll(() => portal?.stop())

let control = 0
async function send(order: number, options: Parameters<typeof laboratoryMessage>[1], ...obx: string[]) {
  control += 1
  const raw = laboratoryMessage(`W${control}`, { order, number: `L-${order}`, status: 'F', ...options })
  expect(await portal.receive(raw + obx.join(''))).toContain('MSA|AA')
}
/** OBX of the overall result (LOINC 51968-6). */
const overall = (code: string, words: string) =>
  `OBX|9|CWE|51968-6^Overall interpretation^LN|1|${code}^${words}^LN||||||F\r`

const followUpsOf = (order: number) =>
  portal.worker.db
    .selectFrom('follow_up')
    .selectAll()
    .where('order_id', '=', order)
    .where('kind', '=', 'report')
    .orderBy('id')
    .execute()
const trailOf = (id: number) =>
  portal.worker.db
    .selectFrom('follow_up_event')
    .select(['kind', 'by_name', 'words'])
    .where('follow_up_id', '=', id)
    .orderBy('id')
    .execute()
const inDays = (days: number) => daysAfterToday(days, since)
const providerId = async () =>
  (
    await portal.worker.db
      .selectFrom('physician')
      .select('id')
      .where('subject', '=', 'provider')
      .executeTakeFirstOrThrow()
  ).id
async function acknowledge(order: number) {
  const [last] = (await followUpsOf(order)).slice(-1)
  if (!last) throw new Error('no follow-up')
  const by = { id: await providerId(), name: 'Ada Okafor' }
  await closeFollowUp(portal.worker.db, last, { by, outcome: 'no-action', statement: 'Reviewed, no action.' })
}

describe('a report that is filed', () => {
  test('opens a follow-up of its owner in the same transaction, due by its result', async () => {
    const { id } = await portal.submitted()
    await send(id, { pdf: REPORT }, overall('LA6576-8', 'Positive'))
    const [one, ...others] = await followUpsOf(id)
    expect(others).toEqual([])
    const [report] = await portal.worker.db
      .selectFrom('report')
      .select('id')
      .where('order_id', '=', id)
      .execute()
    expect(one).toMatchObject({
      ...{
        kind: 'report',
        institution_code: PARENT,
        person: 'proband',
        test_code: 'WES1',
        result: 'positive',
      },
      ...{
        report_ids: [report?.id],
        revision: 1,
        escalation: 0,
        closed_at: null,
        owner_id: await providerId(),
      },
      ...{ due_on: inDays(INITIAL_RULES.days.positive), owner_name: 'Test provider' },
      detail: { version: 1, status: 'final', change: null, before: null },
    })
    expect(await trailOf(one?.id ?? 0)).toEqual([
      { kind: 'opened', by_name: 'Laboratory', words: 'Version 1: Final' },
    ])
  })

  test('belongs to the submitter if the ordering provider is no user of the institution', async () => {
    const order = readyOrder()
    const { id } = await portal.submitted(order)
    order.orderingProvider.npi = ''
    await portal.worker.db
      .updateTable('orders')
      .set((eb) => ({ document: eb.cast(eb.val(JSON.stringify(order)), 'jsonb') }))
      .where('id', '=', id)
      .execute()
    await send(id, { pdf: REPORT })
    expect(await followUpsOf(id)).toMatchObject([
      { owner_name: 'Test OrderSubmitter@P1', result: 'not-stated' },
    ])
  })

  test('is not opened twice by a repeated message', async () => {
    const { id } = await portal.submitted()
    await send(id, { pdf: REPORT, at: '20260401100000' })
    await send(id, { pdf: REPORT, at: '20260401100000' })
    expect(await followUpsOf(id)).toHaveLength(1)
  })
})

describe('a new version', () => {
  test('moves a follow-up that nobody has acknowledged, with no more time than before', async () => {
    const { id } = await portal.submitted()
    await send(id, { pdf: REPORT, at: '20260401100000' }, overall('LA6577-6', 'Negative'))
    expect(await followUpsOf(id)).toMatchObject([{ due_on: inDays(INITIAL_RULES.days.negative) }])
    await send(
      id,
      { status: 'C', pdf: CORRECTED_REPORT, at: '20260401110000' },
      overall('LA6576-8', 'Positive'),
    )
    const [one, ...others] = await followUpsOf(id)
    expect(others).toEqual([])
    expect(one).toMatchObject({ revision: 2, result: 'positive', due_on: inDays(INITIAL_RULES.days.changed) })
    expect((await trailOf(one?.id ?? 0)).map(({ kind }) => kind)).toEqual(['opened', 'moved'])
  })

  test('needs a new acknowledgement if it was corrected, and keeps the one before', async () => {
    const { id } = await portal.submitted()
    await send(id, { pdf: REPORT, at: '20260401100000' })
    await acknowledge(id)
    await send(id, { status: 'C', pdf: CORRECTED_REPORT, at: '20260401110000' })
    expect(await followUpsOf(id)).toMatchObject([
      { outcome: 'no-action', statement: 'Reviewed, no action.', closed_by_name: 'Ada Okafor' },
      {
        outcome: null,
        detail: { version: 2, status: 'corrected' },
        due_on: inDays(INITIAL_RULES.days.changed),
      },
    ])
  })

  test('needs none if the laboratory changed the patient’s details only', async () => {
    const { id } = await portal.submitted()
    await send(id, { pdf: REPORT, at: '20260401100000' })
    await acknowledge(id)
    const why = 'NTE|1||Birth date corrected|DEMOGRAPHIC\r'
    const pdf = Buffer.from(CORRECTED_REPORT).toString('base64')
    const document = `OBX|1|ED|REPORT||^application^PDF^Base64^${pdf}||||||C\r`
    await send(id, { status: 'C', at: '20260401110000' }, why, document)
    const found = await followUpsOf(id)
    const reports = await portal.worker.db
      .selectFrom('report')
      .select('change')
      .where('order_id', '=', id)
      .execute()
    expect(reports.map(({ change }) => change)).toContain('demographic')
    expect(found).toHaveLength(1)
    expect((await trailOf(found[0]?.id ?? 0)).map(({ kind }) => kind)).toEqual([
      'opened',
      'acknowledged',
      'carried',
    ])
  })

  test('that withdraws the report needs one soon', async () => {
    const { id } = await portal.submitted()
    await send(id, { pdf: REPORT, at: '20260401100000' }, overall('LA6577-6', 'Negative'))
    await acknowledge(id)
    await send(id, { at: '20260401110000' }, 'OBX|1|ED|REPORT||||||||W\r')
    const [, withdrawal] = await followUpsOf(id)
    expect(withdrawal).toMatchObject({ result: 'withdrawn', due_on: inDays(INITIAL_RULES.days.changed) })
  })
})

test('a follow-up of another kind is opened once, and its trail is kept', async () => {
  const { id } = await portal.submitted()
  const order = { id, institution_code: PARENT }
  const detail = { reasons: [], since: '2026-01-31', reportedOn: '2024-01-31', test: 'WES9' }
  const about = {
    ...({ kind: 'reanalysis', person: 'proband', testCode: 'WES1', owner: null, reportIds: [] } as const),
    ...({ result: 'negative', dueOn: null, detail } as const),
  }
  const event = { by: BY_KARYO, words: 'Two years old' }
  const first = await openFollowUp(portal.worker.db, order, about, event)
  const again = await openFollowUp(portal.worker.db, order, about, event)
  expect([first.isNew, again]).toEqual([true, { id: first.id, isNew: false }])
  const stored = await lockFollowUp(portal.worker.db, first.id)
  if (!stored) throw new Error('it is not there')
  const by = { id: await providerId(), name: 'Ada Okafor' }
  await assignFollowUp(portal.worker.db, stored, by, { kind: 'taken-over', by, today: '2026-01-31' })
  await addFollowUpEvent(portal.worker.db, stored, { kind: 'step', by: BY_KARYO, words: 'Drafted' })
  await closeFollowUp(portal.worker.db, stored, { by, outcome: 'done', statement: 'Ordered again.' })
  expect((await openFollowUp(portal.worker.db, order, about, event)).isNew).toBe(true)
  expect((await trailOf(first.id)).map(({ kind, words }) => [kind, words])).toEqual([
    ['opened', 'Two years old'],
    ['taken-over', ''],
    ['step', 'Drafted'],
    ['closed', 'Ordered again.'],
  ])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMonths, todayAtLaboratory } from '#domain/dates/dates.ts'
import { PROBAND } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { geneticObx } from '#server/features/results/testing/genetic-obx.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, PARENT, readyOrder } from '#server/testing/world.ts'
import { reanalysisOpening } from './opening.ts'
import { importReanalysis } from './testing/reanalyzed.ts'

const today = () => todayAtLaboratory(new Date())

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await importReanalysis(portal.database.url)
})
afterAll(() => portal?.stop())

let control = 0
async function send(id: number, options: Parameters<typeof laboratoryMessage>[1]) {
  control += 1
  const raw = laboratoryMessage(`S${control}`, { order: id, number: `L-${id}`, ...options })
  expect(await portal.receive(raw + geneticObx('Negative', []).join(''))).toContain('MSA|AA')
}

let people = 0
/** A negative result of a person who has no other order, so many months old; ordered by a user of the parent. */
async function reported(months: number, h = PARENT) {
  people += 1
  const document = readyOrder()
  const dateOfBirth = new Date(Date.UTC(1990, 0, people)).toISOString().slice(0, 10)
  const patients = document.patients.map((one) => (one.key === PROBAND ? { ...one, dateOfBirth } : one))
  const { id } = await portal.submitted({ ...document, patients }, { by: 'OrderSubmitter@P1', at: h })
  const at = `${addMonths(today(), -months).replaceAll('-', '')}120000`
  await send(id, { status: 'F', pdf: REPORT, at, specimens: [{ number: `${id}-s1`, received: at }] })
  return id
}
/** One whose reanalysis waits for a decision because of its age. */
async function waiting() {
  const id = await reported(20)
  await reanalysisOpening(portal.worker, () => new Date()).run()
  return id
}
const at = (id: number, hospital = PARENT) => ({ params: { hospital, id } })
const as = (who: string) => portal.as(who).reanalysis
const see = (id: number) => as('OrderViewer@P1').get(at(id))
const seizure = (more: { note?: string; status?: 'present' | 'absent' } = {}) => ({
  findings: [{ patient: PROBAND, termId: 'HP:0001250', status: more.status ?? 'present' }],
  ...{ observedOn: today(), note: more.note ?? '' },
})
const record = (id: number, more: Parameters<typeof seizure>[0] = {}) =>
  as('OrderCreator@P1').recordFindings({ ...at(id), query: {}, body: seizure(more) })
const later = (id: number, revision: number, on: string) =>
  as('OrderViewer@P1').later({ ...at(id), body: { testCode: 'WES1', revision, on, reason: '' } })
const close = (id: number, revision: number) =>
  as('OrderViewer@P1').close({
    ...at(id),
    body: { testCode: 'WES1', revision, reason: 'not-wanted', statement: '' },
  })
const stored = (id: number) =>
  portal.worker.db
    .selectFrom('follow_up')
    .select(['owner_name', 'due_on', 'closed_at', 'result', 'detail'])
    .where('order_id', '=', id)
    .where('kind', '=', 'reanalysis')
    .executeTakeFirstOrThrow()

test('[WATCH-03] findings that are recorded at a clinic open it for the provider who works there by a role at its parent', async () => {
  const id = await reported(6, CHILD)
  const body = seizure()
  await as('OrderCreator@C1').recordFindings({ ...at(id, CHILD), query: {}, body })
  expect(await stored(id)).toMatchObject({ owner_name: 'Test provider' })
})

/** A correction of another person's name arrives: the laboratory has to say whether the report is right. */
const doubt = (id: number) =>
  send(id, { status: 'C', pdf: CORRECTED_REPORT, name: 'Lind^Dora', at: '20260402100000' })

/** The catalogue no longer lets the exome be analyzed again, until the test ends. */
async function withdrawTest() {
  const setting = await portal.worker.db
    .selectFrom('test_setting')
    .selectAll()
    .where('topic', '=', 'reanalysis')
    .where('test_code', '=', 'WES1')
    .executeTakeFirstOrThrow()
  const admin = (change: Parameters<typeof administer>[1]) => administer(portal.database.url, change)
  await admin((db) =>
    db.deleteFrom('test_setting').where('topic', '=', 'reanalysis').where('test_code', '=', 'WES1').execute(),
  )
  return () =>
    admin((db) =>
      db
        .insertInto('test_setting')
        .values({ ...setting, setting: JSON.stringify(setting.setting) } as never)
        .execute(),
    )
}

test.each([
  [
    'whose report the laboratory is checking',
    true,
    async (id: number) => {
      await doubt(id)
      return async () => {}
    },
  ],
  ['whose test the catalogue no longer has analyzed again', false, withdrawTest],
])('[WATCH-03] one %s is put off and closed like any other', async (_, isQuestioned, make) => {
  const id = await waiting()
  expect(await see(id)).toMatchObject({ cases: [{ followUp: {} }], waiting: [] })
  const before = await stored(id)
  const end = await make(id)
  try {
    const { cases, waiting: [one] = [] } = await see(id)
    expect(cases).toEqual([])
    expect(one).toMatchObject({ testCode: 'WES1', testName: expect.stringMatching(/\S/), isQuestioned })
    const revision = one?.followUp.revision ?? 0
    const day = addMonths(today(), 3)
    expect((await later(id, revision, day)).waiting).toMatchObject([{ followUp: { dueOn: day } }])
    expect(await stored(id)).toEqual({ ...before, due_on: day })
    expect(await problemOfCall(close(id, revision))).toMatchObject({ code: 'wrong-state' })
    expect((await close(id, revision + 1)).waiting).toEqual([])
    expect(await stored(id)).toMatchObject({ closed_at: expect.any(Date) })
    expect(await problemOfCall(close(id, revision + 1))).toMatchObject({
      ...{ code: 'wrong-state', detail: 'It does not wait for a decision.' },
    })
  } finally {
    await end()
  }
})

test.each([
  ['stays', 'another note of what is on record', { note: 'EEG of March' }],
  ['ends', 'another status of it', { status: 'absent' as const }],
] as const)('[WATCH-03] a decision not to ask now %s if %s is recorded', async (what, _, more) => {
  const id = await reported(6)
  await record(id)
  const revision = (await see(id)).cases[0]?.followUp?.revision ?? 0
  const day = addMonths(today(), 12)
  await later(id, revision, day)
  await record(id, more)
  expect((await stored(id)).due_on === day).toBe(what === 'stays')
})

/** What the parent sets for itself, until the test ends. */
async function setRules(own: { is_offered?: boolean; by_findings?: boolean }) {
  const rules = {
    ...{ institution_code: PARENT, is_offered: true, changed_by_name: 'Test', ...own },
    changed_by: (await portal.worker.db.selectFrom('physician').select('id').executeTakeFirstOrThrow()).id,
  }
  await administer(portal.database.url, (db) => db.insertInto('reanalysis_rules').values(rules).execute())
  return () =>
    administer(portal.database.url, (db) =>
      db
        .deleteFrom('reanalysis_rules')
        .execute()
        .then(() => {}),
    )
}
const noRules = async () => async () => {}

test('[WATCH-03] a decision not to ask now stays where findings bring no result up', async () => {
  const id = await waiting()
  const revision = (await see(id)).cases[0]?.followUp?.revision ?? 0
  const day = addMonths(today(), 12)
  await later(id, revision, day)
  const end = await setRules({ by_findings: false })
  try {
    expect((await see(id)).cases).toMatchObject([{ byFindings: false }])
    await record(id)
    expect(await stored(id)).toMatchObject({ due_on: day })
  } finally {
    await end()
  }
})

test.each([
  ['ends', 'are recorded', noRules, {}],
  ['stays', 'only repeat what the order has', noRules, { repeated: true }],
  ['stays', 'bring no result up', () => setRules({ by_findings: false }), {}],
  ['stays', 'are recorded where nothing is analyzed again', () => setRules({ is_offered: false }), {}],
] as const)(
  '[WATCH-03] a decision not to ask now about a report that the laboratory is checking %s if findings %s',
  async (what, _, make, { repeated = false }: { repeated?: boolean }) => {
    const id = await waiting()
    if (repeated) await record(id)
    await doubt(id)
    const before = await stored(id)
    const revision = (await see(id)).waiting?.[0]?.followUp.revision ?? 0
    const day = addMonths(today(), 12)
    await later(id, revision, day)
    const end = await make()
    try {
      expect((await see(id)).waiting).toMatchObject([{ byFindings: what === 'ends' || repeated }])
      const { waiting: [one] = [] } = await record(id, { note: 'EEG of March' })
      expect(await stored(id)).toEqual({ ...before, due_on: what === 'ends' ? before.due_on : day })
      expect(one?.followUp.revision).toBe(revision + (what === 'ends' ? 2 : 1))
    } finally {
      await end()
    }
  },
)

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMonths, todayAtLaboratory } from '#domain/dates/dates.ts'
import type { Deceased } from '#domain/orders/deceased.ts'
import { type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { geneticObx } from '#server/features/results/testing/genetic-obx.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { reanalysisOpening } from './opening.ts'
import { importReanalysis } from './testing/reanalyzed.ts'

const today = () => todayAtLaboratory(new Date())
const OLD = addMonths(today(), -20)
const YOUNG = addMonths(today(), -6)

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await importReanalysis(portal.database.url)
})
afterAll(() => portal?.stop())

/** People who have no other order. */
let people = 0
function anybody(): OrderDocument {
  people += 1
  const document = readyOrder()
  const birthday = new Date(Date.UTC(1990, 0, people)).toISOString().slice(0, 10)
  return {
    ...document,
    patients: document.patients.map((one) => (one.key === PROBAND ? { ...one, dateOfBirth: birthday } : one)),
  }
}

let control = 0
async function report(id: number, on: string, overall = 'Negative', status = 'F', obx11 = 'F') {
  control += 1
  const at = `${on.replaceAll('-', '')}120000`
  const raw = laboratoryMessage(`W${control}`, {
    ...{ order: id, number: `L-${id}`, status, pdf: REPORT, at },
    specimens: [{ number: `${id}-s1`, received: at }],
  })
  const data = overall === '' ? [] : geneticObx(overall, [])
  expect(await portal.receive((raw + data.join('')).replaceAll('|F\r', `|${obx11}\r`))).toContain('MSA|AA')
}
const addendum = (id: number, overall: string) => report(id, YOUNG, overall, 'F', 'B')
async function reported(on = OLD, overall = 'Negative', document = anybody()) {
  const { id } = await portal.submitted(document)
  await report(id, on, overall)
  return id
}

const open = (now = new Date()) => reanalysisOpening(portal.worker, () => now).run()
const at = (id: number) => ({ params: { hospital: PARENT, id } })
const as = (who: string) => portal.as(who).reanalysis
const see = async (id: number) => {
  const { cases } = await as('OrderViewer@P1').get(at(id))
  const [one] = cases
  if (!one) throw new Error('no result of it is analyzed again')
  return one
}
const followUps = (id: number) =>
  portal.worker.db
    .selectFrom('follow_up')
    .select(['id', 'kind', 'due_on', 'owner_name', 'closed_at', 'statement', 'revision', 'detail'])
    .where('order_id', '=', id)
    .where('kind', '=', 'reanalysis')
    .execute()
const trail = async (id: number) =>
  (
    await portal.worker.db
      .selectFrom('follow_up_event as e')
      .innerJoin('follow_up as f', 'f.id', 'e.follow_up_id')
      .select(['e.kind', 'e.by_name', 'e.words'])
      .where('f.order_id', '=', id)
      .where('f.kind', '=', 'reanalysis')
      .orderBy('e.id')
      .execute()
  ).map(({ kind, by_name, words }) => [kind, by_name, words])
const seizure = {
  ...{ findings: [{ patient: PROBAND, termId: 'HP:0001250', status: 'present' as const }] },
  ...{ observedOn: today(), note: '' },
}
const draft = (id: number, who = 'OrderCreator@P1') =>
  as(who).draft({ ...at(id), body: { draftKey: randomUUID(), testCode: 'WES1' } })

describe('a result comes up', () => {
  test('[WATCH-03] by age, once however often the portal looks, for the owner of its results', async () => {
    const id = await reported()
    const early = await reported(YOUNG)
    await open()
    await open()
    expect(await followUps(id)).toMatchObject([
      {
        ...{ closed_at: null, owner_name: expect.stringMatching(/\S/) },
        detail: { reasons: ['age'], since: addMonths(OLD, 18), reportedOn: OLD, test: 'WES9' },
      },
    ])
    expect(await trail(id)).toEqual([['opened', 'Karyo', 'Reanalysis: the report is old enough']])
    expect(await followUps(early)).toEqual([])
    const later = new Date()
    later.setUTCMonth(later.getUTCMonth() + 13)
    await open(later)
    expect(await followUps(early)).toHaveLength(1)
  })

  test('[WATCH-03] by age, also where another test of the order has come up', async () => {
    const id = await reported()
    await open()
    await administer(portal.database.url, (db) =>
      db.updateTable('follow_up').set({ test_code: 'EPI2' }).where('order_id', '=', id).execute(),
    )
    await open()
    await open()
    expect(await followUps(id)).toHaveLength(2)
  })

  test('by the result of the report and its addenda together', async () => {
    const negative = await reported()
    await addendum(negative, '')
    const [solved, both] = [await reported(OLD, 'Positive'), await reported()]
    for (const id of [solved, both]) await addendum(id, 'Negative')
    await open()
    expect(await followUps(negative)).toMatchObject([{ detail: { reportedOn: OLD } }])
    expect(await followUps(solved)).toEqual([])
    expect((await see(both)).reportedOn).toBe(YOUNG)
  })

  test('[WATCH-03] by findings that are recorded since the report, at once', async () => {
    const id = await reported(YOUNG)
    expect(await see(id)).toMatchObject({ due: { isDue: false, why: 'too-early' }, followUp: null })
    const { cases } = await as('OrderCreator@P1').recordFindings({ ...at(id), query: {}, body: seizure })
    expect(cases[0]).toMatchObject({
      ...{ due: { isDue: true, reasons: ['findings'], since: today() } },
      followUp: { id: expect.any(Number) },
    })
    expect(await trail(id)).toEqual([
      ['opened', 'Karyo', 'Reanalysis: findings were recorded since the report'],
    ])
  })

  test.each<[string, string, () => Promise<number>]>([
    ['a positive result', 'result', () => reported(OLD, 'Positive')],
    ['a report without data', 'result', () => reported(OLD, '')],
    [
      'somebody who died, as a newer order says',
      'deceased',
      async () => {
        const document = anybody()
        const id = await reported(OLD, 'Negative', document)
        const deceased: Deceased = {
          ...{ deathPrecision: 'Year' as const, dateOfDeath: today().slice(0, 4), causeOfDeath: '' },
          ...{ authorizedBy: '', authorizedAs: '' as const, authorityDocument: '' },
        }
        const [patient, ...others] = document.patients
        if (!patient) throw new Error('nobody is tested')
        await portal.draft({
          ...document,
          patients: [{ ...patient, deceased }, ...others],
          tests: [{ ...document.tests[0], testCode: 'EPI2', testName: 'Epilepsy Panel' } as never],
        })
        return id
      },
    ],
    [
      'a withdrawn consent',
      'consent-withdrawn',
      async () => {
        const id = await reported()
        const { consentLedger } = await portal.as('OrderViewer@P1').orders.get(at(id))
        const [person] = consentLedger
        expect(person?.withdrawable).toContain('research')
        await portal.as('OrderSubmitter@P1').orders.withdrawConsent({
          ...at(id),
          body: { patient: PROBAND, items: ['research'], on: today(), reason: 'Changed his mind' },
        })
        return id
      },
    ],
    [
      'the same test ordered again',
      'ordered-again',
      async () => {
        const document = anybody()
        const id = await reported(OLD, 'Negative', document)
        await portal.draft(document)
        return id
      },
    ],
    [
      'an institution that wants none',
      '',
      async () => {
        const id = await reported()
        const [user] = await portal.worker.db.selectFrom('physician').select('id').limit(1).execute()
        await administer(portal.database.url, (db) =>
          db
            .insertInto('reanalysis_rules')
            .values({
              ...{ institution_code: PARENT, is_offered: false, changed_by: user?.id ?? 0 },
              changed_by_name: 'Somebody',
            })
            .execute(),
        )
        return id
      },
    ],
  ])('but not %s', async (_, why, made) => {
    const id = await made()
    await open()
    const found = await followUps(id)
    const { cases } = await as('OrderViewer@P1').get(at(id))
    await administer(portal.database.url, (db) => db.deleteFrom('reanalysis_rules').execute())
    expect(found).toEqual([])
    expect(cases.map(({ due }) => !due.isDue && due.why)).toEqual(why === '' ? [] : [why])
  })
})

describe('[WATCH-03] a person decides', () => {
  test('by a draft of the reanalysis that says what is new', async () => {
    const id = await reported()
    await as('OrderCreator@P1').recordFindings({ ...at(id), query: {}, body: seizure })
    const order = await draft(id)
    const [sample] = (await portal.as('OrderViewer@P1').orders.get(at(id))).samples
    expect(order.document).toMatchObject({
      tests: [{ testCode: 'WES9', testName: 'Exome Reanalysis' }],
      addOn: { orderId: id, sampleId: sample?.id, labNumber: `L-${id}`, kind: 'reanalysis' },
      ...{ samples: [], consents: [] },
    })
    expect(order.document.phenotype).toMatchObject([
      { patient: PROBAND, termId: 'HP:0001250', label: 'Seizure', status: 'present' },
    ])
    const { whatIsNew } = await see(id)
    expect(order.document.clinicalNotes).toContain(whatIsNew.join('\n'))
    expect(whatIsNew).toEqual([
      expect.stringMatching(new RegExp(`order ${id}, laboratory number L-${id}.*result negative`)),
      'Time since the report: 20 months.',
      expect.stringContaining('New findings, present: Seizure HP:0001250'),
    ])
    expect((await trail(id)).at(-1)).toEqual([
      'step',
      'Test OrderCreator@P1',
      `Draft ${order.id} for the reanalysis started`,
    ])
    expect((await see(id)).newer).toEqual([{ id: order.id, isDraft: true }])
    expect(await problemOfCall(draft(id))).toMatchObject({ code: 'wrong-state' })
    // Nothing is closed by it: only a statement does that.
    expect((await followUps(id))[0]?.closed_at).toBeNull()
  })

  test('by a draft on the specimen that was collected again', async () => {
    const id = await reported()
    await administer(portal.database.url, (db) =>
      db
        .updateTable('sample')
        .set({ sample_key: 's1-r1' })
        .where('order_id', '=', id)
        .where('sample_key', '=', 's1')
        .execute(),
    )
    expect((await draft(id)).document.addOn).toMatchObject({ orderId: id, kind: 'reanalysis' })
  })

  test.each(['add-on', 'reflex'] as const)(
    'by a draft on the specimen that the test was added to: %s',
    async (kind) => {
      const id = await reported()
      const { addOn: first } = (await draft(id)).document
      if (!first) throw new Error('a reanalysis is on a specimen')
      const addOn = { ...first, kind }
      const ordered = { ...anybody(), samples: [], addOn, assignNewLabNumber: true }
      const { document } = await draft(await reported(OLD, 'Negative', ordered))
      expect(document.addOn).toEqual({ ...first, kind: 'reanalysis' })
      expect(document).not.toHaveProperty('assignNewLabNumber')
    },
  )

  test('by another day, which new findings bring forward', async () => {
    const id = await reported()
    await open()
    const { followUp } = await see(id)
    const later = addMonths(today(), 12)
    const body = { testCode: 'WES1', revision: followUp?.revision ?? 0, on: later, reason: 'Puberty' }
    const { cases } = await as('OrderViewer@P1').later({ ...at(id), body })
    expect(cases[0]?.followUp?.dueOn).toBe(later)
    await open()
    expect(await followUps(id)).toHaveLength(1)
    expect(await problemOfCall(as('OrderViewer@P1').later({ ...at(id), body }))).toMatchObject({
      code: 'wrong-state',
    })
    await as('OrderCreator@P1').recordFindings({ ...at(id), query: {}, body: seizure })
    expect((await see(id)).followUp?.dueOn).toBe(followUp?.dueOn)
    expect((await trail(id)).map(([kind]) => kind)).toEqual(['opened', 'step', 'step'])
  })

  test.each(['', '31 Jan', today(), addMonths(today(), 37)])('by no such day: “%s”', async (on) => {
    const id = await reported()
    await open()
    const { followUp } = await see(id)
    const body = { testCode: 'WES1', revision: followUp?.revision ?? 0, on, reason: '' }
    const { errors = [] } = await problemOfCall(as('OrderViewer@P1').later({ ...at(id), body }))
    expect(errors.map(({ path }) => path)).toEqual(['/on'])
  })

  test('by a statement, after which it never comes up again', async () => {
    const id = await reported()
    await open()
    const { followUp } = await see(id)
    const revision = followUp?.revision ?? 0
    const close = (statement: string) =>
      as('OrderViewer@P1').close({
        ...at(id),
        body: { testCode: 'WES1', revision, reason: 'diagnosis', statement },
      })
    expect((await problemOfCall(close(' '))).errors?.map(({ path }) => path)).toEqual(['/statement'])
    const { cases } = await close('Dravet syndrome, found by another laboratory')
    const statement = 'Diagnosis found otherwise: Dravet syndrome, found by another laboratory'
    expect(cases[0]).toMatchObject({
      ...{ followUp: null, due: { isDue: false, why: 'closed' } },
      closed: { by: 'Test OrderViewer@P1', statement },
    })
    await as('OrderCreator@P1').recordFindings({ ...at(id), query: {}, body: seizure })
    await open()
    expect(await followUps(id)).toMatchObject([{ statement, closed_at: expect.any(Date) }])
    const { events } = await portal.as('OrderViewer@P1').orders.get(at(id))
    expect(events.map(({ kind }) => kind)).toContain('reanalysis-decided')
  })

  test('not by the laboratory’s Support', async () => {
    const id = await reported()
    await open()
    const revision = (await see(id)).followUp?.revision ?? 0
    const support = as('Support')
    const close = { testCode: 'WES1', revision, reason: 'not-wanted', statement: '' } as const
    expect(await problemOfCall(support.close({ ...at(id), body: close }))).toMatchObject({
      code: 'forbidden',
    })
    const later = { testCode: 'WES1', revision, on: addMonths(today(), 1), reason: '' }
    expect(await problemOfCall(support.later({ ...at(id), body: later }))).toMatchObject({
      code: 'forbidden',
    })
    expect(await followUps(id)).toMatchObject([{ closed_at: null, revision }])
  })
})

describe('a reanalysis that waits for a decision ends', () => {
  const listed = async (id: number) => {
    const lists = (['open', 'closed'] as const).map((list) =>
      portal.as('OrderViewer@P1').followUp.list({ params: { h: PARENT }, query: { list, limit: 100 } }),
    )
    const all = (await Promise.all(lists)).flatMap(({ data }) => data)
    return all
      .filter(({ orderId, kind }) => orderId === id && kind === 'reanalysis')
      .map(({ result, closed }) => [result, closed?.outcome, closed?.statement])
  }

  test('with the withdrawal of its report, of which nothing is told any more', async () => {
    const id = await reported()
    await open()
    expect(await listed(id)).toEqual([['negative', undefined, undefined]])
    const raw = laboratoryMessage('W-withdrawn', { order: id, number: `L-${id}`, status: 'X' })
    expect(await portal.receive(raw)).toContain('MSA|AA')
    expect(await listed(id)).toEqual([['withdrawn', 'withdrawn', 'The report was withdrawn.']])
  })

  test('with a corrected report that is positive, and comes up again with one that is negative', async () => {
    const id = await reported()
    await open()
    await report(id, addMonths(today(), -19), 'Positive', 'C')
    expect((await listed(id)).map(([, outcome]) => outcome)).toEqual(['withdrawn'])
    await report(id, addMonths(today(), -18), 'Negative', 'C')
    await open(new Date(Date.now() + 300 * 86_400_000))
    expect((await listed(id)).map(([, outcome]) => outcome)).toEqual([undefined, 'withdrawn'])
  })
})

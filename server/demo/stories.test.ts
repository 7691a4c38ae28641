import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addWorkingDays, todayAtLaboratory } from '#domain/dates/dates.ts'
import { workingDaysOnHold } from '#domain/orders/hold-history.ts'
import { AWAITED_STATES } from '#domain/orders/obstacles.ts'
import { fetusesOf, subjectKind, subjectsOf } from '#domain/orders/subject.ts'
import { parcelDueOn } from '#domain/shipments/parcel.ts'
import { trackingNumberWarning } from '#domain/tracking-number/tracking-number.ts'
import { administer } from '../database/connection/connect.ts'
import type { TestDatabase } from '../testing/database.ts'
import { demoDatabase, DEMO_MADE_AT as NOW } from '../testing/demo-database.ts'
import type { Provider, Seed } from './add-users.ts'
import { cast } from './cast.ts'
import type { DemoWorld } from './documents.ts'
import { trackingNumbers } from './parcels.ts'
import { demoReport } from './report.ts'
import { demoWorld, readDemo } from './seed.ts'

const TODAY = todayAtLaboratory(NOW)

let database: TestDatabase
const query = <T>(question: (db: Seed) => Promise<T>) => administer(database.url, question)

beforeAll(async () => {
  database = await demoDatabase()
})
afterAll(() => database?.drop())

/** The counts of the header's alerts at each institution. */
async function alerts(): Promise<Record<string, Record<string, number>>> {
  const late = sql<boolean>`state in (${sql.join(AWAITED_STATES)}) and on_hold_since is null and expected_on < ${TODAY}`
  const rows = await query((db) =>
    db
      .selectFrom('orders')
      .select(['institution_code', 'alert_group'])
      .select((eb) => [
        eb.fn.countAll<number>().filterWhere(late).as('late'),
        eb.fn.countAll<number>().filterWhere('missing_info', '=', true).as('missingInfo'),
      ])
      .groupBy(['institution_code', 'alert_group'])
      .execute(),
  )
  const counts: Record<string, Record<string, number>> = {}
  for (const { institution_code: code, alert_group: group, late, missingInfo } of rows)
    counts[code] = { ...counts[code], [`${group} late`]: late, [`${group} missing`]: missingInfo }
  return counts
}

test('each of the header’s alerts counts a few orders at the first institution, and none at another', async () => {
  const counts = await alerts()
  expect(counts['1001']).toEqual({ 'other late': 4, 'other missing': 7, 'wgs late': 2, 'wgs missing': 3 })
  expect(counts['1003']).toEqual({ 'other late': 2, 'other missing': 3, 'wgs late': 1, 'wgs missing': 1 })
  for (const quiet of ['1005', '1006']) expect(Object.values(counts[quiet] ?? {})).toEqual([0, 0, 0, 0])
})

test.each(['1001', '1003'])('samples of %s are in every stage of transit', async (institution) => {
  const samples = await query((db) =>
    db
      .selectFrom('sample')
      .innerJoin('orders', 'orders.id', 'sample.order_id')
      .leftJoin('shipment', 'shipment.id', 'sample.shipment_id')
      .select(['sample.order_id', 'sample.created_at', 'accessioned_at', 'rejected_at', 'orders.state'])
      .select(['recollection_of', 'shipment.id', 'carrier', 'tracking_number', 'arrived_at'])
      .select('shipment.created_at as entered_at')
      .where('sample.institution_code', '=', institution)
      .execute(),
  )
  for (const { carrier, tracking_number } of samples)
    if (carrier) expect(trackingNumberWarning(carrier, tracking_number ?? '')).toBeNull()
  const away = samples.filter((one) => one.accessioned_at === null && one.state === 'en-route')
  const dueOn = (one: (typeof away)[number]) =>
    one.carrier && one.entered_at ? parcelDueOn(one.carrier, todayAtLaboratory(one.entered_at)) : null
  const late = away.filter((one) => (dueOn(one) ?? TODAY) < TODAY)
  const unsent = away.filter(({ id }) => id === null)
  const overdue = unsent.filter((one) => addWorkingDays(todayAtLaboratory(one.created_at), 3) < TODAY)
  const sent = away.filter((one) => (dueOn(one) ?? '') >= TODAY)
  const shared = Map.groupBy(sent, ({ id }) => id)
  expect(late.length).toBeGreaterThan(0)
  expect(overdue.length).toBeGreaterThan(0)
  expect(unsent.length).toBeGreaterThan(overdue.length)
  expect([...shared.values()].some((one) => new Set(one.map((each) => each.order_id)).size > 2)).toBe(true)
  expect(samples.filter((one) => one.arrived_at && one.state !== 'en-route').length).toBeGreaterThan(50)
})

test('some questions are open, some answered, some released; released holds have moved the expected day', async () => {
  const holds = await query((db) =>
    db
      .selectFrom('order_hold')
      .innerJoin('orders', 'orders.id', 'order_hold.order_id')
      .select(['order_id', 'orders.institution_code', 'kind', 'held_at', 'answered_at', 'released_at'])
      .select(['state', 'expected_on', 'turnaround_days', 'on_hold_since', 'accession_number'])
      .execute(),
  )
  const at1001 = holds.filter(({ institution_code }) => institution_code === '1001')
  const openQuestions = at1001.filter(({ answered_at }) => answered_at === null)
  const kinds = new Set(openQuestions.map(({ kind }) => kind))
  expect(kinds).toEqual(
    new Set(['missing-information', 'consent', 'authorization', 'missing-sample', 'other']),
  )
  expect(at1001.filter((one) => one.answered_at && !one.released_at)).toHaveLength(2)
  expect(new Set(holds.filter((one) => one.released_at).map((one) => one.institution_code)).size).toBe(8)
  for (const { released_at, state, on_hold_since, accession_number } of holds) {
    expect(on_hold_since === null).toBe(released_at !== null)
    expect(released_at !== null || state === 'accessioned').toBe(true)
    expect(accession_number).not.toBeNull()
  }
  const over = holds.filter((one) => one.released_at)
  expect(over.length).toBeGreaterThan(40)
  const firstArrivals = await query((db) =>
    db
      .selectFrom('sample')
      .select((eb) => ['order_id', eb.fn.min('accessioned_at').as('at')])
      .groupBy('order_id')
      .execute(),
  )
  for (const { order_id, held_at, released_at, expected_on, turnaround_days } of over) {
    const arrived = firstArrivals.find((one) => one.order_id === order_id)?.at
    if (!arrived) throw new Error(`nothing of order ${order_id} has arrived`)
    const from = todayAtLaboratory(arrived)
    const days = workingDaysOnHold([{ heldAt: held_at, releasedAt: released_at }], from)
    expect([order_id, expected_on]).toEqual([order_id, addWorkingDays(from, (turnaround_days ?? 0) + days)])
  }
})

test('some rejected samples are to be recollected, some were recollected, some of those have arrived', async () => {
  const rows = await query((db) =>
    db
      .selectFrom('sample as again')
      .innerJoin('sample as rejected', 'rejected.id', 'again.recollection_of')
      .leftJoin('shipment', 'shipment.id', 'again.shipment_id')
      .select(['again.institution_code', 'again.sample_key', 'rejected.sample_key as of', 'arrived_at'])
      .select([
        'rejected.reject_words',
        'again.collected_again_at',
        'again.accessioned_at',
        'tracking_number',
      ])
      .execute(),
  )
  for (const { sample_key, of, reject_words } of rows)
    expect([sample_key, reject_words !== '']).toEqual([`${of}-r1`, true])
  const at1001 = rows.filter((row) => row.institution_code === '1001')
  expect(at1001.filter((row) => row.collected_again_at === null)).toHaveLength(3)
  expect(
    at1001.filter((row) => row.collected_again_at && !row.accessioned_at && row.tracking_number),
  ).toHaveLength(1)
  expect(rows.filter((row) => row.accessioned_at && row.arrived_at).length).toBeGreaterThan(5)
})

test('interpretations were revised, one of them unread; orders are linked; cancellations are waiting', async () => {
  const orders = await query((db) => db.selectFrom('orders').selectAll().execute())
  const reports = await query((db) => db.selectFrom('report').selectAll().execute())
  const revised = reports.filter(
    ({ change, result_key }) =>
      change === 'interpretation' || (change === 'reclassification' && result_key === null),
  )
  expect(revised.length).toBeGreaterThan(10)
  for (const { order_id, version, change } of revised) {
    expect(version).toBe(2)
    const both = reports.filter((report) => report.order_id === order_id)
    const lives = both.map(({ version, status, state, change }) => [version, status, state, change])
    expect(lives.toSorted()).toEqual([
      [1, 'final', 'superseded', null],
      [2, 'amended', 'current', change],
    ])
  }
  const order = (id: number | null) => orders.find((one) => one.id === id)
  const unread = revised.filter(({ order_id }) => order(order_id)?.report_opened_at === null)
  expect(unread.map(({ institution_code }) => institution_code).toSorted()).toEqual(['1001', '1003', '1004'])
  const linked = orders.filter((one) => one.made_from !== null && one.institution_code === '1001')
  expect(linked.map(({ made_as }) => made_as).toSorted()).toEqual(['again', 'relative', 'relative'])
  for (const one of linked) expect(order(one.made_from)?.patient_last_name).toBe(one.patient_last_name)
  const waiting = orders.filter((one) => one.state === 'pending-cancellation')
  const before = waiting.map((one) => `${one.institution_code} ${one.state_before_cancel}`)
  expect(before.toSorted()).toEqual(['1001 en-route', '1001 in-process', '1003 en-route'])
})

test('the first institution has a report in each status, and a result is waiting at the result desk', async () => {
  const { rows } = await query((db) =>
    sql<{ order_id: number; state: string; lives: string[] }>`
      select order_id, o.state, array_agg(concat_ws(' ', r.status, r.state, r.change) order by r.version) as lives
      from report r join orders o on o.id = r.order_id
      where r.institution_code = '1001' and r.result_key is not null group by order_id, o.state`.execute(db),
  )
  expect(rows.map(({ state, lives }) => [state, ...lives]).toSorted()).toEqual([
    ['in-process', 'final withdrawn'],
    ['in-process', 'preliminary current'],
    // Results that come up for reanalysis.
    ['reported', 'final current'],
    ['reported', 'final current'],
    ['reported', 'final current', 'addended current addendum'],
    // Twins.
    ['reported', 'final current', 'final current'],
    // One open, one half done, one closed.
    ...Array(3).fill(['reported', 'final superseded', 'amended current reclassification']),
    ['reported', 'final superseded', 'corrected current result'],
  ])
  const waiting = await query((db) => db.selectFrom('result_check').selectAll().execute())
  expect(waiting).toMatchObject([{ institution_code: '1001', why: 'one-identifier', outcome: null }])
  const of = [...rows.map(({ order_id }) => order_id), ...waiting.map(({ order_id }) => order_id)]
  const events = await query((db) =>
    db.selectFrom('order_event').select(['kind', 'at', 'detail']).where('order_id', 'in', of).execute(),
  )
  for (const kind of ['preliminary', 'addended', 'corrected', 'amended', 'withdrawn'])
    expect(events.map((event) => event.kind)).toContain(`report-${kind}`)
  expect(events.filter(({ at }) => at > NOW)).toEqual([])
})

test('of the reclassifications one is untouched, one half done, and one seen through by its owner', async () => {
  const { rows } = await query((db) =>
    sql<{ steps: string[]; outcome: string | null; late: boolean; early: boolean }>`
      select f.outcome, coalesce(f.due_on < ${TODAY}::date, false) and f.closed_at is null as late,
        coalesce(array_agg(e.detail ->> 'step' order by e.id) filter (where e.kind = 'step'), '{}') as steps,
        bool_or(e.at < f.opened_at or e.at > ${NOW}) as early
      from follow_up f join follow_up_event e on e.follow_up_id = f.id join orders o on o.id = f.order_id
      where f.kind = 'reclassification' and f.institution_code = '1001' and f.result = 'positive'
        and f.owner_id = o.created_by
      group by f.id order by f.opened_at desc`.execute(db),
  )
  expect(rows).toMatchObject([
    { steps: [], outcome: null, late: false, early: false },
    {
      ...{ steps: ['orderer-told', 'patient-not-reached', 'relative-listed'], outcome: null },
      ...{ late: false, early: false },
    },
    { outcome: 'done', early: false },
  ])
  expect(rows[2]?.steps).toContain('patient-told')
})

test('[SUBJ-01] [SUBJ-03] there are twins with a report each, a loss, a donor’s egg, and somebody who died', async () => {
  const orders = await query((db) => db.selectFrom('orders').select(['id', 'document']).execute())
  const reports = await query((db) => db.selectFrom('report').select(['order_id', 'person']).execute())
  const documentOf = new Map(orders.map(({ id, document }) => [id, document]))
  const strangers = reports.filter(({ order_id, person }) => {
    const document = documentOf.get(order_id)
    return !document || !subjectsOf(document).includes(person)
  })
  expect(strangers).toEqual([])
  const kinds = new Set(orders.map(({ document }) => subjectKind(document)))
  expect(kinds).toEqual(new Set(['living', 'fetus', 'loss', 'deceased']))
  const twins = orders.filter(({ document }) => fetusesOf(document).length > 1).map(({ id }) => id)
  const ofTwins = reports.filter(({ order_id }) => twins.includes(order_id)).map(({ person }) => person)
  expect(ofTwins.toSorted()).toEqual(['fetus-1', 'fetus-2'])
  expect(orders.some(({ document: { pregnancy } }) => pregnancy?.eggProvider === 'Donor')).toBe(true)
})

test('the events and documents of a demo report state its status', async () => {
  const events = await query((db) =>
    sql<{ kind: string; status: string }>`
      select e.kind, r.status from order_event e join report r using (order_id)
      where r.state = 'current' and e.kind in ('report-amended', 'report-corrected')
        and r.status in ('amended', 'corrected')`.execute(db),
  )
  expect(events.rows.length).toBeGreaterThan(10)
  for (const { kind, status } of events.rows) expect(kind).toBe(`report-${status}`)
  for (const [status, words] of [
    ['final', 'Demonstration report: Exome'],
    ['preliminary', 'Demonstration report, preliminary: Exome'],
    ['addended', 'Demonstration report, addendum: Exome'],
    ['amended', 'Demonstration report, amended: Exome'],
    ['corrected', 'Demonstration report, corrected: Exome'],
  ] as const) {
    const pdf = await demoReport('Demo', { code: 'WES1', testName: 'Exome' }, status)
    expect(Buffer.from(pdf).toString('latin1')).toContain(`(${words})`)
  }
})

test('the samples of a family have different states', async () => {
  const { rows } = await query((db) =>
    sql<{ order_id: number }>`
      select order_id from sample where institution_code = '1001' group by order_id
      having count(accessioned_at) > 0 and count(*) filter (where accessioned_at is null and shipment_id is null) > 0
        and count(*) filter (where accessioned_at is null and shipment_id is not null) > 0`.execute(db),
  )
  expect(rows).toHaveLength(2)
})

test('an order’s events are in order and in the past', async () => {
  const { rows } = await query((db) =>
    sql<{ id: number }>`
      select o.id from orders o join order_event e on e.order_id = o.id
      where e.at > ${NOW} or (e.kind <> 'draft-begun' and e.at < o.created_at)
        or (e.kind = 'in-process' and e.at < (select min(accessioned_at) from sample where order_id = o.id))
        or (e.kind = 'in-process' and e.at > o.reported_at)`.execute(db),
  )
  expect(rows).toEqual([])
})

describe('the stories', () => {
  let world: DemoWorld
  let providers: Provider[]
  beforeAll(async () => {
    world = await query((db) => demoWorld(db, readDemo()))
    const submitters = await query((db) =>
      db
        .selectFrom('physician')
        .innerJoin('customer_role', 'customer_role.physician_id', 'physician.id')
        .select(['id', 'npi', 'first_name', 'last_name', 'institution_code'])
        .where('role', '=', 'OrderSubmitter')
        .orderBy('id')
        .execute(),
    )
    providers = submitters.map(({ id, npi, first_name, last_name, institution_code }) => ({
      ...{ physicianId: id, npi, firstName: first_name, lastName: last_name, institution: institution_code },
    }))
  })
  const storiesAt = (now: Date) => cast(providers, { now, world, numbers: trackingNumbers() })
  const essence = (now: Date) =>
    storiesAt(now).map(({ order, provider, samples, holds }) => ({
      order,
      provider,
      samples: samples?.length,
      holds,
    }))

  test('are the same at any time of one day', () => {
    expect(storiesAt(NOW)).toEqual(storiesAt(NOW))
    expect(essence(new Date('2026-11-21T22:30:00Z'))).toEqual(essence(NOW))
  })

  test('are late or on hold by the same number of days on every weekday', () => {
    for (let day = 0; day < 14; day += 1) {
      const now = new Date(NOW.getTime() + day * 24 * 3_600_000)
      const today = todayAtLaboratory(now)
      const at1001 = storiesAt(now).filter(({ provider }) => provider.institution === '1001')
      const late = at1001.filter(({ order: { state, expectedOn }, holds = [], labUpdates = [] }) => {
        // Reported orders, by their last update, are no longer late.
        if (['final', 'addended', 'corrected', 'amended'].includes(labUpdates.at(-1)?.status ?? ''))
          return false
        const isOnHold = holds.some(({ releasedAt }) => releasedAt === null)
        return (
          (AWAITED_STATES as readonly string[]).includes(state) && !isOnHold && (expectedOn ?? today) < today
        )
      })
      expect([now, late.length]).toEqual([now, 6])
      for (const { samples = [] } of at1001)
        for (const { parcel } of samples) if (parcel) expect(parcel.enteredAt <= now).toBe(true)
    }
  })
})

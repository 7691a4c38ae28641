import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeBehind } from '#domain/figures/behind.ts'
import { HOLD_KINDS } from '#domain/orders/hold-kinds.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { figureCounting } from './counting.ts'
import { recount } from './testing/recount.ts'

const PERIOD = { from: '2024-12', to: '2026-12' }

let portal: TestPortal
let template: number
const asAdministrator = <T>(query: RawBuilder<T>) =>
  administer(portal.database.url, async (db) => (await query.execute(db)).rows)
const figures = (query: { test?: string; providerName?: string; hospitalCodes?: string } = {}, at = PARENT) =>
  portal
    .as(at === FOREIGN ? 'OrderViewer@F1' : 'OrderViewer@P1')
    .figures.get({ params: { hospital: at }, query: { ...PERIOD, ...query } })
const fold = () => figureCounting(portal.worker).run()

beforeAll(async () => {
  portal = await startPortal()
  template = (await portal.submitted(readyOrder('Template'))).id
})
afterAll(() => portal?.stop())

/** A submitted order of `at`, without samples, or a draft; `day` counts days from 1 January 2025. */
function orderAt(
  at: string,
  { day, tests, provider }: { day: number | null; tests: string[]; provider: string },
) {
  return sql`insert into orders (institution_code, draft_key, state, document, patient_first_name, patient_last_name,
      patient_date_of_birth, patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text,
      created_at, created_by, created_by_name, updated_by_name, responsible_id, responsible_name, submitted_at, test_codes)
    select ${at}, gen_random_uuid(), ${day === null ? 'draft' : 'en-route'}, document, 'Nadia', 'Veldt', '', '', ${tests[0] ?? ''}, 'Panel', ${provider},
      false, 0, '', now(), created_by, created_by_name, updated_by_name, responsible_id, responsible_name,
      timestamptz '2025-01-01 03:00Z' + ${day}::int * interval '1 day', ${tests}::text[]
    from orders where id = ${template}`
}

/** An order chosen by a number, so that a history can be repeated. */
const chosen = (n: number) => sql`(select id from orders where submitted_at is not null and id <> ${template}
  order by id offset ${n} % greatest(1, (select count(*) from orders where submitted_at is not null and id <> ${template})) limit 1)`
const at = (day: number) => sql`timestamptz '2025-01-01 03:00Z' + ${day}::int * interval '1 day'`

interface Step {
  kind: string
  which: number
  day: number
  pick: number
}
const TESTS = [['WES1'], ['EPI2'], ['WES1', 'EPI2'], []]
const PROVIDERS = ['Ann Lee', 'Joann Leeson', '']
const OUTCOMES = ['positive', 'negative', 'uncertain', 'failed', 'none']
const INSTITUTIONS = [PARENT, CHILD, FOREIGN]
const of = <T>(values: readonly T[], n: number): T => values[n % values.length] as T

/** What may happen to an order, as the portal, the laboratory's messages and a repair write it. */
const STEPS: Record<string, (step: Step) => RawBuilder<unknown>> = {
  submit: ({ which, day, pick }) =>
    orderAt(of(INSTITUTIONS, which), { day, tests: of(TESTS, pick), provider: of(PROVIDERS, which) }),
  // As an estimate, a letter, a hold or a rejected sample that was there before finds it.
  'drafted with': ({ which, day, pick }) => sql`
    with made as (${orderAt(of(INSTITUTIONS, which), { day: null, tests: of(TESTS, pick), provider: of(PROVIDERS, which) })}
      returning id, institution_code),
    estimate as (insert into cost_estimate (institution_code, order_id, made_by_name, counts_until, content)
      select institution_code, id, 'Portal', now(), '{"estimate": {"authorizationRequired": "yes"}}' from made where ${pick} % 5 = 1),
    letter as (insert into necessity_letter (order_id, institution_code, body, edited_by_name, signed_at, signature)
      select id, institution_code, 'It is needed.', 'Ann Lee', ${at(day)}, 'Ann Lee' from made where ${pick} % 5 = 2),
    hold as (insert into order_hold (order_id, institution_code, hold_key, kind, words, held_at)
      select id, institution_code, 'a', ${of(HOLD_KINDS, pick)}, 'Why?', ${at(day)} from made where ${pick} % 5 = 3)
    insert into sample (order_id, institution_code, sample_key, patient_name, relationship, specimen_type, date_of_collection,
        rejected_at, reject_code)
      select id, institution_code, 'a', 'Nadia', 'Proband', 'Blood', '', ${at(day)}, 'QS' from made where ${pick} % 5 = 4`,
  sent: ({ day }) => sql`update orders set state = 'en-route', submitted_at = ${at(day)}
    where id = (select id from orders where state = 'draft' order by id limit 1)`,
  cancel: ({ which }) =>
    sql`update orders set state = 'cancelled', reported_at = null where id = ${chosen(which)}`,
  report: ({ which, day, pick }) => sql`update orders set state = 'reported', reported_at = ${at(day)},
    expected_on = case when ${pick} % 4 > 0 then date '2025-01-01' + ${day + (pick % 17) - 8}::int end where id = ${chosen(which)}`,
  open: ({ which, day }) => sql`update orders set report_opened_at = ${at(day)} where id = ${chosen(which)}`,
  withdraw: ({ which }) =>
    sql`update orders set state = 'in-process', reported_at = null where id = ${chosen(which)}`,
  rename: ({ which, pick }) => sql`update orders set provider_name = ${of(PROVIDERS, pick)},
    test_codes = ${of(TESTS, which)}::text[] where id = ${chosen(which)}`,
  move: ({ which, pick }) =>
    sql`update orders set institution_code = ${of(INSTITUTIONS, pick)} where id = ${chosen(which)}`,
  // Two at once: the triggers see both rows.
  hold: ({
    which,
    day,
    pick,
  }) => sql`insert into order_hold (order_id, institution_code, hold_key, kind, words, held_at)
    select id, institution_code, gen_random_uuid()::text, kind, 'Why?', ${at(day)} + n * interval '20 days'
    from orders, unnest(array[${of(HOLD_KINDS, pick)}, ${of(HOLD_KINDS, day)}]) with ordinality k (kind, n) where id = ${chosen(which)}`,
  'hold-moved': ({
    which,
    day,
    pick,
  }) => sql`update order_hold set held_at = ${at(day)}, kind = ${of(HOLD_KINDS, pick)}
    where id = (select id from order_hold order by id offset ${which} % greatest(1, (select count(*) from order_hold)) limit 1)`,
  'hold-removed': ({ which }) => sql`delete from order_hold
    where id = (select id from order_hold order by id offset ${which} % greatest(1, (select count(*) from order_hold)) limit 1)`,
  reject: ({
    which,
    day,
    pick,
  }) => sql`insert into sample (order_id, institution_code, sample_key, patient_name, relationship,
      specimen_type, date_of_collection, rejected_at, reject_code)
    select id, institution_code, gen_random_uuid()::text, 'Nadia', 'Proband', 'Blood', '', ${at(day)}, ${of(['QS', 'RC', ''], pick)}
    from orders where id = ${chosen(which)}`,
  'reject-corrected': ({
    which,
    pick,
  }) => sql`update sample set rejected_at = case when ${pick} % 2 = 0 then rejected_at end,
      reject_code = 'RH' where id = (select id from sample where rejected_at is not null order by id
        offset ${which} % greatest(1, (select count(*) from sample where rejected_at is not null)) limit 1)`,
  estimate: ({
    which,
    pick,
  }) => sql`insert into cost_estimate (institution_code, order_id, made_by_name, counts_until, content)
    select institution_code, id, 'Portal', now(), jsonb_build_object('estimate',
      jsonb_build_object('authorizationRequired', ${of(['yes', 'no', 'unknown'], pick)}::text)) from orders where id = ${chosen(which)}`,
  letter: ({
    which,
    day,
  }) => sql`insert into necessity_letter (order_id, institution_code, body, edited_by_name, signed_at, signature)
    select id, institution_code, 'It is needed.', 'Ann Lee', ${at(day)}, 'Ann Lee' from orders where id = ${chosen(which)}`,
  filed: ({
    which,
    day,
    pick,
  }) => sql`insert into report (order_id, institution_code, version, corrected, bytes, test_code, person,
      made_at, status)
    select id, institution_code, 1 + (select count(*) from report where order_id = orders.id), false, 0, ${of(['WES1', 'EPI2', ''], pick)},
      ${of(['proband', 'proband', 'mother'], day)}, ${at(day)}, ${of(['final', 'final', 'preliminary'], which)} from orders where id = ${chosen(which)}`,
  result: ({ which, pick }) => sql`with changed as (update reported_result set outcome = ${of(OUTCOMES, pick)}
      where report_id = (select report_id from reported_result order by 1
        offset ${which} % greatest(1, (select count(*) from reported_result)) limit 1) returning *)
    insert into reported_variant (report_id, position, institution_code, variant_key, hgnc_id, gene, description, classes, zygosity, section)
    select report_id, 1 + (select count(*) from reported_variant v where v.report_id = changed.report_id), institution_code, 'a', '', 'TTN', 'c.1A>G',
      array[${of(['Uncertain significance', 'Pathogenic', 'Uncertain significance', 'Benign'], pick)}], '',
      ${of(['main', 'main', 'secondary'], which)} from changed`,
  'follow-up': ({
    which,
    day,
    pick,
  }) => sql`insert into follow_up (order_id, institution_code, kind, person, test_code, subject, result, opened_at)
    select id, institution_code, ${of(['report', 'report', 'reanalysis'], pick)}, 'proband', '', gen_random_uuid()::text, 'positive', ${at(day)}
    from orders where id = ${chosen(which)}`,
  acknowledged: ({
    which,
  }) => sql`update follow_up set closed_at = now(), closed_by_name = 'Ann Lee', outcome = 'acknowledged'
    where id = (select id from follow_up order by id offset ${which} % greatest(1, (select count(*) from follow_up)) limit 1)`,
  superseded: ({
    which,
  }) => sql`update report set state = 'superseded' where id = (select id from report order by id
    offset ${which} % greatest(1, (select count(*) from report)) limit 1)`,
  delete: ({ which }) => sql`with gone as (select id from orders where id = ${chosen(which)}
        and not exists (select from message_out where order_id = orders.id)
        and not exists (select from report where order_id = orders.id)
        and not exists (select from follow_up where order_id = orders.id)),
      holds as (delete from order_hold where order_id in (select id from gone)),
      estimates as (delete from cost_estimate where order_id in (select id from gone))
    delete from orders where id in (select id from gone)`,
  fold: () => sql`select fold_figures(7)`,
}

const happen = (steps: readonly Step[]) =>
  administer(portal.database.url, async (db) => {
    for (const one of steps) await STEPS[one.kind]?.(one).execute(db)
  })

async function kept() {
  const rows = await asAdministrator(sql<{ key: string; n: number }>`
    select concat_ws('|', institution_code, provider, test, to_char(month, 'YYYY-MM'),
      measure || case when cause = '' then '' else ':' || cause end) as key, sum(n)::int as n
    from (select institution_code, provider, test, month, measure, cause, n from figure_count
      union all select institution_code, p, t, month, measure, cause, n
        from figure_count_change, unnest(tests) t, (select '' as p) any_provider
      union all select institution_code, provider, t, month, measure, cause, n
        from figure_count_change, unnest(tests) t where provider <> '') figures
    group by 1 having sum(n) <> 0`)
  return new Map(rows.map(({ key, n }) => [key, n]))
}

const entries = (counts: ReadonlyMap<string, number>) => [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))

describe('[DIR-01] the kept figures', () => {
  test('equal a recount of the orders after any history, folded or not, and after a repair', async () => {
    const step = fc.record({
      kind: fc.constantFrom(
        ...Object.keys(STEPS),
        ...['submit', 'submit', 'submit', 'drafted with', 'drafted with', 'sent', 'sent'],
        ...['report', 'filed', 'result', 'result'],
      ),
      ...{ which: fc.nat(50), day: fc.nat(700), pick: fc.nat(50) },
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        await happen(steps)
        const { counts } = await recount(portal.database.url)
        expect(entries(await kept())).toEqual(entries(counts))
      }),
      { numRuns: 8, endOnFailure: true },
    )
    const { counts } = await recount(portal.database.url)
    expect(counts.size).toBeGreaterThan(50)
    await fold()
    expect(await asAdministrator(sql`select from figure_count_change`)).toEqual([])
    expect(entries(await kept())).toEqual(entries(counts))
    await asAdministrator(sql`update figure_count set n = n + 1`)
    await asAdministrator(sql`select refill_figures()`)
    expect(entries(await kept())).toEqual(entries(counts))
  })

  test('are counted for orders that are older than they are, and again if they change meanwhile', async () => {
    await happen([{ kind: 'submit', which: 0, day: 100, pick: 0 }])
    await asAdministrator(sql`truncate order_figure, figure_count, figure_count_change`)
    await asAdministrator(sql`update figure_backlog set below = (select max(id) + 1 from orders)`)
    expect((await figures()).isComplete).toBe(false)
    await asAdministrator(sql`update orders set provider_name = 'Ann Lee' where id = ${template}`)
    await fold()
    expect((await figures()).isComplete).toBe(true)
    const { counts } = await recount(portal.database.url)
    expect(entries(await kept())).toEqual(entries(counts))
    expect(counts.size).toBeGreaterThan(5)
  })

  test('stay right when two transactions change the same order at the same time', async () => {
    const { id } = await portal.submitted(readyOrder('Both'))
    const hold = (
      key: string,
    ) => sql`insert into order_hold (order_id, institution_code, hold_key, kind, words, held_at)
      values (${id}, ${PARENT}, ${key}, 'consent', 'Why?', now())`
    const [first, second] = await Promise.all([
      portal.worker.db.startTransaction().execute(),
      portal.worker.db.startTransaction().execute(),
    ])
    await hold('one').execute(first)
    const waiting = hold('two').execute(second)
    await first.commit().execute()
    await waiting
    await second.commit().execute()
    const { counts } = await recount(portal.database.url)
    expect(entries(await kept())).toEqual(entries(counts))
  })
})

describe('[DIR-01] the page of figures', () => {
  beforeAll(async () => {
    const steps = fc.sample(
      fc.record({
        kind: fc.constantFrom(
          'submit',
          'submit',
          'report',
          'hold',
          'reject',
          'estimate',
          'letter',
          'cancel',
          'filed',
          'result',
        ),
        ...{ which: fc.nat(50), day: fc.nat(700), pick: fc.nat(50) },
      }),
      80,
    )
    // Whatever the others are, of each that is asked for below.
    const surely = [100, 200, 300].map((day) => ({ kind: 'submit', which: 0, day, pick: 2 }))
    await happen([...surely, ...steps])
  })

  test('gives each number as long as the list behind it, by month, test and provider', async () => {
    const list = (behind: string) =>
      portal.as('OrderViewer@P1').orders.list({ params: { hospital: PARENT }, query: { behind, top: 200 } })
    for (const asked of [
      {},
      { test: 'WES1' },
      { providerName: 'Ann Lee' },
      { test: 'EPI2', providerName: 'Ann Lee' },
    ]) {
      const { months, tests, providers } = await figures(asked)
      const base = { ...PERIOD, test: '', ...asked, provider: asked.providerName ?? '' }
      const numbers = [
        ...months.map(({ month, counts }) => ({ ...base, from: month, to: month, counts })),
        ...tests.map(({ code, counts }) => ({ ...base, test: code, counts })),
        ...providers.map(({ name, counts }) => ({ ...base, provider: name, counts })),
      ]
      expect(numbers.length, JSON.stringify(asked)).toBeGreaterThan(2)
      for (const { counts, ...where } of numbers.filter((_, index) => index % 3 === 0))
        for (const [figure, n] of Object.entries(counts)) {
          const { total, ordersDTO } = await list(writeBehind({ figure, ...where }))
          expect({ total, listed: new Set(ordersDTO.map(({ id }) => id)).size }, figure).toEqual({
            total: n,
            listed: n,
          })
        }
    }
  })

  test('finds a provider by the exact name', async () => {
    const { providers } = await figures()
    const [lee] = providers.filter(({ name }) => name === 'Ann Lee')
    const narrowed = await figures({ providerName: 'Ann Lee' })
    expect(narrowed.providers).toEqual([lee])
    expect((await figures({ providerName: 'Lee' })).months).toEqual([])
  })

  test('of several institutions is the sum of those that the user may see', async () => {
    const { counts } = await recount(portal.database.url)
    const submitted = (institutions: string[]) =>
      [...counts].reduce((sum, [key, n]) => {
        const [at = '', provider, test_, month = '', figure] = key.split('|')
        const isOfAll = provider === '' && test_ === '' && figure === 'submitted'
        const isInPeriod = month >= PERIOD.from && month <= PERIOD.to
        return institutions.includes(at) && isOfAll && isInPeriod ? sum + n : sum
      }, 0)
    const total = async (hospitalCodes?: string) =>
      (await figures({ ...(hospitalCodes ? { hospitalCodes } : {}) })).months.reduce(
        (sum, month) => sum + (month.counts.submitted ?? 0),
        0,
      )
    expect(await total()).toBe(submitted([PARENT]))
    expect(await total(`${PARENT},${CHILD}`)).toBe(submitted([PARENT, CHILD]))
    expect(await total(`${PARENT},${FOREIGN}`)).toBe(submitted([PARENT]))
    expect(submitted([FOREIGN])).toBeGreaterThan(0)
  })

  test('tells nothing of another institution: no number changes with its orders', async () => {
    const before = await figures({ hospitalCodes: `${PARENT},${CHILD},${FOREIGN}` })
    await asAdministrator(orderAt(FOREIGN, { day: 5, tests: ['WES1'], provider: 'Ann Lee' }))
    expect(await figures({ hospitalCodes: `${PARENT},${CHILD},${FOREIGN}` })).toEqual(before)
    await fold()
    expect(await figures({ hospitalCodes: `${PARENT},${CHILD},${FOREIGN}` })).toEqual(before)
    const foreign = portal.as('OrderViewer@P1').figures.get({ params: { hospital: FOREIGN }, query: PERIOD })
    expect((await problemOfCall(foreign)).code).toBe('not-found')
    const behind = writeBehind({ figure: 'submitted', ...PERIOD, test: '', provider: '' })
    const { ordersDTO } = await portal.as('OrderViewer@P1').orders.list({
      params: { hospital: PARENT },
      query: { behind, hospitalCodes: `${PARENT},${FOREIGN}`, top: 200 },
    })
    expect(ordersDTO.filter(({ hospitalCode }) => hospitalCode === FOREIGN)).toEqual([])
  })

  test.each([
    [{ from: '2026-13', to: '2026-12' }, '/query/from'],
    [{ from: '2026-05', to: '2026-04' }, '/query/to'],
    [{ from: '2020-01', to: '2026-12' }, '/query/from'],
  ])('refuses the period %o', async (query, path) => {
    const refused = await problemOfCall(
      portal.as('OrderViewer@P1').figures.get({ params: { hospital: PARENT }, query }),
    )
    expect(refused.errors?.map((error) => error.path)).toContain(path)
  })

  test.each([
    'late',
    'late|2026-05',
    'nothing|2026-05|2026-06',
    'late|2026-07|2026-06',
    'late|2026-1|2026-06',
  ])('lists nothing behind %j and says why', async (behind) => {
    const refused = await problemOfCall(
      portal.as('OrderViewer@P1').orders.list({ params: { hospital: PARENT }, query: { behind } }),
    )
    expect(refused.errors?.map((error) => error.path)).toEqual(['/query/behind'])
  })
})

import { sql } from 'kysely'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { monthOf } from '#domain/figures/months.ts'
import { administer } from '#server/database/connection/connect.ts'

/** 'P1|provider|test|2026-05|hold:consent' to the number of orders; '' for any provider or test. */
export type Recount = Map<string, number>

const STRONGEST = ['positive', 'uncertain', 'negative', 'other', 'failed', 'none', 'document'] as const
const DAY = 86_400_000
const dayOf = (at: Date) => todayAtLaboratory(at)
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY)

/** How a report compares with its promised day, by the words of the page. */
function punctuality(reported: string, expected: string | null): string {
  if (expected === null) return 'no-day'
  const late = daysBetween(expected, reported)
  if (late <= 0) return 'on-time'
  return late <= 2 ? 'late-1' : late <= 5 ? 'late-3' : late <= 10 ? 'late-6' : 'late-11'
}

const earliest = (dates: Date[]) => new Date(Math.min(...dates.map((one) => one.getTime())))

function firstBy<T>(rows: readonly T[], at: (row: T) => Date, cause: (row: T) => string): [string, Date][] {
  if (rows.length === 0) return []
  const causes = [...new Set(rows.map(cause))]
  return [
    ['', earliest(rows.map(at))],
    ...causes.map((one): [string, Date] => [one, earliest(rows.filter((row) => cause(row) === one).map(at))]),
  ]
}

/** Counts all orders of a database one by one, without the functions that keep the counts. */
export function recount(url: string): Promise<{ counts: Recount; days: number }> {
  return administer(url, async (db) => {
    const orders = await db.selectFrom('orders').selectAll().where('submitted_at', 'is not', null).execute()
    const holds = await db.selectFrom('order_hold').selectAll().execute()
    const samples = await db.selectFrom('sample').selectAll().where('rejected_at', 'is not', null).execute()
    const letters = await db
      .selectFrom('necessity_letter')
      .selectAll()
      .where('signed_at', 'is not', null)
      .execute()
    const { rows: estimates } = await sql<{
      order_id: number
      institution_code: string
      required: string | null
    }>`
      select order_id, institution_code, content #>> '{estimate,authorizationRequired}' as required
      from cost_estimate where order_id is not null order by made_at, id`.execute(db)
    const followUps = await db
      .selectFrom('follow_up')
      .selectAll()
      .where('kind', '=', 'report')
      .where('closed_at', 'is', null)
      .execute()
    const results = await db
      .selectFrom('reported_result')
      .selectAll()
      .where('is_preliminary', '=', false)
      .execute()
    const variants = await db
      .selectFrom('reported_variant')
      .selectAll()
      .where('section', '=', 'main')
      .execute()
    const counts: Recount = new Map()
    let days = 0
    for (const order of orders) {
      const { id, submitted_at, reported_at, state } = order
      if (submitted_at === null) continue
      const found: [string, Date][] = [['submitted', submitted_at]]
      if (state === 'cancelled') found.push(['cancelled', submitted_at])
      if (state === 'reported' && reported_at !== null) {
        const reported = dayOf(reported_at)
        found.push([`reported:${punctuality(reported, order.expected_on)}`, reported_at])
        days += Math.max(0, daysBetween(dayOf(submitted_at), reported))
        if (order.report_opened_at === null) found.push(['unopened', reported_at])
      }
      const ofOrder = <T extends { order_id: number | null }>(rows: readonly T[]) =>
        rows.filter(({ order_id }) => order_id === id)
      const waiting = ofOrder(followUps).map(({ opened_at }) => opened_at)
      if (waiting.length > 0) found.push(['unacknowledged', earliest(waiting)])
      const named = (measure: string, causes: [string, Date][]) =>
        found.push(
          ...causes.map(([cause, at]): [string, Date] => [cause ? `${measure}:${cause}` : measure, at]),
        )
      named(
        'hold',
        firstBy(
          ofOrder(holds),
          ({ held_at }) => held_at,
          ({ kind }) => kind,
        ),
      )
      named(
        'rejected',
        firstBy(
          ofOrder(samples),
          ({ rejected_at }) => rejected_at ?? new Date(0),
          ({ reject_code }) => reject_code || 'none',
        ),
      )
      // An estimate is read by its own institution only: one that stays behind when an order moves counts nowhere.
      const estimatesHere = ofOrder(estimates).filter(
        ({ institution_code }) => institution_code === order.institution_code,
      )
      if (estimatesHere.at(-1)?.required === 'yes') found.push(['authorization:required', submitted_at])
      const signed = ofOrder(letters).map(({ signed_at }) => signed_at ?? new Date(0))
      if (signed.length > 0) found.push(['authorization:letter', earliest(signed)])
      const tested = [
        'proband',
        ...(order.document.pregnancy?.fetuses.map(({ key }: { key: string }) => key) ?? []),
      ]
      const own = ofOrder(results).filter(({ person }) => tested.includes(person))
      const ofTests: [string, Date, string[]][] = ['', ...new Set(own.map((one) => one.test_code))].flatMap(
        (test, index) => {
          if (test === '' && index > 0) return []
          const these = own.filter((one) => test === '' || one.test_code === test)
          const strongest = STRONGEST.find((outcome) => these.some((one) => one.outcome === outcome))
          if (strongest === undefined) return []
          const classes = variants
            .filter(({ report_id }) => these.some((one) => one.report_id === report_id))
            .flatMap((one) => one.classes)
          const withVariants = these.filter((one) =>
            variants.some(({ report_id }) => report_id === one.report_id),
          )
          const when = (rows: typeof these) => reported_at ?? earliest(rows.map((one) => one.reported_at))
          const isUncertain =
            classes.includes('Uncertain significance') &&
            !classes.some((one) => ['Pathogenic', 'Likely pathogenic'].includes(one))
          const result: [string, Date, string[]] = [`result:${strongest}`, when(these), [test]]
          return isUncertain ? [result, ['vus', when(withVariants), [test]]] : [result]
        },
      )
      const everywhere = ['', ...order.test_codes]
      for (const [figure, at, tests] of [
        ...found.map(([figure, at]): [string, Date, string[]] => [figure, at, everywhere]),
        ...ofTests,
      ])
        for (const test of new Set(tests))
          for (const provider of new Set(['', order.provider_name])) {
            const key = [order.institution_code, provider, test, monthOf(dayOf(at)), figure].join('|')
            counts.set(key, (counts.get(key) ?? 0) + 1)
          }
    }
    return { counts, days }
  })
}

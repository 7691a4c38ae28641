import { sql } from 'kysely'
import { reportResult } from '#domain/follow-up/report-result.ts'
import { isFinal, type ReportVersion } from '#domain/reports/history.ts'
import { BY_LABORATORY, closeFollowUp, type Db, type FollowedOrder } from './store.ts'

/**
 * What a changed report takes from the follow-ups of its order, after its rows are written: those about a withdrawn report no
 * longer tell its result, also if they were closed, and a reanalysis ends whose result is not negative or uncertain any
 * more. `now`: the versions of all reports.
 */
export async function endWithReports(
  db: Db,
  { id }: Pick<FollowedOrder, 'id'>,
  now: readonly ReportVersion[],
): Promise<void> {
  await sql`
    update follow_up f set result = 'withdrawn' where order_id = ${id} and result <> 'withdrawn'
      and exists (select from report r where r.id = f.report_ids[cardinality(f.report_ids)] and r.state = 'withdrawn')`.execute(
    db,
  )
  const open = await db
    .selectFrom('follow_up')
    .selectAll()
    .where('order_id', '=', id)
    .where('kind', '=', 'reanalysis')
    .where('closed_at', 'is', null)
    .forUpdate()
    .execute()
  for (const one of open) {
    // A laboratory may name no test in the report of an order's only one.
    const versions = now.filter(
      ({ person, testCode, ...version }) =>
        person === one.person && ['', one.test_code].includes(testCode) && isFinal(version),
    )
    const result = reportResult(versions.flatMap(({ parts }) => parts))
    if (versions.length > 0 && (result === 'negative' || result === 'uncertain')) continue
    const statement =
      versions.length === 0
        ? 'The report was withdrawn.'
        : 'The newest report does not say that the result is negative or uncertain.'
    await closeFollowUp(db, one, { by: BY_LABORATORY, outcome: 'withdrawn', statement })
  }
}

import { fail } from '#contract/errors.ts'
import { addMonths, type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { whatIsNew } from '#domain/reanalysis/what-is-new.ts'
import { type Authority, audit, type Scope, withScope } from '#server/database/scope.ts'
import { namesOfTests } from '#server/features/catalogue/public.ts'
import { findOrder, type StoredOrder } from '#server/features/orders/public.ts'
import { casesOf, inScopeOf, type ReanalysisCase } from './cases.ts'
import type { Input, ReanalysisDeps, Reply } from './deps.ts'
import { earlierAnalysis } from './drafting.ts'
import { findingsOf } from './stored-findings.ts'

/** What was recorded since the report of an order, and which of its results may be analyzed again. */
export function getReanalysis(deps: ReanalysisDeps) {
  return (authority: Authority, { params }: Input<'get'>): Promise<Reply<'get'>> =>
    withScope(deps.connection, authority, async (scope) => {
      const row = (await findOrder(scope, params.hospital, params.id)) ?? fail('not-found')
      const today = todayAtLaboratory(deps.now())
      const order = { id: row.id, institution: row.institution_code }
      await audit(scope, 'findings.view', { kind: 'order', ...order })
      return viewOf(scope, row, await casesOf(scope.db, row, inScopeOf, today), today)
    })
}

/** The reply of all routes about reanalysis. */
export async function viewOf(
  scope: Scope,
  row: StoredOrder,
  cases: readonly ReanalysisCase[],
  today: IsoDate,
): Promise<Reply<'get'>> {
  const names = await namesOfTests(
    scope.db,
    cases.map(({ policy }) => policy.test),
  )
  const followUps = cases.length === 0 ? [] : await followUpsOf(scope, row.id)
  const views = cases.map(async (known) => {
    const { testCode, testName, reportedOn, outcome, policy, due, newer, person } = known
    const own = followUps.filter((one) => one.person === person && one.test_code === testCode)
    const open = own.find(({ closed_at }) => closed_at === null)
    const closed = own.find(({ outcome }) => outcome !== null && outcome !== 'withdrawn')
    return {
      ...{ testCode, testName, reportedOn, outcome: outcome, due, newer },
      reanalysis: {
        code: policy.test,
        name: names.find(({ code }) => code === policy.test)?.name ?? policy.test,
      },
      dueByAge: policy.afterMonths === null ? null : addMonths(reportedOn, policy.afterMonths),
      whatIsNew: whatIsNew(await earlierAnalysis(scope, known), today),
      followUp: open
        ? { id: open.id, revision: open.revision, dueOn: open.due_on, owner: open.owner_name }
        : null,
      closed: closed?.closed_at
        ? { by: closed.closed_by_name, at: closed.closed_at.toISOString(), statement: closed.statement }
        : null,
    }
  })
  return { findings: await findingsOf(scope.db, row.id), cases: await Promise.all(views) }
}

/** The newest first. */
function followUpsOf({ db }: Scope, orderId: number) {
  return db
    .selectFrom('follow_up')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', 'reanalysis')
    .orderBy('id', 'desc')
    .execute()
}

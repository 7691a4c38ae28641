import { fail } from '#contract/errors.ts'
import { addMonths, type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { whatIsNew } from '#domain/reanalysis/what-is-new.ts'
import { testInWords } from '#domain/reports/words.ts'
import { type Authority, audit, type Scope, withScope } from '#server/database/scope.ts'
import { namesOfTests } from '#server/features/catalogue/public.ts'
import { findOrder, type StoredOrder } from '#server/features/orders/public.ts'
import { casesOf, inScopeOf, policiesFor, type ReanalysisCase } from './cases.ts'
import type { Input, ReanalysisDeps, Reply } from './deps.ts'
import { earlierAnalysis } from './drafting.ts'
import { IS_QUESTIONED } from './follow-ups.ts'
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
  const followUps = await followUpsOf(scope, row.id)
  const isOf = (known: ReanalysisCase) => (one: { person: string; test_code: string }) =>
    one.person === known.person && one.test_code === known.testCode
  const views = cases.map(async (known) => {
    const { testCode, testName, reportedOn, outcome, policy, due, newer } = known
    const own = followUps.filter(isOf(known))
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
      byFindings: policy.byFindings && (due.isDue || due.why === 'too-early'),
      followUp: open ? presentOpen(open) : null,
      closed: closed?.closed_at
        ? { by: closed.closed_by_name, at: closed.closed_at.toISOString(), statement: closed.statement }
        : null,
    }
  })
  const { document } = row
  const waiting = followUps.filter(
    (one) => one.closed_at === null && !cases.some((known) => isOf(known)(one)),
  )
  const policies = waiting.length > 0 ? await policiesFor(scope.db, row) : undefined
  return {
    findings: await findingsOf(scope.db, row.id),
    cases: await Promise.all(views),
    waiting: waiting.map((one) => ({
      testCode: one.test_code,
      testName: testInWords([...document.tests, ...document.addOnTests], {
        ...{ testCode: one.test_code, testName: '' },
      }),
      byFindings: one.is_questioned && policies?.get(one.test_code)?.byFindings === true,
      ...{ isQuestioned: one.is_questioned, followUp: presentOpen(one) },
    })),
  }
}

const presentOpen = ({
  id,
  revision,
  due_on,
  owner_name,
}: Awaited<ReturnType<typeof followUpsOf>>[number]) => ({
  ...{ id, revision, dueOn: due_on, owner: owner_name },
})

/** The newest first. */
function followUpsOf({ db }: Scope, orderId: number) {
  return db
    .selectFrom('follow_up')
    .selectAll()
    .select(IS_QUESTIONED.as('is_questioned'))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'reanalysis')
    .orderBy('id', 'desc')
    .execute()
}

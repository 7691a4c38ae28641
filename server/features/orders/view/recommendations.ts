import { sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { Scope } from '#server/database/scope.ts'
import { isOfInstitution } from './open-report.ts'
import { IS_QUESTIONED } from './relations.ts'

interface RecommendationsRequest {
  order: { id: number; institution: string }
  /** The tests whose recommendations are read. */
  tests: readonly string[]
  /** The user knows that the laboratory is checking whether the reports are valid. */
  beingChecked?: 'open' | undefined
}

/**
 * Called before an order's recommendations are returned, with the order locked: a recommendation is valid
 * only with its test's reports. Refuses with `report-questioned` if one of those may be withdrawn, unless the
 * request accepts that, and records the actor as their reader, who is notified when they change. Returns
 * whether one may be withdrawn.
 */
export async function openRecommendations(
  scope: Scope,
  { order, tests, beingChecked }: RecommendationsRequest,
): Promise<{ isQuestioned: boolean }> {
  if (tests.length === 0) return { isQuestioned: false }
  const reports = await scope.db
    .selectFrom('report')
    .select(['id', 'test_code', IS_QUESTIONED.as('is_questioned')])
    .where('order_id', '=', order.id)
    .where('test_code', 'in', [...tests, ''])
    .where('state', '=', 'current')
    .execute()
  const isQuestioned = reports.some((report) => report.is_questioned)
  if (isQuestioned && beingChecked !== 'open') fail('report-questioned')
  const opened = reports.filter(({ test_code }) => tests.includes(test_code)).map(({ id }) => id)
  if (opened.length > 0 && isOfInstitution(scope, order.institution))
    await sql`
      insert into report_opening (report_id, physician_id, institution_code)
      select id, ${scope.actor.id}, ${order.institution} from unnest(${opened}::bigint[]) id
      on conflict do nothing`.execute(scope.db)
  return { isQuestioned }
}

import { sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { followUpRoutes } from '#contract/follow-up.ts'
import type { RequestOf } from '#contract/route.ts'
import { INITIAL_RULES, ruleFaults } from '#domain/follow-up/rules.ts'
import { type Authority, audit, nameOf, widenAuthority, withScope } from '#server/database/scope.ts'
import { colleaguesWith } from '#server/features/orders/public.ts'
import type { FollowUpDeps } from './acknowledging.ts'

export function readRules({ connection }: FollowUpDeps) {
  return (authority: Authority, { params: { h } }: RequestOf<(typeof followUpRoutes)['rules']>) =>
    withScope(connection, authority, async ({ db }) => {
      const row = await db
        .selectFrom('follow_up_rules')
        .selectAll()
        .where('institution_code', '=', h)
        .executeTakeFirst()
      return {
        rules: row?.rules ?? INITIAL_RULES,
        changed: row ? { at: row.changed_at.toISOString(), by: row.changed_by_name } : null,
      }
    })
}

/** Sets an institution's rules. Follow-ups that are open keep their due day. */
export function setRules({ connection }: FollowUpDeps) {
  return (authority: Authority, { params: { h }, body }: RequestOf<(typeof followUpRoutes)['setRules']>) => {
    const parent = authority.actor.memberships.find(({ code }) => code === h)?.parentCode
    const widened = parent ? widenAuthority(authority, [parent]) : authority
    return withScope(connection, widened, async (scope) => {
      const errors = [...ruleFaults(body)]
      const { escalateTo } = body
      if ('userId' in escalateTo) {
        const readers = await colleaguesWith(scope, h, 'ViewOrder')
        if (!readers.some(({ id }) => id === escalateTo.userId))
          errors.push({
            path: '/escalateTo/userId',
            rule: 'able',
            message: 'Choose an active user of the institution who can see its orders.',
          })
      } else if (escalateTo.role === 'UserAdmin')
        errors.push({
          path: '/escalateTo/role',
          rule: 'able',
          message: 'Choose a role that can see orders.',
        })
      if (errors.length > 0) fail('invalid-fields', { errors })
      const changed = {
        ...{ rules: JSON.stringify(body), changed_by: scope.actor.id, changed_by_name: nameOf(scope.actor) },
        changed_at: sql<Date>`now()`,
      }
      await scope.db
        .insertInto('follow_up_rules')
        .values({ institution_code: h, ...changed })
        .onConflict((conflict) => conflict.column('institution_code').doUpdateSet(changed))
        .execute()
      await audit(
        scope,
        'follow-up-rules-changed',
        { kind: 'institution', id: h, institution: h },
        { rules: body },
      )
      return undefined
    })
  }
}

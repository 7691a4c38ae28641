import { sql } from 'kysely'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { RuleContext } from '#domain/orders/rule-context.ts'
import type { Scope } from '#server/database/scope.ts'

/**
 * Whether the order was begun from a relative's code, and whether the code's report was withdrawn since or is in question;
 * undefined if it refers to none, or is being created (its code names it afterwards).
 */
export async function familyCodeOf(
  { db }: Scope,
  orderId: number | null,
  { knownVariants = [] }: Pick<OrderDocument, 'knownVariants'>,
): Promise<RuleContext['hasFamilyCode']> {
  if (orderId === null || !knownVariants.some(({ report }) => report === 'family-code')) return undefined
  const row = await db
    .selectFrom('cascade_code_use')
    .select([
      sql<boolean>`code_id in (select w.code_id from withdrawn_codes(institution_code) w)`.as('isWithdrawn'),
      sql<boolean>`code_id in (select q.code_id from questioned_codes(institution_code) q)`.as(
        'isQuestioned',
      ),
    ])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (row?.isWithdrawn) return 'withdrawn'
  return row?.isQuestioned ? 'questioned' : row !== undefined
}

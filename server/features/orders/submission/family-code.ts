import { sql } from 'kysely'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { RuleContext } from '#domain/orders/rule-context.ts'
import type { Scope } from '#server/database/scope.ts'

/**
 * Whether the order was begun from a relative's code, and that code's report is still valid; undefined if it refers to none, or
 * is being created (its code names it afterwards).
 */
export async function familyCodeOf(
  { db }: Scope,
  orderId: number | null,
  { knownVariants = [] }: Pick<OrderDocument, 'knownVariants'>,
): Promise<RuleContext['hasFamilyCode']> {
  if (orderId === null || !knownVariants.some(({ report }) => report === 'family-code')) return undefined
  const row = await db
    .selectFrom('cascade_code_use')
    .select(
      sql<boolean>`code_id in (select w.code_id from withdrawn_codes(institution_code) w)`.as('isWithdrawn'),
    )
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row?.isWithdrawn ? 'withdrawn' : row !== undefined
}

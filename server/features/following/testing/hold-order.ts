import type { HoldKind } from '#domain/orders/hold-kinds.ts'
import type { TestPortal } from '#server/testing/portal.ts'

let keys = 0

/** Makes the laboratory put an order on hold; returns the hold's id. */
export async function holdOrder(
  { worker }: TestPortal,
  order: { id: number; hospitalCode: string },
  more: { kind?: HoldKind; words?: string; heldAt?: Date; key?: string } = {},
): Promise<number> {
  const { kind = 'missing-information', words = 'Which variant?', heldAt = new Date() } = more
  const { id } = await worker.db
    .insertInto('order_hold')
    .values({
      ...{ order_id: order.id, institution_code: order.hospitalCode, kind, words, held_at: heldAt },
      hold_key: more.key ?? `H${++keys}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

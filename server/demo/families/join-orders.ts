import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { addParents } from '#domain/family/additions.ts'
import { familyGraph } from '#domain/family/graph.ts'
import { familyOfOrder } from '#domain/family/order/family-of-order.ts'
import { familyColumns } from '#server/features/families/store.ts'
import type { Seed } from '../add-users.ts'

const INSTITUTION = '1001'
const FAMILIES = 3

/** Families begun from the newest orders of three people or more, whose grandparents were added since. */
export async function joinOrders(db: Seed, author: { id: number; name: string }): Promise<void> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'document', 'created_at'])
    .where('institution_code', '=', INSTITUTION)
    .where(sql<number>`jsonb_array_length(document -> 'patients')`, '>=', 3)
    .where('state', '!=', 'cancelled')
    .orderBy('id', 'desc')
    .limit(FAMILIES)
    .execute()
  for (const order of orders) {
    let last = 0
    const newKey = () => {
      last += 1
      return `begun-${last}`
    }
    const { document, people } = familyOfOrder(order.document, newKey)
    const proband = document.people.find(({ isProband }) => isProband)?.key ?? ''
    const grown = familyGraph(document)
      .parentKeys(proband)
      .reduce((family, parent) => addParents(family, parent, newKey).document, document)
    const name = order.document.patients[0]?.lastName ?? ''
    const { id } = await db
      .insertInto('family')
      .values({
        ...{ institution_code: INSTITUTION, family_key: randomUUID(), name, ...familyColumns(name, grown) },
        ...{ created_at: order.created_at, changed_at: order.created_at },
        ...{ changed_by: author.id, changed_by_name: author.name },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('order_person')
      .values(
        people.map(({ patientKey, member }) => ({
          ...{ order_id: order.id, institution_code: INSTITUTION, patient_key: patientKey, member },
          relationship: order.document.patients.find(({ key }) => key === patientKey)?.relationship ?? '',
          ...{ family_id: id, joined_by: author.id, joined_by_name: author.name },
        })),
      )
      .execute()
  }
}

import { type SqlBool, sql } from 'kysely'
import type { JoinedPerson } from '#domain/family/order/family-of-order.ts'
import { searchable } from '#domain/text/searchable.ts'
import { likeText } from '#server/database/like.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'
import type { StoredOrder } from '#server/features/orders/public.ts'
import { relationshipIn } from './people.ts'

/** Who of an order was joined to whom, whether or not both are still there. */
export function joinedRows({ db }: Scope, orderId: number) {
  return db
    .selectFrom('order_person')
    .select(['patient_key', 'relationship', 'family_id', 'member'])
    .where('order_id', '=', orderId)
    .orderBy('patient_key')
    .execute()
}

/** Replaces everybody who is joined. */
export async function storeJoined(
  { db, actor }: Scope,
  order: StoredOrder,
  familyId: number,
  people: readonly JoinedPerson[],
): Promise<void> {
  await db.deleteFrom('order_person').where('order_id', '=', order.id).execute()
  if (people.length === 0) return
  await db
    .insertInto('order_person')
    .values(
      people.map(({ patientKey, member }) => ({
        ...{ order_id: order.id, institution_code: order.institution_code, patient_key: patientKey },
        ...{ relationship: relationshipIn(order.document, patientKey) ?? '', family_id: familyId, member },
        ...{ joined_by: actor.id, joined_by_name: nameOf(actor) },
      })),
    )
    .execute()
}

/** More families than that have a namesake in them: the search of the families finds the right one. */
const MOST_PROPOSED = 20

/** Families of the institution that name somebody with one of these names. */
export function familiesNaming(
  { db }: Scope,
  institution: string,
  names: readonly { firstName: string; lastName: string }[],
) {
  return db
    .selectFrom('family')
    .select(['id', 'name', 'document'])
    .where('institution_code', '=', institution)
    .where((eb) =>
      eb.or(
        names.map(({ firstName, lastName }) =>
          eb.and(
            [firstName, lastName].map(
              (name) => sql<SqlBool>`search_text like ${`%${likeText(searchable(name.trim()))}%`}`,
            ),
          ),
        ),
      ),
    )
    .orderBy('changed_at', 'desc')
    .limit(MOST_PROPOSED)
    .execute()
}

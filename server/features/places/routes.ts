import { fail } from '#contract/errors.ts'
import type { OwningInstitution, placesRoutes } from '#contract/places.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Authority, type Scope, withScope } from '#server/database/scope.ts'
import type { Handlers } from '#server/http/handlers.ts'

type Find = (scope: Scope, id: number) => Promise<{ institution_code: string } | undefined>

/** For an order, a sample, a kit order or a family, which belong to one institution. */
const inTable =
  (table: 'orders' | 'sample' | 'kit_order' | 'family'): Find =>
  ({ db, institutions }, id) =>
    db
      .selectFrom(table)
      .select('institution_code')
      .where('id', '=', id)
      .where('institution_code', 'in', institutions)
      .executeTakeFirst()

/** A user may belong to several institutions: first where they are active, then where they joined last. */
const ofUser: Find = ({ db, institutions }, id) =>
  db
    .selectFrom('membership')
    .select('institution_code')
    .where('physician_id', '=', id)
    .where('institution_code', 'in', institutions)
    .orderBy((eb) => eb('status', '=', 'Active'), 'desc')
    .orderBy('since', 'desc')
    .orderBy('institution_code')
    .limit(1)
    .executeTakeFirst()

export function placesHandlers(connection: Connection): Handlers<typeof placesRoutes> {
  const finding =
    (find: Find) =>
    ({
      authority,
      params: { id },
    }: {
      authority: Authority
      params: { id: number }
    }): Promise<OwningInstitution> =>
      withScope(connection, authority, async (scope) => {
        const found = (await find(scope, id)) ?? fail('not-found')
        return { hospitalCode: found.institution_code }
      })
  return {
    order: finding(inTable('orders')),
    sample: finding(inTable('sample')),
    family: finding(inTable('family')),
    kit: finding(inTable('kit_order')),
    user: finding(ofUser),
  }
}

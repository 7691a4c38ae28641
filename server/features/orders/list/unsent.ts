import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IsoDate } from '#domain/dates/dates.ts'
import { CARRIERS } from '#domain/lookups.ts'
import { canStartFrom, ORDER_STATES } from '#domain/orders/status.ts'
import { lateIfEnteredOn } from '#domain/shipments/parcel.ts'

const quoted = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ')

/** In which states somebody can still say how a sample travels, as a list of SQL. */
export const SHIP_STATES = quoted(ORDER_STATES.filter((state) => canStartFrom('ship', state)))

/** `ofSamples` of domain/orders/obstacles.ts looks for late parcels in these; as a list of SQL. */
export const PARCEL_STATES = `${SHIP_STATES}, 'pending-cancellation'`

/** Of `sample`: its way can be said (domain/samples/sample.ts, `whyNotShipped`) and was not. */
export const UNSENT = `sample.shipment_id is null and sample.accessioned_at is null and sample.rejected_at is null
  and (sample.recollection_of is null or sample.collected_again_at is not null)`

/** Of `sample`, joined with its `shipment`: it is in a parcel that has not arrived. */
export const IN_TRANSIT =
  'sample.accessioned_at is null and sample.rejected_at is null and shipment.arrived_at is null'

/** `isLate` of a shipment (present.ts) as SQL: the number was entered longer ago than its carrier takes. */
export const parcelIsLate = (today: IsoDate): RawBuilder<SqlBool> =>
  sql`(shipment.arrived_at is null and (${sql.join(
    CARRIERS.map(
      (carrier) => sql`(shipment.carrier = ${carrier}
        and (shipment.created_at at time zone 'America/Chicago')::date <= ${lateIfEnteredOn(carrier, today)}::date)`,
    ),
    sql` or `,
  )}))`

/** Of `orders`: one of its samples has no tracking number, and could have one. */
export const hasUnsent = sql<SqlBool>`(orders.state in (${sql.raw(SHIP_STATES)})
  and exists (select from sample where sample.order_id = orders.id and ${sql.raw(UNSENT)}))`

/** Of `orders`: a parcel with one of its samples is late. */
export const hasLateParcel = (today: IsoDate) =>
  sql<SqlBool>`(orders.state in (${sql.raw(PARCEL_STATES)})
    and exists (select from sample join shipment on shipment.id = sample.shipment_id
      where sample.order_id = orders.id and ${sql.raw(IN_TRANSIT)} and ${parcelIsLate(today)}))`

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IsoDate } from '#domain/dates/dates.ts'
import { CARRIERS } from '#domain/lookups.ts'
import { canStartFrom, ORDER_STATES } from '#domain/orders/status.ts'
import { lateIfEnteredOn } from '#domain/shipments/parcel.ts'

const quoted = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ')

/** The states in which a sample's shipping can still be entered, as an SQL list. */
export const SHIP_STATES = quoted(ORDER_STATES.filter((state) => canStartFrom('ship', state)))

/** The states in which `ofSamples` in domain/orders/obstacles.ts looks for late parcels, as an SQL list. */
export const PARCEL_STATES = `${SHIP_STATES}, 'pending-cancellation'`

/**
 * For `sample`: a tracking number can be entered (`whyNotShipped` in domain/samples/sample.ts) and is
 * missing.
 */
export const UNSENT = `sample.shipment_id is null and sample.accessioned_at is null and sample.rejected_at is null
  and (sample.recollection_of is null or sample.collected_again_at is not null)`

/** For `sample`, joined with its `shipment`: it is in a parcel that has not arrived. */
export const IN_TRANSIT =
  'sample.accessioned_at is null and sample.rejected_at is null and shipment.arrived_at is null'

/** `isLate` for a shipment (present.ts) as SQL: the number was entered longer ago than the carrier needs. */
export const parcelIsLate = (today: IsoDate): RawBuilder<SqlBool> =>
  sql`(shipment.arrived_at is null and (${sql.join(
    CARRIERS.map(
      (carrier) => sql`(shipment.carrier = ${carrier}
        and (shipment.created_at at time zone 'America/Chicago')::date <= ${lateIfEnteredOn(carrier, today)}::date)`,
    ),
    sql` or `,
  )}))`

/** For `orders`: one of its samples has no tracking number and could have one. */
export const hasUnsent = sql<SqlBool>`(orders.state in (${sql.raw(SHIP_STATES)})
  and exists (select from sample where sample.order_id = orders.id and ${sql.raw(UNSENT)}))`

/** For `orders`: a parcel with one of its samples is late. */
export const hasLateParcel = (today: IsoDate) =>
  sql<SqlBool>`(orders.state in (${sql.raw(PARCEL_STATES)})
    and exists (select from sample join shipment on shipment.id = sample.shipment_id
      where sample.order_id = orders.id and ${sql.raw(IN_TRANSIT)} and ${parcelIsLate(today)}))`

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IsoDate } from '#domain/dates/dates.ts'
import { CARRIERS } from '#domain/lookups.ts'
import { canStartFrom, ORDER_STATES } from '#domain/orders/status.ts'
import { lateIfEnteredOn, missingIfArrivedOn } from '#domain/shipments/parcel.ts'

export const quoted = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ')

/** A reported order, one of whose tests has no report yet. Of most reported ones, all tests have: an index finds the others. */
export const PARTLY_REPORTED = `orders.state = 'reported' and orders.has_pending_test`

const statesToShip = ORDER_STATES.filter((state) => canStartFrom('ship', state) && state !== 'reported')

/** For `orders`: the shipping of one of its samples may still have to be entered. */
export const MAY_SHIP = `(orders.state in (${quoted(statesToShip)}) or ${PARTLY_REPORTED})`

/** For `orders`: `ofSamples` in domain/orders/obstacles.ts looks for late parcels. */
export const MAY_AWAIT_PARCELS = `(orders.state in (${quoted([...statesToShip, 'pending-cancellation'])}) or ${PARTLY_REPORTED})`

/** For `sample` of such an order: its report has not settled it (`isSettled` in domain/samples/sample.ts). */
export const UNSETTLED = `(orders.state <> 'reported'
  or (select rejected_at from sample replaced where replaced.id = sample.recollection_of) > orders.reported_at)`

/** For `sample` of such an order: a tracking number can be entered (`whyNotShipped` in domain/samples/sample.ts). */
export const SHIPPABLE = `sample.accessioned_at is null and sample.rejected_at is null
  and (sample.recollection_of is null or sample.collected_again_at is not null) and ${UNSETTLED}`

/** For `sample` of such an order, joined with its `shipment`: it is in a parcel that has not arrived. */
export const IN_TRANSIT = `sample.accessioned_at is null and sample.rejected_at is null
  and shipment.arrived_at is null and ${UNSETTLED}`

/** `isLate` for a shipment (present.ts) as SQL: the number was entered longer ago than the carrier needs. */
export const parcelIsLate = (today: IsoDate): RawBuilder<SqlBool> =>
  sql`(shipment.arrived_at is null and (${sql.join(
    CARRIERS.map(
      (carrier) => sql`(shipment.carrier = ${carrier}
        and (shipment.created_at at time zone 'America/Chicago')::date <= ${lateIfEnteredOn(carrier, today)}::date)`,
    ),
    sql` or `,
  )}))`

/**
 * `arrivedWithoutIt` of a shipment (present.ts) as SQL, for a sample that is not accessioned, joined with its
 * `shipment`, if any.
 */
const arrivedWithoutIt = (today: IsoDate) => sql<SqlBool>`(shipment.arrived_at is not null
  and (shipment.arrived_at at time zone 'America/Chicago')::date <= ${missingIfArrivedOn(today)}::date)`

/** For a sample that is not accessioned, joined with its `shipment`, if any: no parcel may still bring it. */
export const isUnsent = (today: IsoDate): RawBuilder<SqlBool> =>
  sql`(sample.shipment_id is null or ${arrivedWithoutIt(today)})`

/** For `orders`: one of its samples could have a tracking number, and is in no parcel that may still bring it. */
export const hasUnsent = (today: IsoDate) =>
  sql<SqlBool>`(${sql.raw(MAY_SHIP)}
    and exists (select from sample left join shipment on shipment.id = sample.shipment_id
      where sample.order_id = orders.id and ${sql.raw(SHIPPABLE)} and ${isUnsent(today)}))`

/** For `orders`: a parcel with one of its samples is late. */
export const hasLateParcel = (today: IsoDate) =>
  sql<SqlBool>`(${sql.raw(MAY_AWAIT_PARCELS)}
    and exists (select from sample join shipment on shipment.id = sample.shipment_id
      where sample.order_id = orders.id and ${sql.raw(IN_TRANSIT)} and ${parcelIsLate(today)}))`

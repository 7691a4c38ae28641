import { sql } from 'kysely'
import type { Carrier } from '#domain/lookups.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'

/** Locks the institution's parcels against changes until the transaction ends. */
export async function shipAlone({ db }: Scope, institution: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`shipment ${institution}`}, 0))`.execute(db)
}

/** Creates a shipment, unless any institution already uses the number: then undefined. */
export async function makeShipment(
  { db, actor }: Scope,
  institution: string,
  { carrier, trackingNumber }: { carrier: Carrier; trackingNumber: string },
): Promise<number | undefined> {
  const made = await db
    .insertInto('shipment')
    .values({
      institution_code: institution,
      ...{ carrier, tracking_number: trackingNumber, created_by_name: nameOf(actor) },
    })
    .onConflict((conflict) => conflict.column('tracking_number').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

/** The institution's own shipment with a number, and its samples. */
export async function findShipment({ db }: Scope, institution: string, trackingNumber: string) {
  const shipment = await db
    .selectFrom('shipment')
    .selectAll()
    .where('institution_code', '=', institution)
    .where('tracking_number', '=', trackingNumber)
    .executeTakeFirst()
  if (!shipment) return undefined
  const samples = await db
    .selectFrom('sample')
    .select(['id', 'order_id', 'accessioned_at'])
    .where('shipment_id', '=', shipment.id)
    .orderBy('order_id')
    .execute()
  return { ...shipment, samples }
}

export async function setCarrier({ db }: Scope, id: number, carrier: Carrier) {
  await db.updateTable('shipment').set({ carrier }).where('id', '=', id).execute()
}

export async function moveInto({ db }: Scope, samples: readonly number[], shipment: number | null) {
  if (samples.length === 0) return
  await db.updateTable('sample').set({ shipment_id: shipment }).where('id', 'in', samples).execute()
}

/** Deletes those of the shipments that have no samples any more: their numbers are free again. */
export async function removeEmpty({ db }: Scope, shipments: readonly number[]) {
  if (shipments.length === 0) return
  await db
    .deleteFrom('shipment')
    .where('id', 'in', shipments)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('sample').select('sample.id').whereRef('sample.shipment_id', '=', 'shipment.id')),
      ),
    )
    .execute()
}

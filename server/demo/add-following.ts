import type { Insertable } from 'kysely'
import { personName } from '#domain/orders/family.ts'
import { personOfRecord } from '#domain/orders/subject.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Seed } from './add-users.ts'
import { type DemoParcel, holdKey } from './expected-day.ts'
import type { MadeOrder } from './made-order.ts'

type Numbered = MadeOrder & { id: number }

const BATCH_SIZE = 500

/** Inserts the parcels, oldest first and each once; returns their ids. */
export async function addParcels(db: Seed, made: readonly MadeOrder[]): Promise<Map<DemoParcel, number>> {
  const rows = new Map<DemoParcel, Insertable<Tables['shipment']>>()
  for (const { provider, samples = [] } of made)
    for (const parcel of samples.flatMap((sample) => [sample.parcel, sample.again?.parcel ?? null]))
      if (parcel)
        rows.set(parcel, {
          institution_code: provider.institution,
          ...{ carrier: parcel.carrier, tracking_number: parcel.trackingNumber },
          ...{ created_at: parcel.enteredAt, arrived_at: parcel.arrivedAt },
          created_by_name: `${provider.firstName} ${provider.lastName}`,
        })
  const sorted = [...rows].toSorted(([a], [b]) => a.enteredAt.getTime() - b.enteredAt.getTime())
  const ids = new Map<DemoParcel, number>()
  for (let from = 0; from < sorted.length; from += BATCH_SIZE) {
    const batch = sorted.slice(from, from + BATCH_SIZE)
    const values = batch.map(([, row]) => row)
    const written = await db.insertInto('shipment').values(values).returning('id').execute()
    for (const [index, [parcel]] of batch.entries()) ids.set(parcel, written[index]?.id ?? 0)
  }
  return ids
}

type SampleRow = Insertable<Tables['sample']>

/** Inserts the specimens of submitted orders, then those recollected in place of rejected ones. */
export async function addSamples(
  db: Seed,
  batch: readonly Numbered[],
  parcels: ReadonlyMap<DemoParcel, number>,
): Promise<void> {
  const shipment = (parcel: DemoParcel | null) => (parcel && parcels.get(parcel)) ?? null
  const rows: SampleRow[] = []
  const repeated: { row: SampleRow; again: SampleRow }[] = []
  for (const { id, provider, order, samples = [] } of batch)
    for (const { key, arrivedAt, parcel, rejected, again } of samples) {
      const sample = order.document.samples.find((one) => one.key === key)
      const patient = personOfRecord(order.document, sample?.patient ?? '')
      const of = {
        ...{ order_id: id, institution_code: provider.institution },
        patient_name: personName(order.document, sample?.patient ?? ''),
        ...{ relationship: patient?.relationship ?? '', specimen_type: sample?.specimenType ?? '' },
      }
      const row: SampleRow = {
        ...{ ...of, sample_key: key, date_of_collection: sample?.dateOfCollection ?? '' },
        ...{ accessioned_at: arrivedAt, shipment_id: shipment(parcel) },
        ...{ rejected_at: rejected?.at ?? null, reject_code: rejected?.code ?? '' },
        ...{ reject_words: rejected?.words ?? '', created_at: order.submittedAt ?? order.createdAt },
      }
      rows.push(row)
      if (!again || !rejected) continue
      const { takenAt } = again
      const day = takenAt?.toISOString().slice(0, 10) ?? ''
      const next: SampleRow = {
        ...{ ...of, sample_key: `${key}-r1`, date_of_collection: day, collected_again_at: takenAt },
        ...{ accessioned_at: again.arrivedAt, shipment_id: shipment(again.parcel), created_at: rejected.at },
      }
      repeated.push({ row, again: next })
    }
  if (rows.length === 0) return
  const ids = await db.insertInto('sample').values(rows).returning('id').execute()
  const idOf = new Map(rows.map((row, index) => [row, ids[index]?.id ?? 0]))
  const next = repeated.map(({ row, again }) => ({ ...again, recollection_of: idOf.get(row) ?? null }))
  if (next.length > 0) await db.insertInto('sample').values(next).execute()
}

/** Inserts the laboratory's questions and the answers to them. */
export async function addHolds(db: Seed, batch: readonly Numbered[]): Promise<void> {
  const rows = batch.flatMap(({ id, provider, holds = [] }) =>
    holds.map(({ kind, words, answer, heldAt, answeredAt, releasedAt }, index) => ({
      ...{ order_id: id, institution_code: provider.institution, hold_key: holdKey(index), kind, words },
      ...{ held_at: heldAt, released_at: releasedAt, answered_at: answeredAt },
      answer: answeredAt ? answer : '',
      answered_by_name: answeredAt ? `${provider.firstName} ${provider.lastName}` : null,
    })),
  )
  if (rows.length > 0) await db.insertInto('order_hold').values(rows).execute()
}

const MADE_WORDS = { again: 'copied from order', relative: 'for a relative of the patient on order' }

/** Links orders made from other orders; all of them have been inserted by now. */
export async function addLinks(db: Seed, ids: ReadonlyMap<MadeOrder, number>): Promise<void> {
  for (const [{ madeFrom }, id] of ids) {
    const from = madeFrom && ids.get(madeFrom.made)
    if (!from) continue
    const { as } = madeFrom
    await db.updateTable('orders').set({ made_from: from, made_as: as }).where('id', '=', id).execute()
    await db
      .updateTable('order_event')
      .set({ detail: `${MADE_WORDS[as]} ${from}` })
      .where('order_id', '=', id)
      .where('kind', '=', 'draft-begun')
      .execute()
  }
}

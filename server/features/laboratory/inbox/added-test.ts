import { specimenNumber } from '#domain/samples/sample.ts'
import type { GatewayTransaction, StoredOrder } from '../store.ts'
import type { StoredLabUpdate } from './lab-events.ts'

/**
 * Why the laboratory cannot use the specimen of an added test for it, as a note of the test's order: the specimen is
 * another order's, which may have its result already. `all`: the updates of the message.
 */
export async function rejectionsForAddedTest(
  db: GatewayTransaction,
  { document: { addOn } }: StoredOrder,
  labUpdate: StoredLabUpdate,
  all: readonly StoredLabUpdate[],
): Promise<string[]> {
  const beside = all.filter((one) => one.isSpecimenAlone)
  const rejected = [labUpdate, ...beside].flatMap(({ specimens }) => specimens).filter((one) => one.rejected)
  if (!addOn || rejected.length === 0) return []
  const [sample] = await samplesWith(db, [addOn.sampleId])
  const words = rejected.flatMap(({ orderId, key, rejected }) =>
    orderId === sample?.order_id && key === sample.sample_key && rejected
      ? [`${sample.specimen_type} ${specimenNumber(orderId, key)}: ${rejected.words}`]
      : [],
  )
  return [...new Set(words)]
}

/** A specimen that the message rejects beside an added test on it is rejected for that test, and not for its own order. */
export async function withoutAddedTests(
  db: GatewayTransaction,
  order: StoredOrder,
  labUpdate: StoredLabUpdate,
  all: readonly StoredLabUpdate[],
): Promise<StoredLabUpdate> {
  const others = all.flatMap(({ orderId }) => (orderId === null || orderId === order.id ? [] : [orderId]))
  const isRejected = labUpdate.specimens.some(({ rejected }) => rejected)
  if (!labUpdate.isSpecimenAlone || !isRejected || others.length === 0) return labUpdate
  const rows = await db.selectFrom('orders').select('document').where('id', 'in', others).execute()
  const used = await samplesWith(
    db,
    rows.flatMap(({ document: { addOn } }) => (addOn ? [addOn.sampleId] : [])),
  )
  const isUsed = (key: string) =>
    used.some(({ order_id, sample_key }) => order_id === order.id && sample_key === key)
  const specimens = labUpdate.specimens.map((one) => (isUsed(one.key) ? { ...one, rejected: null } : one))
  return { ...labUpdate, specimens }
}

async function samplesWith(db: GatewayTransaction, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('sample')
    .select(['order_id', 'sample_key', 'specimen_type'])
    .where('id', 'in', ids)
    .execute()
}

import type { OrderDocument, PatientKey } from '#domain/orders/document.ts'
import { personKey } from '#domain/orders/identity.ts'
import type { LabEvent } from '#domain/orders/lab-events.ts'
import { isPrenatal } from '#domain/orders/subject.ts'
import type { GatewayTransaction, StoredOrder } from '../store.ts'
import type { StoredLabUpdate } from './lab-events.ts'

/** The owner of another order's specimen, if that person is not in this order. */
const UNKNOWN_OWNER: PatientKey = 'of another order'

/**
 * The people whose specimens a message names by our numbers; a recollected specimen belongs to the same person. One that
 * came with another order counts for the same person here, as after an added test; else it is somebody else's.
 */
export async function specimenOwners(
  db: GatewayTransaction,
  { id, document }: StoredOrder,
  { specimens, reportSpecimens }: StoredLabUpdate,
): Promise<PatientKey[]> {
  const named = reportSpecimens ?? specimens
  const own = named.flatMap(({ orderId, key }) => (orderId === id ? ownersOf(document, key) : []))
  const others = [...new Set(named.map(({ orderId }) => orderId))].filter((orderId) => orderId !== id)
  if (others.length === 0) return own
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'document'])
    .where('id', 'in', others)
    .where('state', '<>', 'draft')
    .execute()
  const foreign = rows.flatMap((row) =>
    named.flatMap(({ orderId, key }) =>
      orderId === row.id
        ? ownersOf(row.document, key).map((owner) => sameHere(document, row.document, owner))
        : [],
    ),
  )
  return [...own, ...foreign]
}

/** None if the order has no such specimen: the laboratory's own numbers may look like ours. */
function ownersOf({ samples }: OrderDocument, key: string): PatientKey[] {
  const sample = samples.find((one) => isSpecimen(one.key, key))
  return sample ? [sample.patient] : []
}

/** The person of `document` who is that of another order. A fetus is not recognized in another order. */
function sameHere(document: OrderDocument, other: OrderDocument, owner: PatientKey): PatientKey {
  const person = other.patients.find(({ key }) => key === owner)
  const known = person && personKey(person)
  const same = known && document.patients.find((patient) => personKey(patient) === known)
  return same ? same.key : UNKNOWN_OWNER
}

/**
 * Whose specimens have the accession numbers of a message: of those that arrived under them. For fetuses, whose mother's
 * identity does not decide, also of an earlier report that still counts.
 */
export function accessionOwners(
  document: OrderDocument,
  { report, accessions = [] }: StoredLabUpdate,
  events: readonly LabEvent[],
): PatientKey[] {
  const numbers = new Set([...accessions, report?.identity.accession ?? ''].filter(Boolean))
  if (numbers.size === 0) return []
  const arrived = events.flatMap((event) =>
    event.kind === 'arrived' && numbers.has(event.accession ?? '') ? ownersOf(document, event.sample) : [],
  )
  return isPrenatal(document) ? [...arrived, ...reportedUnder(numbers, events)] : arrived
}

/** The people who have a report under a number: neither withdrawn since, nor refused at the result desk. */
function reportedUnder(numbers: ReadonlySet<string>, events: readonly LabEvent[]): PatientKey[] {
  const refused = new Set(
    events.flatMap((event) =>
      event.kind === 'decided' && event.outcome === 'refused' ? [event.result] : [],
    ),
  )
  const results = events.flatMap((event) =>
    event.kind === 'result' && numbers.has(event.identity.accession) && !refused.has(event.key)
      ? [event]
      : [],
  )
  return [...new Set(results.map(({ person }) => person))].filter((person) => {
    const last = results.findLast((one) => one.person === person)
    return last !== undefined && last.status !== 'withdrawn' && last.status !== 'cancelled'
  })
}

/** Whether a specimen is that of the order's sample, or the one collected instead of it. */
function isSpecimen(sampleKey: string, named: string): boolean {
  return sampleKey === named || sampleKey === named.replace(/-r\d+$/, '')
}

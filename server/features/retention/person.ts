import { type Kysely, sql, type Transaction } from 'kysely'
import type { OrderDocument } from '#domain/orders/document.ts'
import { personKey } from '#domain/orders/identity.ts'
import { keptInWords } from '#domain/retention/kept.ts'
import type { RetentionKind } from '#domain/retention/policies.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { eraseAudited } from './ending.ts'
import { decide, lockOrders, policies } from './store.ts'

const DAY_MS = 24 * 3_600_000

/** What a request for erasure does to one order. */
export interface ErasureOfOrder {
  number: number
  institution: string
  /** Why it stays, in words; empty: it is erased. */
  stays: string[]
  /** Whether it may go a moment later: somebody is working on it. */
  isLocked: boolean
}

interface ErasureRequest {
  person: { lastName: string; firstName: string; dateOfBirth: string }
  /** Who carries it out, for the audit trail. */
  actor: { subject: string; name: string }
  /** By the database's clock (`databaseTime`). */
  now: Date
  /** Only says what would be erased. */
  isTrial: boolean
}

/**
 * Erases the orders of which a person is the patient, of all institutions, as far as the laboratory's retention periods and the
 * rules allow. Drafts are orders too. Orders that name the person as a relative stay: they are somebody else's. A trial does the
 * same, and takes it back, so that it says what will happen.
 */
export async function erasePerson(
  connection: Connection,
  request: ErasureRequest,
): Promise<ErasureOfOrder[]> {
  if (!request.isTrial)
    return eraseOrdersOf(connection, connection.db, request, (act) =>
      connection.db.transaction().execute(act),
    )
  let done: ErasureOfOrder[] = []
  const trial = connection.db.transaction().execute(async (db) => {
    done = await eraseOrdersOf(connection, db, request, (act) => act(db))
    throw new TrialOver()
  })
  await trial.catch((error: unknown) => {
    if (!(error instanceof TrialOver)) throw error
  })
  return done
}

/** Rolls a trial back. */
class TrialOver extends Error {}

type Within = <Result>(act: (db: Transaction<Tables>) => Promise<Result>) => Promise<Result>

async function eraseOrdersOf(
  connection: Connection,
  db: Kysely<Tables>,
  { person, actor, now }: ErasureRequest,
  within: Within,
): Promise<ErasureOfOrder[]> {
  const key = personKey(person)
  if (key === null) return []
  const set = await policies(db)
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'institution_code', 'state', 'document'])
    .where(sql<boolean>`people && array[${key}]`)
    // What was made from another order, or uses its specimen, has the higher number: the other one can go after it.
    .orderBy('id', 'desc')
    .execute()
  const done: ErasureOfOrder[] = []
  for (const { id, institution_code: institution, state, document } of rows) {
    const [patient] = (document as OrderDocument).patients
    const kind: RetentionKind = state === 'draft' ? 'draft' : 'order'
    const days = set.find((policy) => policy.kind === kind)?.daysOnRequest ?? null
    if (!patient || personKey(patient) !== key)
      done.push({
        number: id,
        institution,
        stays: ['it is another person’s, and names this one as a relative'],
        isLocked: false,
      })
    else if (days === null)
      done.push({
        number: id,
        institution,
        stays: [`the laboratory erases no ${kind} on request (retention.csv)`],
        isLocked: false,
      })
    else {
      const earliest = new Date(now.getTime() - days * DAY_MS)
      done.push(await within((own) => eraseOne(connection, own, { id, institution, earliest, actor })))
    }
  }
  return done.toSorted((one, other) => one.number - other.number)
}

interface One {
  id: number
  institution: string
  earliest: Date
  actor: ErasureRequest['actor']
}

async function eraseOne(
  connection: Connection,
  db: Transaction<Tables>,
  { id, institution, earliest, actor }: One,
): Promise<ErasureOfOrder> {
  const { decided, erased } = decide(await lockOrders(db, [id], earliest), { onRequest: true })
  await eraseAudited(connection, db, erased, actor)
  const [order] = decided
  const stays = order ? order.because.map(keptInWords) : ['somebody is working on it: try again']
  return { number: id, institution, stays, isLocked: order === undefined }
}

import { sql } from 'kysely'
import type { OrderDocument } from '#domain/orders/document.ts'
import { personKey } from '#domain/orders/identity.ts'
import { keptInWords } from '#domain/retention/kept.ts'
import type { RetentionKind } from '#domain/retention/policies.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { eraseAudited } from './ending.ts'
import { decide, lockOrders, policies } from './store.ts'

const DAY_MS = 24 * 3_600_000

/** What a request for erasure does to one order. */
export interface ErasureOfOrder {
  number: number
  institution: string
  /** Why it stays, in words; empty: it is erased. */
  stays: string[]
}

interface ErasureRequest {
  person: { lastName: string; firstName: string; dateOfBirth: string }
  /** Who carries it out, for the audit trail. */
  actor: { subject: string; name: string }
  now: Date
  /** Only says what would be erased. */
  isTrial: boolean
}

/**
 * Erases the orders of which a person is the patient, of all institutions, as far as the laboratory's retention periods and the
 * rules allow. Drafts are orders too. Orders that name the person as a relative stay: they are somebody else's.
 */
export async function erasePerson(
  connection: Connection,
  { person, actor, now, isTrial }: ErasureRequest,
): Promise<ErasureOfOrder[]> {
  const key = personKey(person)
  if (key === null) return []
  const set = await policies(connection.db)
  const rows = await connection.db
    .selectFrom('orders')
    .select(['id', 'institution_code', 'state', 'document'])
    .where(sql<boolean>`people && array[${key}]`)
    .orderBy('id')
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
      })
    else if (days === null)
      done.push({
        number: id,
        institution,
        stays: [`the laboratory erases no ${kind} on request (retention.csv)`],
      })
    else {
      const earliest = new Date(now.getTime() - days * DAY_MS)
      done.push(await eraseOne(connection, { id, institution, earliest, actor, isTrial }))
    }
  }
  return done
}

interface One {
  id: number
  institution: string
  earliest: Date
  actor: ErasureRequest['actor']
  isTrial: boolean
}

async function eraseOne(connection: Connection, { id, institution, earliest, actor, isTrial }: One) {
  const stays = await connection.db.transaction().execute(async (db) => {
    const { decided, erased } = decide(await lockOrders(db, [id], earliest), { onRequest: true })
    if (!isTrial) await eraseAudited(connection, db, erased, actor)
    return decided[0] ? decided[0].because.map(keptInWords) : ['somebody is working on it: try again']
  })
  return { number: id, institution, stays }
}

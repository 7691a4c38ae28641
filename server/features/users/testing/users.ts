import { randomUUID } from 'node:crypto'
import type { UserStatus } from '#domain/lookups.ts'
import type { InstitutionRole } from '#domain/users/roles.ts'
import { administer } from '#server/database/connection/connect.ts'
import type { TestPortal } from '#server/testing/portal.ts'
import { delegation, TERMS } from '#server/testing/world.ts'

interface Given {
  firstName?: string
  npi?: string
  email?: string
  status?: UserStatus
}

/** Adds a user with a membership and roles at each of `places`, who has accepted the terms and attested. */
export async function addUser(
  portal: TestPortal,
  lastName: string,
  rolesByInstitution: Record<string, readonly InstitutionRole[]>,
  { firstName = 'Ines', npi = '', status = 'Active', ...given }: Given = {},
) {
  const subject = `${lastName}-${randomUUID().slice(0, 8)}`
  const email = given.email ?? `${subject}@demo.test`.toLowerCase()
  const now = new Date()
  const id = await administer(portal.database.url, async (db) => {
    const user = await db
      .insertInto('physician')
      .values({
        ...{ subject, email, npi, first_name: firstName, last_name: lastName, prefix: '', suffix: '' },
        ...{ terms_version: TERMS, terms_accepted_at: now, attested_at: now },
        delegate: npi === '' ? delegation(now) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [institution_code, roles] of Object.entries(rolesByInstitution)) {
      await db.insertInto('membership').values({ physician_id: user.id, institution_code, status }).execute()
      for (const role of roles)
        await db
          .insertInto('customer_role')
          .values({ physician_id: user.id, institution_code, role })
          .execute()
    }
    return user.id
  })
  return { id, subject, email, name: `${firstName} ${lastName}` }
}

/** The id of a test user. */
export async function idOf(portal: TestPortal, subject: string): Promise<number> {
  const found = await portal.worker.db
    .selectFrom('physician')
    .select('id')
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  return found.id
}

/** A user's audit lines, oldest first. */
export async function auditOf(portal: TestPortal, id: number) {
  return portal.worker.db
    .selectFrom('audit_event')
    .select(['action', 'actor_name', 'institution_code', 'detail'])
    .where('entity', '=', 'user')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute()
}

import type { IdentityEvent } from '#adapters/identity/port.ts'
import type { Connection } from './database/connect.ts'

/** Writes what happens in the embedded identity provider into the audit trail. */
export function identityEventsInto({ db }: Connection) {
  return async ({ type, sub, email, address, ...detail }: IdentityEvent): Promise<void> => {
    await db
      .insertInto('audit_event')
      .values({
        actor_subject: sub ?? '',
        actor_name: email ?? 'not known',
        action: type,
        institution_code: null,
        entity: 'account',
        entity_id: sub ?? '',
        // The identity provider's requests have no id of ours.
        request_id: '',
        detail: { ...detail, address },
      })
      .execute()
  }
}

import type { IdentityEvent } from '#adapters/identity/port.ts'
import type { Connection } from '../database/connection/connect.ts'

/** Writes the embedded identity provider's events into the audit trail. */
export function identityEventsInto({ db, auditLine }: Connection) {
  return ({ type, sub, email, address, ...detail }: IdentityEvent): Promise<void> =>
    // The identity provider's requests have no request id of the portal.
    auditLine(db, {
      actor: { subject: sub ?? '', name: email ?? 'not known' },
      action: type,
      entity: { kind: 'account', id: sub ?? '', institution: null },
      detail: { ...detail, address },
    })
}

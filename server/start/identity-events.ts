import type { IdentityEvent } from '#adapters/identity/port.ts'
import type { Connection } from '../database/connection/connect.ts'
import { identityOf } from '../database/scope.ts'
import { followAddress } from '../features/physicians/public.ts'

/**
 * Writes the embedded identity provider's events into the audit trail, and a changed address into the user's
 * record.
 */
export function identityEventsInto({ db, auditLine }: Connection, portal: Connection) {
  return async ({ type, sub, email, address, ...detail }: IdentityEvent): Promise<void> => {
    // The identity provider's requests have no request id of the portal.
    await auditLine(db, {
      actor: { subject: sub ?? '', name: email ?? 'not known' },
      action: type,
      entity: { kind: 'account', id: sub ?? '', institution: null },
      detail: { ...detail, address },
    })
    if (type !== 'email-changed' || sub === null) return
    const account = { sub, email, emailVerified: true, firstName: null, lastName: null }
    await followAddress(portal, identityOf(account, ''), new Date())
  }
}

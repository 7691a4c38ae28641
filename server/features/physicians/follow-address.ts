import type { Connection } from '#server/database/connection/connect.ts'
import { audit, type Identity, withOwnScope } from '#server/database/scope.ts'
import { ownRecord } from './store.ts'

/**
 * Takes the account's verified address over into the user's record, to which notices and report copies go; true if
 * it was another. `toldAt`: when the provider told it. An older token, still in use in another tab, does not bring
 * the previous address back.
 */
export function followAddress(connection: Connection, identity: Identity, toldAt: Date): Promise<boolean> {
  return withOwnScope(connection, identity, async (own) => {
    const { email } = own
    const record = await ownRecord(own)
    if (email === null || !record || record.email.toLowerCase() === email) return false
    const { numUpdatedRows } = await own.db
      .updateTable('physician')
      .set({ email, email_told_at: toldAt })
      .where('subject', '=', own.subject)
      .where('email', '=', record.email)
      .where(({ or, eb }) => or([eb('email_told_at', 'is', null), eb('email_told_at', '<', toldAt)]))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    const detail = { email, previous: record.email }
    await audit(own, 'profile-changed', { kind: 'user', id: record.id, institution: null }, detail)
    return true
  })
}

import type { counselingRoutes } from '#contract/counseling.ts'
import { fail } from '#contract/errors.ts'
import type { RequestOf } from '#contract/route.ts'
import { movesOn } from '#domain/counseling/states.ts'
import type { CounselingDeps } from './deps.ts'
import { addEvent, changeRequest, lockRequest } from './store.ts'

type StatusInput = Pick<RequestOf<(typeof counselingRoutes)['partnerStatus']>, 'headers' | 'body'>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The partner's status message about a request, applied once however often it is sent. A late message is
 * stored and changes no state; for a deleted request nothing is stored.
 */
export async function takeStatus(
  { connection, now, isSigned }: CounselingDeps,
  { headers, body }: StatusInput,
  /** The raw body: the signature is over these bytes. */
  rawBody: string,
): Promise<undefined> {
  if (!isSigned(headers['x-karyo-signature'], rawBody))
    fail('forbidden', {
      detail:
        'The message is not signed with the partner’s key, or its timestamp is too far from the current time.',
    })
  const { reference, status, partnerReference, note: detail, messageId } = body
  await connection.db.transaction().execute(async (db) => {
    const row = UUID.test(reference) ? await lockRequest(db, { reference }) : undefined
    if (!row) fail('not-found')
    if (row.content === null) return
    const at = now()
    // A partner may number its messages per request.
    const messageKey = `${row.id} ${messageId}`
    if (!(await addEvent(db, row.id, status, { at, actor: 'Partner', detail, messageKey }))) return
    await changeRequest(db, row.id, {
      ...(movesOn(row.state, status) ? { state: status, last_error: '' } : {}),
      ...(partnerReference ? { partner_reference: partnerReference } : {}),
      // A partner that sends a status has the request.
      ...(row.handed_over_at === null ? { handed_over_at: at } : {}),
    })
  })
}

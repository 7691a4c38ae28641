import type { counselingRoutes } from '#contract/counseling.ts'
import { fail } from '#contract/errors.ts'
import type { RequestOf } from '#contract/route.ts'
import { movesOn } from '#domain/counseling/states.ts'
import type { CounselingDeps } from './deps.ts'
import { addEvent, changeRequest, lockRequest } from './store.ts'

type StatusInput = Pick<RequestOf<(typeof counselingRoutes)['partnerStatus']>, 'headers' | 'body'>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * What the partner says of a request, applied once however often it is said. A message that comes late changes no
 * state and is kept; of a request that was deleted nothing is kept.
 */
export async function takeStatus(
  { connection, now, isSigned }: CounselingDeps,
  { headers, body }: StatusInput,
  /** As it came over the wire: that is what is signed. */
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
    // A partner may number its messages for each request.
    const messageKey = `${row.id} ${messageId}`
    if (!(await addEvent(db, row.id, status, { at, actor: 'Partner', detail, messageKey }))) return
    await changeRequest(db, row.id, {
      ...(movesOn(row.state, status) ? { state: status, last_error: '' } : {}),
      ...(partnerReference ? { partner_reference: partnerReference } : {}),
      // Who says something of it has it.
      ...(row.handed_over_at === null ? { handed_over_at: at } : {}),
    })
  })
}

import type { PgBoss } from 'pg-boss'
import type { CounselingPartner, ForgetReason } from '#adapters/counseling-partner/port.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { NotTaken, reportFailure } from '#server/jobs/failure.ts'
import { COUNSELING_QUEUE } from '#server/jobs/queues.ts'
import {
  addEvent,
  changeRequest,
  countRefused,
  eventsOf,
  lockRequest,
  requestOf,
  waitingOf,
} from './store.ts'

/** Nothing of a patient: what is handed over is read when it is. */
export interface CounselingJob {
  requestId: number
  /** Set: the request was deleted, which the partner is told. */
  forget?: ForgetReason
}

/** Hands one request over, or tells that it was deleted. Throws when it should be tried again; a refusal is an answer. */
export async function handOver(
  { db, auditLine }: Connection,
  partner: CounselingPartner,
  { requestId, forget }: CounselingJob,
): Promise<void> {
  const row = await requestOf(db, requestId)
  if (!row) return
  const noted = async (error: Error): Promise<never> => {
    await changeRequest(db, requestId, { last_error: error.message, tried: true })
    throw new NotTaken(error.message, { cause: error })
  }
  const { reference, language, content } = row
  if (content === null) {
    // It was deleted between two tries of one job, and the partner may have it from the first.
    if (!forget && row.tries === 0) return
    await partner.forget(reference, forget ?? 'asked').catch(noted)
    await changeRequest(db, requestId, { last_error: '', tried: true })
    return
  }
  if (row.state !== 'stored') return
  const events = await eventsOf(db, [requestId])
  const attempt = events.filter(({ kind }) => kind === 'sent-again').length
  const answer = await partner
    .handOver({ reference, attempt, receivedAt: row.received_at, language, request: content })
    .catch(noted)
  const isGone = await db.transaction().execute(async (transaction) => {
    const locked = await lockRequest(transaction, { id: requestId })
    if (locked?.content === null) {
      await changeRequest(transaction, requestId, { tried: true })
      return true
    }
    const now = new Date()
    const outcome = answer.taken
      ? {
          ...{ handed_over_at: now, last_error: '' },
          ...(answer.partnerReference ? { partner_reference: answer.partnerReference } : {}),
        }
      : { last_error: answer.reason }
    // The partner may have said more of it before we were through.
    const moves = locked?.state === 'stored'
    const state = answer.taken ? 'handed-over' : 'refused'
    await changeRequest(transaction, requestId, { ...outcome, ...(moves ? { state } : {}), tried: true })
    if (!moves) return false
    await auditLine(transaction, {
      actor: { subject: '', name: 'Karyo' },
      action: 'counseling.request.handed-over',
      entity: { kind: 'appointment_request', id: requestId, institution: null },
      detail: { to: partner.description, taken: answer.taken },
    })
    if (answer.taken) await addEvent(transaction, requestId, 'handed-over', { at: now })
    else await addEvent(transaction, requestId, 'refused', { at: now, detail: answer.reason })
    return false
  })
  // Deleted while it was on its way: another portal may have told the partner too early.
  if (isGone && answer.taken) await partner.forget(reference, 'asked').catch(noted)
}

/** Hands over what waits, one at a time, until `boss` stops. `onError` hears what nobody foresaw. */
export async function startHandingOver(
  boss: PgBoss,
  connection: Connection,
  partner: CounselingPartner,
  onError: (error: Error) => void = () => {},
): Promise<void> {
  const worker = await boss.work<CounselingJob>(
    COUNSELING_QUEUE.name,
    { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2, heartbeatRefreshSeconds: 3 },
    async ([job]) => {
      if (!job) return
      await handOver(connection, partner, job.data).catch(reportFailure(onError))
      // The next one need not wait for the next look at the queue.
      boss.notifyWorker(worker)
    },
  )
}

/** How many requests wait for the partner, since when the oldest does, and how many wait for Support to decide. */
export async function waitingRequests({ db }: Connection) {
  const { count, oldest } = await waitingOf(db)
  const oldestSeconds = oldest && (Date.now() - oldest.getTime()) / 1000
  return { count, oldestSeconds, refused: await countRefused(db) }
}

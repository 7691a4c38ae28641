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

/** Contains no patient data: the request is read when it is handed over. */
export interface CounselingJob {
  requestId: number
  /** Set if the request was deleted, which the partner must be told. */
  forget?: ForgetReason
}

/**
 * Hands one request over, or tells the partner that it was deleted. Throws if it should be retried; a refusal
 * counts as an answer.
 */
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
    // The request was deleted between two tries of the job, and the partner may have it from the first try.
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
    // The partner may have sent a status before this transaction.
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
  // The request was deleted during the hand-over: another portal may have told the partner before the partner
  // had it.
  if (isGone && answer.taken) await partner.forget(reference, 'asked').catch(noted)
}

/** Hands over pending requests, one at a time, until `boss` stops. `onError` receives unexpected errors. */
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
      // Starts the next job without waiting for the next poll.
      boss.notifyWorker(worker)
    },
  )
}

/**
 * How many requests are waiting for the partner, since when the oldest is waiting, and how many need a
 * decision by Support.
 */
export async function waitingRequests({ db }: Connection) {
  const { count, oldest } = await waitingOf(db)
  const oldestSeconds = oldest && (Date.now() - oldest.getTime()) / 1000
  return { count, oldestSeconds, refused: await countRefused(db) }
}

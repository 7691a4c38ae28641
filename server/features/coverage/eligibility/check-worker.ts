import { fromKysely, type PgBoss } from 'pg-boss'
import type { Clearinghouse, EligibilityRequest } from '#adapters/clearinghouse/port.ts'
import { pricedTests } from '#domain/coverage/contract.ts'
import { countsUntil } from '#domain/coverage/counts-until.ts'
import { peopleOfSubject } from '#domain/coverage/eligibility-subject.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { ELIGIBILITY_QUEUE } from '#server/jobs/queues.ts'
import type { QueueCheck } from '../coverage-deps.ts'
import { referenceOf } from '../reference/reference-store.ts'
import { applyAnswer } from './apply-answer.ts'
import { isAnswered, oneAtATime } from './check-store.ts'
import * as store from './check-worker-store.ts'
import { type NoAnswer, type Outcome, peopleOf, requestEligibility } from './request-eligibility.ts'

/** A job in the queue: contains no patient data. */
interface Waiting {
  checkId: number
}

export function eligibilityOutbox(boss: PgBoss): QueueCheck {
  return async (db, checkId) => {
    const job: Waiting = { checkId }
    await boss.send(ELIGIBILITY_QUEUE.name, job, { db: fromKysely(db) })
  }
}

export interface EligibilityDeps {
  /** The worker's connection, which sees every institution. */
  connection: Connection
  clearinghouse: Clearinghouse
  /** The requesting provider. */
  laboratory: EligibilityRequest['provider']
  canQueryPayers: boolean
  now(): Date
}

/** After this many failed tries, the first of a payer's two answers is enough. */
const PATIENT_TRIES = 2

/** The latest time a job runs again after its `retries + 1`th failure, as pg-boss calculates it. */
function nextTry(now: Date, retries: number): Date {
  const { retryDelay, retryDelayMax } = ELIGIBILITY_QUEUE
  const seconds = Math.min(retryDelayMax, retryDelay * 2 ** Math.min(16, retries + 1))
  return new Date(now.getTime() + seconds * 1000)
}

/** The error given to the queue for a failed try. The queue stores it, so it contains no patient data. */
class NotAnswered extends Error {
  override name = 'NotAnswered'
}

/**
 * Sends one check and applies its answer. Throws if it should be retried. `retries` is the number of earlier
 * retries; if `isLast`, there is no further one.
 */
export async function runCheck(
  deps: EligibilityDeps,
  id: number,
  { retries = 0, isLast = false }: { retries?: number; isLast?: boolean } = {},
): Promise<void> {
  const { connection, now } = deps
  const { db } = connection
  const check = await store.findPendingCheck(db, id)
  if (!check || check.state === 'given-up') return
  if (check.state === 'queued') {
    const outcome = await outcomeOf(deps, check)
    await db.transaction().execute(async (transaction) => {
      for (const { serviceType, raw270, raw271, failure } of outcome.exchanges)
        await store.noteExchange(transaction, check, {
          ...{ service_type: serviceType, raw_270: raw270, raw_271: raw271 },
          outcome: failure?.trouble ?? 'answered',
          reason: failure?.reason ?? '',
        })
      if (outcome.exchanges.some(({ raw271, failure }) => raw271 !== null || failure?.trouble !== 'down'))
        await connection.auditLine(transaction, {
          actor: { subject: '', name: deps.laboratory.name },
          action: 'payer.asked',
          entity: { kind: 'eligibility-check', id, institution: check.institution_code },
          detail: { to: check.subject.payerName, messages: outcome.exchanges.length },
          people: peopleOfSubject(check.subject),
        })
      if ('noAnswer' in outcome) await fails(transaction, outcome.noAnswer)
      else await answers(transaction, outcome)
    })
    if ('noAnswer' in outcome) {
      const { trouble } = outcome.noAnswer
      if (trouble === 'refused' || isLast) return
      throw new NotAnswered(`check ${id}: ${trouble}`)
    }
  }
  // A separate transaction, so that storing the answer does not wait for locked orders. Repeated if it was
  // interrupted.
  const answered = await store.findPendingCheck(db, id)
  if (answered && isAnswered(answered)) await applyAnswer(deps, answered)

  async function fails(transaction: typeof db, { trouble }: NoAnswer) {
    const nextTryAt = trouble === 'refused' || isLast ? null : nextTry(now(), retries)
    await store.noteFailure(transaction, id, { trouble, nextTryAt })
  }
  async function answers(transaction: typeof db, result: Extract<Outcome, { answer: unknown }>) {
    if (!check) return
    await oneAtATime(transaction, check.institution_code, check.subject_key)
    const { answer, problems } = result
    const at = now()
    const askedDay = check.service_day
    const until = countsUntil(todayAtLaboratory(at), answer.member.planEnds, askedDay)
    await store.noteAnswer(transaction, id, { answer, problems, checkedAt: at, countsUntil: until, askedDay })
  }
}

async function outcomeOf(
  { connection: { db }, clearinghouse, laboratory, now }: EligibilityDeps,
  check: store.PendingCheck,
): Promise<Outcome> {
  const { subject, clearinghouse_id: payerId } = check
  // Since the check was requested, the payer was removed from the directory or became reachable by telephone
  // only.
  if (payerId === null)
    return {
      noAnswer: { trouble: 'refused', reason: 'The payer no longer accepts electronic requests' },
      exchanges: [],
    }
  const today = todayAtLaboratory(now())
  const reference = await referenceOf(db, today, { company: subject.payerName, codes: [] })
  const requestFor = async (serviceType: '5' | '30'): Promise<EligibilityRequest> => {
    const controlNumber = await store.nextControlNumber(db)
    return {
      ...{ payer: { name: subject.payerName, id: payerId }, provider: laboratory, ...peopleOf(subject) },
      ...{ serviceType, date: check.service_day ?? today, controlNumber, askedAt: now() },
      traceNumber: `${check.id}-${controlNumber}`,
    }
  }
  const { inNetwork: isInNetwork } = pricedTests(reference).terms
  return requestEligibility(clearinghouse, requestFor, {
    isInNetwork,
    isPatient: check.tries < PATIENT_TRIES,
  })
}

/** Runs pending checks, a few at a time, until `boss` stops. `onError` receives unexpected errors. */
export async function startCheckWorker(
  boss: PgBoss,
  deps: EligibilityDeps,
  onError: (error: Error) => void,
): Promise<void> {
  const worker = await boss.work<Waiting, void, { includeMetadata: true; localConcurrency: number }>(
    ELIGIBILITY_QUEUE.name,
    {
      ...{ pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2, heartbeatRefreshSeconds: 3 },
      ...{ localConcurrency: 4, includeMetadata: true },
    },
    async ([job]) => {
      if (!job) return
      const { retryCount: retries, retryLimit } = job
      const { checkId } = job.data
      await runCheck(deps, checkId, { retries, isLast: retries >= retryLimit }).catch((error: Error) => {
        if (error instanceof NotAnswered) throw error
        onError(error)
        // A database error message may quote a value.
        throw new NotAnswered(`check ${checkId}: ${error.name}`)
      })
      // Starts the next job without waiting for the next poll.
      boss.notifyWorker(worker)
    },
  )
}

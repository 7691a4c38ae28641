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

/** A job of the queue: nothing of the patient is in it. */
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
  /** Of the worker, which sees every institution. */
  connection: Connection
  clearinghouse: Clearinghouse
  /** Who asks. */
  laboratory: EligibilityRequest['provider']
  canQueryPayers: boolean
  now(): Date
}

/** After so many tries that failed, the first of a payer's two answers has to do. */
const PATIENT_TRIES = 2

/** When a job that failed for the `retries + 1`th time comes round again, at the latest, as pg-boss counts it. */
function nextTry(now: Date, retries: number): Date {
  const { retryDelay, retryDelayMax } = ELIGIBILITY_QUEUE
  const seconds = Math.min(retryDelayMax, retryDelay * 2 ** Math.min(16, retries + 1))
  return new Date(now.getTime() + seconds * 1000)
}

/** What is given to the queue for a try that failed: it keeps what it is given, so nothing of the patient. */
class NotAnswered extends Error {
  override name = 'NotAnswered'
}

/**
 * Asks about one check, and does what follows from the answer. Throws where it is to be tried again. `retries` were made
 * before; `isLast` is never tried again.
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
  // Apart from the answer, which waits for nobody who holds an order; done again where this was broken off.
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
    const until = countsUntil(todayAtLaboratory(at), answer.member.planEnds)
    await store.noteAnswer(transaction, id, { answer, problems, checkedAt: at, countsUntil: until })
  }
}

async function outcomeOf(
  { connection: { db }, clearinghouse, laboratory, now }: EligibilityDeps,
  check: store.PendingCheck,
): Promise<Outcome> {
  const { subject, clearinghouse_id: payerId } = check
  // It was taken out of the directory, or answers by telephone only, since the question was put.
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
      ...{ serviceType, date: today, controlNumber, askedAt: now() },
      traceNumber: `${check.id}-${controlNumber}`,
    }
  }
  const { inNetwork: isInNetwork } = pricedTests(reference).terms
  return requestEligibility(clearinghouse, requestFor, {
    isInNetwork,
    isPatient: check.tries < PATIENT_TRIES,
  })
}

/** Asks what waits, a few at a time, until `boss` stops. `onError` hears what nobody foresaw. */
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
        // A database's words may quote a value.
        throw new NotAnswered(`check ${checkId}: ${error.name}`)
      })
      // The next one need not wait for the next look at the queue.
      boss.notifyWorker(worker)
    },
  )
}

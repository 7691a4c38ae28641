import { type Kysely, sql } from 'kysely'
import { fromKysely } from 'pg-boss'
import type { Appointment, counselingRoutes } from '#contract/counseling.ts'
import { fail } from '#contract/errors.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import { type AppointmentAction, canDo } from '#domain/counseling/states.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { type Authority, audit, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import { COUNSELING_QUEUE } from '#server/jobs/queues.ts'
import type { CounselingDeps } from './deps.ts'
import type { CounselingJob } from './hand-over.ts'
import {
  addEvent,
  changeRequest,
  countRefused,
  type EventRow,
  eventsOf,
  forget,
  listRequests,
  lockRequest,
  mayBeHandedOver,
  type RequestRow,
  requestOf,
  waitingOf,
} from './store.ts'

type Routes = typeof counselingRoutes
type OperatorInput<Name extends keyof Routes> = Omit<RequestOf<Routes[Name]>, 'headers'>

const WRONG_STATE =
  'The request’s status has changed, so this is no longer possible. Reload to see its current status.'

function present(row: RequestRow, events: readonly EventRow[]): Appointment {
  return {
    ...{ id: row.id, reference: row.reference, receivedAt: row.received_at.toISOString() },
    ...{ language: row.language, state: row.state, content: row.content },
    ...{ tries: row.tries, lastError: row.last_error, partnerReference: row.partner_reference },
    handedOverAt: row.handed_over_at?.toISOString() ?? null,
    events: events
      .filter(({ request_id }) => request_id === row.id)
      .map(({ kind, at, actor, detail }) => ({ kind, at: at.toISOString(), actor, detail })),
  }
}

/** Queues a job, or makes the request's job that is waiting for a retry run immediately. */
async function queue(db: Kysely<Tables>, boss: CounselingDeps['boss'], job: CounselingJob): Promise<void> {
  const { numAffectedRows } = await sql`update jobs.job set start_after = now()
    where name = ${COUNSELING_QUEUE.name} and state in ('created', 'retry')
      and data ->> 'requestId' = ${String(job.requestId)}
      and data ->> 'forget' is not distinct from ${job.forget ?? null}::text`.execute(db)
  if (!numAffectedRows) await boss.send(COUNSELING_QUEUE.name, job, { db: fromKysely(db) })
}

/** Support's view of the requests: pending, handed over, and answered; and the actions on one request. */
export function operatorService({ connection, boss, now }: CounselingDeps) {
  async function one(id: number): Promise<Appointment> {
    const row = (await requestOf(connection.db, id)) ?? fail('not-found')
    return present(row, await eventsOf(connection.db, [id]))
  }

  /** Locks a request whose state allows `action`, and audits the action. */
  async function acting(scope: Scope, id: number, action: AppointmentAction): Promise<RequestRow> {
    const row = (await lockRequest(scope.db, { id })) ?? fail('not-found')
    if (!canDo(action, row.state)) fail('wrong-state', { detail: WRONG_STATE })
    await audit(scope, `counseling.request.${action}`, { kind: 'appointment_request', id, institution: null })
    return row
  }

  return {
    /** Requests contain patient data: which ones the user views is audited before they are shown. */
    async list(authority: Authority, { query }: OperatorInput<'list'>): Promise<ReplyOf<Routes['list']>> {
      return withScope(connection, authority, async (scope) => {
        const { total, rows } = await listRequests(scope.db, query)
        if (query.skip > 0 && query.skip >= total) fail('invalid-page')
        const ids = rows.map(({ id }) => id)
        const events = await eventsOf(scope.db, ids)
        const waiting = await waitingOf(scope.db)
        const readableIds = rows.filter(({ content }) => content !== null).map(({ id }) => id)
        if (readableIds.length > 0)
          await audit(
            scope,
            'counseling.requests.read',
            { kind: 'appointment_request', id: '', institution: null },
            { ids: readableIds },
          )
        return {
          total,
          requests: rows.map((row) => present(row, events)),
          refused: await countRefused(scope.db),
          waiting: { count: waiting.count, oldest: waiting.oldest?.toISOString() ?? null },
        }
      })
    },

    /**
     * Hands a request over again, with the same reference; a waiting one is tried immediately. What has happened to it since the
     * user saw it may be what they ask for: a second click must not send it twice.
     */
    async again(
      authority: Authority,
      { params: { id }, query: { seen } }: OperatorInput<'again'>,
    ): Promise<Appointment> {
      await withScope(connection, authority, async (scope) => {
        await acting(scope, id, 'again')
        if (seen !== undefined && (await eventsOf(scope.db, [id])).length !== seen)
          fail('wrong-state', { detail: WRONG_STATE })
        await changeRequest(scope.db, id, { state: 'stored' })
        await addEvent(scope.db, id, 'sent-again', { at: now(), actor: nameOf(authority.actor) })
        await queue(scope.db, boss, { requestId: id })
      })
      return one(id)
    },

    async remove(
      authority: Authority,
      { params: { id }, body }: OperatorInput<'remove'>,
    ): Promise<Appointment> {
      await withScope(connection, authority, async (scope) => {
        const row = await acting(scope, id, 'remove')
        const at = now()
        await forget(scope.db, [id], body.because, at)
        await addEvent(scope.db, id, 'deleted', { at, actor: nameOf(authority.actor), detail: body.because })
        if (mayBeHandedOver(row)) await queue(scope.db, boss, { requestId: id, forget: 'asked' })
      })
      return one(id)
    },
  }
}

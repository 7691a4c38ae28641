import { sql } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import type { LaboratoryCodec, LabUpdate } from '#adapters/laboratory/port.ts'
import { fail } from '#contract/errors.ts'
import type { LaboratoryMessage, laboratoryRoutes } from '#contract/laboratory.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Authority, audit, type Scope, withScope } from '#server/database/scope.ts'
import { LABORATORY_QUEUE } from '#server/jobs/queues.ts'
import type { SendOrderNotice } from '../inbox/order-notice.ts'
import type { Waiting } from '../outbox/outbox.ts'
import { cut, presentIncoming, presentOutgoing } from './message-rows.ts'
import {
  countsOf,
  incomingList,
  incomingOne,
  isOut,
  lockOutgoing,
  newestIncoming,
  ordersAbout,
  ordersNamed,
  outgoingList,
  outgoingOne,
  waitAgain,
} from './messages.ts'

export interface OperatorDeps {
  /** The gateway's connection. Its routes are for the laboratory's Support only (contract/laboratory.ts). */
  connection: Connection
  boss: PgBoss
  codec: LaboratoryCodec
  /** Receives a message as the listener does. */
  receive(raw: string): Promise<string | null>
  /** Sends notices about the results of reprocessing. */
  sendOrderNotice: SendOrderNotice
}

type Routes = typeof laboratoryRoutes
type Input<Name extends keyof Routes> = Pick<RequestOf<Routes[Name]>, 'params' | 'query'>
type Incoming = Parameters<typeof presentIncoming>[0]

/** The operator's page: incoming and outgoing messages, pending or refused, and the actions on one. */
export function operatorService({ connection, boss, codec, receive }: OperatorDeps) {
  /** Incoming messages with the orders they name. */
  async function withOrders(rows: Incoming[]): Promise<LaboratoryMessage[]> {
    const named = new Map(rows.map((row) => [row.id, orderNamedIn(codec, row.raw)]))
    const ids = [...named.values()].filter((id) => id !== null)
    const orders = new Map((await ordersNamed(connection.db, ids)).map((order) => [order.id, order]))
    return rows.map((row) => presentIncoming(row, orders.get(named.get(row.id) ?? 0) ?? null))
  }

  async function oneIncoming(row: Awaited<ReturnType<typeof incomingOne>>): Promise<LaboratoryMessage> {
    const [message] = row ? await withOrders([row]) : []
    return message ?? fail('not-found')
  }

  async function oneOutgoing(id: number): Promise<LaboratoryMessage> {
    return presentOutgoing((await outgoingOne(connection.db, id)) ?? fail('not-found'))
  }

  return {
    async list({ query }: Pick<Input<'messages'>, 'query'>): Promise<ReplyOf<Routes['messages']>> {
      const { list, page, limit } = query
      const { db } = connection
      const { waiting, refused, refusedHere, since } = await countsOf(db)
      const reply = {
        counts: { waiting, refused, 'refused-here': refusedHere },
        waitingSince: since?.toISOString() ?? null,
      }
      if (isOut(list)) {
        const { rows, total } = await outgoingList(db, list, query)
        const data = rows.map((row) => presentOutgoing(row))
        return { ...reply, data, meta: { total, page, limit } }
      }
      const { rows, total } = await incomingList(db, list, query)
      const presented = rows.map((row) => ({ ...row, refused: list === 'refused-here' }))
      return { ...reply, data: await withOrders(presented), meta: { total, page, limit } }
    },

    /** A message contains patient data: viewing it is audited before it is shown. */
    async read(authority: Authority, { params }: Pick<Input<'message'>, 'params'>) {
      const { direction, id } = params
      const found =
        direction === 'out' ? await outgoingOne(connection.db, id) : await incomingOne(connection.db, id)
      if (!found) fail('not-found')
      const outgoing = 'body' in found
      await withScope(connection, authority, async (scope) => {
        const orders = outgoing
          ? [{ id: found.order_id, institution_code: found.institution_code }]
          : await ordersAbout(scope.db, updatesIn(codec, found.raw))
        await auditMessage(scope, 'laboratory.message.read', { kind: `message_${direction}`, id }, orders)
      })
      return outgoing
        ? { message: presentOutgoing(found), text: cut(found.body), answer: cut(found.answer ?? '') }
        : {
            message: await oneIncoming(found),
            text: cut(found.raw),
            answer: cut(found.acknowledgement ?? ''),
          }
    },

    /**
     * Makes a refused message pending again, as the same message; a pending one is tried immediately,
     * whatever happened to its job.
     */
    async sendAgain(authority: Authority, { params: { id } }: Pick<Input<'sendAgain'>, 'params'>) {
      await withScope(connection, authority, async (scope) => {
        const row = (await lockOutgoing(scope.db, id)) ?? fail('not-found')
        const { abilities } = presentOutgoing(row)
        if (!abilities.includes('sendAgain')) fail('wrong-state', { detail: NOT_SENT_AGAIN })
        await waitAgain(scope.db, id)
        const { rows: open } = await sql`select from jobs.job where name = ${LABORATORY_QUEUE.name}
          and state in ('created', 'retry', 'active') and data ->> 'messageId' = ${String(id)}`.execute(
          scope.db,
        )
        const job: Waiting = { messageId: id }
        if (open.length === 0)
          await boss.send(LABORATORY_QUEUE.name, job, {
            singletonKey: 'laboratory',
            db: fromKysely(scope.db),
          })
        // A message waiting for a retry delays those after it.
        await sql`update jobs.job set start_after = now()
          where name = ${LABORATORY_QUEUE.name} and state = 'retry'`.execute(scope.db)
        const entity = { kind: 'message_out', id, institution: row.institution_code }
        await audit(scope, 'laboratory.message.send-again', entity, { controlId: row.control_id })
      })
      return oneOutgoing(id)
    },

    /** The laboratory is not told: to it the message remains refused. */
    async applyAgain(authority: Authority, { params: { id } }: Pick<Input<'applyAgain'>, 'params'>) {
      const row = (await incomingOne(connection.db, id)) ?? fail('not-found')
      const before = await oneIncoming(row)
      if (!before.abilities.includes('applyAgain')) fail('wrong-state', { detail: NOT_APPLIED_AGAIN })
      await withScope(connection, authority, async (scope) => {
        const orders = await ordersAbout(scope.db, updatesIn(codec, row.raw))
        const [entity, detail] = [{ kind: 'message_in', id }, { controlId: before.controlId }]
        await auditMessage(scope, 'laboratory.message.apply-again', entity, orders, detail)
      })
      await receive(row.raw)
      return oneIncoming(
        await newestIncoming(connection.db, { sender: before.sender, control_id: before.controlId }),
      )
    },
  }
}

const NOT_SENT_AGAIN =
  'Only a pending or rejected message can be resent, and not once its order is cancelled. To retry a refused cancellation, request it again on the order’s page.'
const NOT_APPLIED_AGAIN = 'This message has already been applied, or it cannot be read.'

function updatesIn(codec: LaboratoryCodec, raw: string | null): readonly LabUpdate[] {
  const read = raw === null ? null : codec.read(raw)
  return read?.kind === 'news' ? read.updates : []
}

/** The first order that a message names; null if it names none of ours, or is too large to parse. */
function orderNamedIn(codec: LaboratoryCodec, raw: string | null): number | null {
  return updatesIn(codec, raw).find(({ orderId }) => orderId !== null)?.orderId ?? null
}

/** A line for each institution whose orders a message is about: their patients find it in their accountings. */
async function auditMessage(
  scope: Scope,
  action: 'laboratory.message.read' | 'laboratory.message.apply-again',
  message: { kind: string; id: number },
  orders: readonly { id: number; institution_code: string }[],
  detail: object = {},
): Promise<void> {
  const institutions = [...new Set(orders.map((one) => one.institution_code))]
  for (const institution of institutions.length > 0 ? institutions : [null]) {
    const orderIds = orders.flatMap((one) => (one.institution_code === institution ? [one.id] : []))
    const named = orderIds.length > 0 ? { orderIds } : {}
    await audit(scope, action, { ...message, institution }, { ...detail, ...named })
  }
}

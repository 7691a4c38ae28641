import type { EhrCodec, EhrMessage, OrderAnswer, RefusalCause } from '#adapters/ehr/port.ts'
import { ProblemError } from '#contract/errors.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Scope, withScope } from '#server/database/scope.ts'
import { applyOrder, type EhrApplyDeps, isRefusal, type Refusal } from './apply.ts'
import * as store from './store.ts'

/** A message that is never to be taken: nothing of it is applied. */
class NotTaken extends Error {}

/** Why a message is not taken, in words for its sender; throws any other error again. */
function reasonIn(error: unknown): string {
  if (error instanceof NotTaken) return error.message
  if (error instanceof ProblemError && error.problem.status < 500)
    return error.problem.detail ?? error.problem.title
  throw error
}

export interface EhrInboxDeps extends EhrApplyDeps {
  /** For requests: row-level security shows the interface's institution only. */
  connection: Connection
  /** Finds the interface of a connection. */
  worker: Connection
  codec: EhrCodec
}

/** SQLSTATE: this transaction was aborted because of a deadlock. */
const DEADLOCK = '40P01'

/**
 * Receives one message of a hospital: stores it raw, then applies all of it or nothing, and answers. Whose it is comes
 * from the connection's certificate; what its header claims is only compared. The same message gets the same answer and
 * is not applied again. Returns the answer, '' if the sender wants none. Throws if the database is unavailable: without
 * an answer, the hospital sends again.
 */
export function ehrInbox(deps: EhrInboxDeps) {
  const { connection, worker, codec } = deps
  const refuse = (message: EhrMessage, reason: string, cause: RefusalCause): EhrMessage => {
    const { controlId, sender, type, version, processingId, sentAt } = message
    const { acceptAcknowledgement, applicationAcknowledgement } = message
    return {
      ...{ controlId, sender, type, version, processingId, sentAt },
      ...{ acceptAcknowledgement, applicationAcknowledgement },
      ...{
        kind: 'refused',
        code: cause === 'processing-id' || cause === 'sender' ? 'AR' : 'AE',
        reason,
        cause,
      },
    }
  }

  /** What the interface does not take: another sender's messages, or a test system's. */
  function checked(of: store.EhrInterface, message: EhrMessage): EhrMessage {
    if (message.kind !== 'orders') return message
    const { sender, processingId } = message
    if (of.sender !== '' && of.sender !== sender)
      return refuse(message, `MSH-3 and MSH-4 are ${sender}: this interface takes ${of.sender}`, 'sender')
    if (processingId !== of.processingId)
      return refuse(
        message,
        `MSH-11 is ${processingId}: this interface takes ${of.processingId}`,
        'processing-id',
      )
    return message
  }

  /** Applies a message's orders; the answer, and why it is refused or ''. */
  async function apply(scope: Scope, of: store.EhrInterface, message: EhrMessage, receivedAt: Date) {
    if (message.kind !== 'orders') return { answer: codec.answer(message, null), reason: '' }
    const applying = { deps, scope, of, maps: await store.mapsOfInterface(scope, of) }
    const answers: OrderAnswer[] = []
    const refusals: Refusal[] = []
    for (const [index, order] of message.orders.entries()) {
      const told = { order, echo: message.echoes[index] ?? '' }
      const outcome = await applyOrder(applying, told, message.sentAt ?? receivedAt)
      if (isRefusal(outcome)) refusals.push(outcome)
      else answers.push(outcome)
    }
    const reason = refusals.map((one) => one.reason).join('; ')
    const [first] = refusals
    if (!first) return { answer: codec.answer(message, of.answersOrders ? answers : null), reason }
    // Only the cancellation of an unknown order is kept although it is refused: the order may still come.
    if (refusals.some(({ cause }) => cause !== 'unknown-order')) throw new NotTaken(reason)
    return { answer: codec.answer(refuse(message, reason, first.cause), null), reason }
  }

  async function settle(
    of: store.EhrInterface,
    { id, received_at: receivedAt }: { id: number; received_at: Date },
    message: EhrMessage,
    raw: string,
  ): Promise<string> {
    const authority = store.authorityOf(of, `ehr-${id}`)
    return withScope(connection, authority, async (scope) => {
      await store.lockInterface(scope, of)
      if (message.kind === 'refused') {
        const acknowledgement = codec.answer(message, null)
        const refused = { outcome: 'refused', reason: message.reason, acknowledgement } as const
        await store.recordOutcome(scope, id, message, refused)
        return acknowledgement
      }
      const before = await store.appliedBefore(scope, of, message, raw)
      if (before) {
        const acknowledgement = before.acknowledgement ?? ''
        await store.recordOutcome(scope, id, message, { outcome: 'repeated', acknowledgement })
        return acknowledgement
      }
      const { answer, reason } = await apply(scope, of, message, receivedAt)
      const outcome = reason === '' ? ('applied' as const) : ('refused' as const)
      await store.recordOutcome(scope, id, message, { outcome, reason, acknowledgement: answer })
      return answer
    })
  }

  return async (raw: string, certificate: string | null): Promise<string> => {
    const of = certificate === null ? undefined : await store.interfaceOf(worker.db, certificate)
    const read = codec.read(raw)
    // Nothing of a stranger's is kept.
    if (!of)
      return codec.answer(refuse(read, 'No interface has the certificate of this connection', 'sender'), null)
    const row = await withScope(connection, store.authorityOf(of, 'ehr'), (scope) =>
      store.storeRaw(scope, of, raw),
    )
    const message = checked(of, read)
    const once = (what: EhrMessage) => settle(of, row, what, raw)
    try {
      return await once(message).catch((error: { code?: string }) =>
        error.code === DEADLOCK ? once(message) : Promise.reject(error),
      )
    } catch (error) {
      return once(refuse(message, reasonIn(error), 'application'))
    }
  }
}

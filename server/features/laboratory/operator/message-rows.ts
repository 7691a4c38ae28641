import type { LaboratoryMessage } from '#contract/laboratory.ts'
import type { OrderState } from '#domain/orders/status.ts'
import { grouped } from '#domain/text/figures.ts'
import type { incomingList, incomingOne, ordersNamed, outgoingList } from './messages.ts'

type Outgoing = Awaited<ReturnType<typeof outgoingList>>['rows'][number]
type Incoming =
  | (Awaited<ReturnType<typeof incomingList>>['rows'][number] & { refused: boolean })
  | NonNullable<Awaited<ReturnType<typeof incomingOne>>>
type Named = Awaited<ReturnType<typeof ordersNamed>>[number]

/** An outgoing message as the operator sees it. */
export function presentOutgoing(row: Outgoing): LaboratoryMessage {
  const code = row.answer_code ?? ''
  const waits = row.answered_at === null
  const refused = !waits && !['AA', 'CA'].includes(code)
  return {
    ...{ direction: 'out', id: row.id, list: waits ? 'waiting' : refused ? 'refused' : 'sent' },
    ...{ controlId: row.control_id, kind: row.kind, sender: '', at: row.created_at.toISOString() },
    order: orderOf({ ...row, id: row.order_id }),
    ...{ tries: row.tries, lastError: waits ? row.last_error : '', sentAgain: row.sent_again },
    answeredAt: row.answered_at?.toISOString() ?? null,
    answerCode: code,
    reason: refused ? row.last_error : '',
    answerWords: row.answer_words,
    abilities: waits || (refused && maySendAgain(row)) ? ['sendAgain'] : [],
  }
}

/** A refused cancellation is final, and nothing is sent for a finished order. */
function maySendAgain({ kind, state }: { kind: Outgoing['kind']; state: OrderState }): boolean {
  return kind !== 'cancellation' && state !== 'cancelled'
}

/** An incoming message, with the order it names. */
export function presentIncoming(row: Incoming, order: Named | null): LaboratoryMessage {
  const controlId = row.control_id ?? ''
  const refused = row.outcome === 'refused'
  return {
    ...{ direction: 'in', id: row.id, list: refused ? 'refused-here' : 'taken-in' },
    ...{ controlId, kind: row.type ?? '', sender: row.sender ?? '', at: row.received_at.toISOString() },
    order: order && orderOf(order),
    ...{ tries: 0, lastError: '', sentAgain: 0, answeredAt: null },
    answerCode: /^MSA\|(\w+)/m.exec(row.acknowledgement?.replaceAll('\r', '\n') ?? '')?.[1] ?? '',
    reason: refused ? row.reason : '',
    answerWords: '',
    // Without a control id, a message cannot be distinguished from others.
    abilities: row.refused && controlId !== '' ? ['applyAgain'] : [],
  }
}

function orderOf(row: { id: number; state: OrderState; institution_code: string; institution_name: string }) {
  const { id, state, institution_code: hospitalCode, institution_name: institutionName } = row
  return { id, state, hospitalCode, institutionName }
}

const LONGEST_PRESENTED = 2000
const LONGEST_EXCERPT = 120

/** A message formatted for reading: a line per segment, long fields shortened. */
export function cut(raw: string): string {
  return raw
    .replace(/\r\n?/g, '\n')
    .trimEnd()
    .replace(/[^|\n]+/g, (field) =>
      field.length <= LONGEST_PRESENTED
        ? field
        : `${field.slice(0, LONGEST_EXCERPT)} … ${grouped(field.length - LONGEST_EXCERPT)} more characters`,
    )
}

import { fail } from '#contract/errors.ts'
import type { PatientKey } from '#domain/orders/document.ts'
import type { SaidStatus } from '#domain/reports/statuses.ts'
import type { Scope } from '#server/database/scope.ts'
import { addToOrder, applyNews, knownOf } from './apply-news.ts'
import { type CheckRow, newsOfCheck } from './desk-store.ts'
import { fact, type Source, type StoredNews } from './facts.ts'
import { factsOf, type GatewayTransaction, orderOf } from './store.ts'
import type { TellNews } from './tell-news.ts'

interface Deciding {
  tell: TellNews
  now: Date
}

function sourceOf(row: CheckRow): Source {
  return { messageId: row.message_id, name: `result-check-${row.id}`, receivedAt: row.received_at }
}

/** What of news is of any order that its result is given to; its numbers, specimens and holds are of the first one. */
function resultOf(news: StoredNews, orderId: number): StoredNews {
  const state = news.report?.parts.length ? news.state : null
  return {
    ...{ ...news, orderId, state: state === 'cancelled' ? null : state, laboratoryNumber: null },
    ...{ hold: null, release: null, specimens: [] },
  }
}

/** Files a result that waits for a person of its order, or of another. */
export async function fileCheck(
  { db }: Scope,
  row: CheckRow,
  to: { orderId: number; person: PatientKey; as: SaidStatus | null; report?: string | undefined },
  { tell, now }: Deciding,
): Promise<void> {
  const transaction = db as GatewayTransaction
  const isOwn = to.orderId === row.order_id
  const news = newsOfCheck(row)
  const decided = { person: to.person, taken: { as: to.as } }
  // What is a fact of its order already stays with its person there; given to somebody else it is none of that report.
  if (row.is_filed) {
    const filed = await personFiled(transaction, row)
    const stays = isOwn && filed === to.person
    const of = stays ? to.report : undefined
    await decideFact(transaction, row, { outcome: stays ? 'taken' : 'refused', as: to.as, of }, { tell, now })
    if (stays) return
  }
  const given = isOwn && !row.is_filed ? { ...news, orderId: to.orderId } : resultOf(news, to.orderId)
  await applyNews(transaction, given, { source: sourceOf(row), tell, decided })
}

/** Refuses a result that waits: it reaches no order, and stays to be read at the desk. */
export async function refuseCheck({ db }: Scope, row: CheckRow, deciding: Deciding): Promise<void> {
  if (row.is_filed)
    await decideFact(db as GatewayTransaction, row, { outcome: 'refused', as: null }, deciding)
}

/** Whose the result is that waits; null where it is no fact of its order. */
export async function personFiled(db: GatewayTransaction, row: CheckRow): Promise<PatientKey | null> {
  const filed = (await factsOf(db, row.order_id)).find(({ key }) => key === row.result_key)
  return filed?.kind === 'result' ? filed.person : null
}

async function decideFact(
  db: GatewayTransaction,
  row: CheckRow,
  { outcome, as, of }: { outcome: 'taken' | 'refused'; as: SaidStatus | null; of?: string | undefined },
  { tell, now }: Deciding,
): Promise<void> {
  const order =
    (await orderOf(db, { orderId: row.order_id, laboratoryNumber: null, testCode: '' })) ?? fail('not-found')
  const decision = fact(
    { kind: 'decided', result: row.result_key, outcome, as, ...(of === undefined ? {} : { of }) },
    now,
  )
  const source = { ...sourceOf(row), messageId: null }
  await addToOrder(db, order, await knownOf(db, order), [decision], { source, tell, news: null })
}

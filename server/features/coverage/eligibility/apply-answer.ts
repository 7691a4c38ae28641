import { resultWords, whatChanged } from '#domain/coverage/estimate-changes.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { CoverageDeps, Db } from '../coverage-deps.ts'
import { insertEstimate, newestEstimate } from '../estimate/estimate-store.ts'
import { type PricedOrder, priceOf } from '../estimate/price.ts'
import * as orders from '../orders-store.ts'
import type { AnsweredCheck } from './check-store.ts'

type Deps = Pick<CoverageDeps, 'canQueryPayers' | 'now'>

/** The author shown for an answered verification's estimate. */
const answerColumns = ({ answered }: PricedOrder) => ({
  id: null,
  name: answered ? 'The payer’s answer' : 'Payer not reachable electronically',
})

/** The answer's result, in words for the timeline. */
function answerWords({ estimate, payer, answered }: PricedOrder): string {
  if (estimate === null) return 'No insurance is billed.'
  if (answered === null)
    return payer?.phone ? `Call ${payer.name} at ${payer.phone}.` : 'Call the insurance company.'
  const { result } = estimate
  return result.kind === 'none' ? result.reason : `Estimated out of pocket: ${resultWords(result)}.`
}

/** Marks a locked verification as answered from the current data, and stores its estimate as evidence. */
export async function answerVerification(
  db: Db,
  order: orders.InsuredOrder,
  priced: PricedOrder,
): Promise<void> {
  const { id: orderId, institution_code: hospital, document } = order
  await insertEstimate(db, { hospital, orderId, document, by: answerColumns(priced) }, priced)
  await orders.setVobStatus(db, orderId, 'answered')
  await orders.addCoverageEvent(db, order, 'benefits-answered', answerWords(priced))
}

/**
 * Applies an answer: verifications waiting for it are answered, and orders submitted while it was pending get
 * a timeline entry if the amount differs from the earlier one. Idempotent.
 */
export async function applyAnswer(
  deps: Deps & { connection: Connection },
  check: AnsweredCheck,
): Promise<void> {
  const { institution_code: hospital } = check
  const born = check.subject.patient.dateOfBirth
  await deps.connection.db.transaction().execute(async (db) => {
    const uses = ({ answered }: PricedOrder) => answered?.id === check.id
    for (const order of await orders.waitingVerifications(db, hospital, born)) {
      const priced = await priceOf(deps, db, hospital, order.document)
      if (uses(priced)) await answerVerification(db, order, priced)
    }
    for (const order of await orders.submittedSince(db, hospital, born, check.asked_at)) {
      const priced = await priceOf(deps, db, hospital, order.document)
      if (uses(priced)) await noteBenefitChange(db, order, priced, check)
    }
  })
}

/** Compares with what was known when the order was submitted; noted once. */
async function noteBenefitChange(
  db: Db,
  order: orders.InsuredOrder,
  { estimate }: PricedOrder,
  { checked_at }: AnsweredCheck,
): Promise<void> {
  const { institution_code: hospital, id, document } = order
  const saved = await newestEstimate(db, { hospital, id, document })
  const words = saved ? whatChanged(saved.content.estimate, estimate) : []
  if (words.length === 0 || (await orders.hasEventSince(db, order.id, 'benefits-changed', checked_at))) return
  await orders.addCoverageEvent(db, order, 'benefits-changed', words.join(' '))
}

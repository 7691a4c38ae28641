import { courseOf } from '#domain/orders/course.ts'
import { namesAnotherPatient } from '#domain/orders/other-patient.ts'
import type { Fact } from '#domain/orders/said.ts'
import { standingAfter } from '#domain/orders/status.ts'
import { isOrderNews, type OrderNewsKind } from '#domain/users/order-news.ts'
import { belongingsOf, samplesOf } from './belongings.ts'
import { factsIn, type Source, type StoredNews } from './facts.ts'
import { happenings } from './happenings.ts'
import { factsOfBefore } from './stood.ts'
import { addFacts, addLaboratoryEvent, factsOf, type GatewayTransaction, orderOf } from './store.ts'
import { writeCourse, writeSamples } from './write-course.ts'

/** Tells those who want to know, in the transaction of what happened. */
export type TellNews = (
  db: GatewayTransaction,
  news: { orderId: number; kind: OrderNewsKind },
) => Promise<void>

/** A message that can be read but not applied: the acknowledgement says why. */
export class NotApplicable extends Error {
  /** Which part of the message is at fault: the order that it names, or the person. */
  readonly about: 'order' | 'patient'

  constructor(about: NotApplicable['about'], message: string) {
    super(message)
    this.about = about
  }
}

/**
 * Applies one piece of news to its order: what it says joins the facts, and what the order shows is read from all of
 * them. Said before, it changes nothing. Throws NotApplicable where it is of no order, or of somebody else.
 */
export async function applyNews(
  db: GatewayTransaction,
  news: StoredNews,
  source: Source,
  tell: TellNews,
): Promise<number> {
  const order = await orderOf(db, news)
  if (!order)
    throw new NotApplicable(
      'order',
      `no submitted order ${news.orderId ?? ''} is known here`.replace('  ', ' '),
    )
  const { names, dateOfBirth } = news.patient ?? { names: [], dateOfBirth: '' }
  if (namesAnotherPatient(order.document.patients, { lastName: names[0]?.last ?? '', dateOfBirth }))
    throw new NotApplicable('patient', `it names another patient than order ${order.id}`)
  const kept = await factsOf(db, order.id)
  const known = kept.length > 0 ? kept : factsOfBefore(order, await belongingsOf(db, order.id))
  const isNew = (fact: Fact) => !known.some(({ key }) => key === fact.key)
  const fresh = factsIn(news, order.id, source).filter(isNew)
  if (fresh.length === 0) return order.id
  await addFacts(db, order, kept.length > 0 ? fresh : [...known, ...fresh], source.messageId)

  const stored = await samplesOf(db, order.id)
  const ordered = {
    turnaroundDays: order.turnaround_days,
    samples: stored.flatMap((sample) => (sample.recollection_of === null ? [sample.sample_key] : [])),
  }
  const [before, course] = [courseOf(known, ordered), courseOf([...known, ...fresh], ordered)]
  const refusal = fresh.find((fact) => fact.kind === 'cancellation-refused')?.words ?? null
  const standing = standingAfter(
    { state: order.state, stateBeforeCancel: order.state_before_cancel },
    course.progress,
    { isRefused: refusal !== null },
  )
  const samples = await writeSamples(db, stored, course)
  const happened = happenings(order, { before: stored, now: samples }, { before, course, standing, refusal })
  const isUnread = happened.some(({ kind }) => kind === 'reported' || kind === 'report-corrected')
  await writeCourse(db, order, { before, course, standing, isUnread, messageId: source.messageId })
  for (const { kind, detail, isPast } of happened) {
    await addLaboratoryEvent(db, order, kind, detail)
    if (isOrderNews(kind) && !isPast) await tell(db, { orderId: order.id, kind })
  }
  return order.id
}

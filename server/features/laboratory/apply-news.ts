import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { courseOf } from '#domain/orders/course.ts'
import { type PatientKey, PROBAND } from '#domain/orders/document.ts'
import type { Fact } from '#domain/orders/said.ts'
import { standingAfter } from '#domain/orders/status.ts'
import { isOrderNews } from '#domain/users/order-news.ts'
import { belongingsOf, samplesOf } from './belongings.ts'
import { type Filing, factsIn, type Source, type StoredNews } from './facts.ts'
import { happenings } from './happenings.ts'
import { noticeQuestioned, noticeReaders } from './notices.ts'
import { addCheck, hasChecks, settleChecks } from './result-checks.ts'
import { factsOfBefore } from './stood.ts'
import {
  addFacts,
  addLaboratoryEvent,
  factsOf,
  type GatewayTransaction,
  orderOf,
  type StoredOrder,
} from './store.ts'
import type { TellNews } from './tell-news.ts'
import {
  bringsResult,
  cancelsUnknownTest,
  identityOf,
  isOfSomebodyElse,
  testsOf,
  waitsWithoutResult,
} from './whose.ts'
import { writeCourse, writeSamples } from './write-course.ts'

/** A message that can be read but not applied: the acknowledgement says why. */
export class NotApplicable extends Error {
  /** Which part of the message is at fault: the order that it names, or the person. */
  readonly about: 'order' | 'patient'

  constructor(about: NotApplicable['about'], message: string) {
    super(message)
    this.about = about
  }
}

interface Applying {
  source: Source
  tell: TellNews
  /** Another report of the same test and person in the message, which is not taken back. */
  isReplacedBeside?: boolean
  /** A person at the laboratory has decided whose it is, and what. */
  decided?: Filing
}

/**
 * Applies one piece of news to its order: what it says joins the facts, and what the order shows is read from all of
 * them. Said before, it changes nothing. A result of doubtful identity waits for a person at the laboratory, and
 * changes nothing either. Throws NotApplicable where it is of no order, or of somebody else.
 */
export async function applyNews(
  db: GatewayTransaction,
  news: StoredNews,
  applying: Applying,
): Promise<number> {
  const order = await orderOf(db, news)
  if (!order)
    throw new NotApplicable(
      'order',
      `no submitted order ${news.orderId ?? ''} is known here`.replace('  ', ' '),
    )
  const known = await knownOf(db, order)
  const filing = applying.decided ?? (await filingOf(db, order, news, known, applying))
  if (filing === 'waits') return order.id
  const { source, isReplacedBeside = false } = applying
  // What cancels a test that was not ordered cancels no order before a person has looked.
  const said = cancelsUnknownTest(news, order) ? { ...news, state: null } : news
  const fresh = factsIn(said, order.id, source, filing && { ...filing, isReplacedBeside })
  await addToOrder(db, order, known, fresh, { ...applying, news })
  return order.id
}

interface Known {
  facts: Fact[]
  /** They are of before facts were kept, and stand nowhere yet. */
  isOfBefore: boolean
}

/** All that is known of an order, which is held. */
export async function knownOf(db: GatewayTransaction, order: StoredOrder): Promise<Known> {
  const facts = await factsOf(db, order.id)
  return facts.length > 0
    ? { facts, isOfBefore: false }
    : { facts: factsOfBefore(order, await belongingsOf(db, order.id)), isOfBefore: true }
}

/** Whose the report is; null where none comes, 'waits' where a person has to look. */
async function filingOf(
  db: GatewayTransaction,
  order: StoredOrder,
  news: StoredNews,
  { facts }: Known,
  { source, tell }: Applying,
): Promise<Filing | null | 'waits'> {
  const hasReports = facts.some(holdsResult) || (await hasChecks(db, order.id))
  const identity = await identityOf(db, order, news)
  if (!bringsResult(news, hasReports)) {
    if (isOfSomebodyElse(order, news))
      throw new NotApplicable('patient', `it names another patient than order ${order.id}`)
    if (identity.outcome === 'accepted') return { person: identity.person }
    // A status needs no identity: without one it is of the patient.
    return waitsWithoutResult(news, order) ? { person: PROBAND } : null
  }
  if (identity.outcome === 'accepted') return { person: identity.person }
  const person = takenBefore(news, facts)
  if (person !== null) return { person }
  if (identity.outcome === 'refused') {
    const why = `order ${order.id} has nobody with two identifiers of those that it gives`
    throw new NotApplicable('patient', `it names another patient than order ${order.id}: ${why}`)
  }
  await addCheck(db, order, { why: identity.why, isFiled: false, key: checkKey(news, source), news, source })
  await noticeQuestioned(db, order, tell)
  return 'waits'
}

const holdsResult = (fact: Fact) =>
  fact.kind === 'report' || (fact.kind === 'result' && fact.parts.length > 0)

/** Whose a person at the laboratory said that the very same report is; null where nobody did. */
function takenBefore({ report }: StoredNews, facts: readonly Fact[]): PatientKey | null {
  if (!report) return null
  const { status, parts, identity } = report
  const taken = facts.find(
    (fact) =>
      fact.kind === 'result' &&
      fact.decided?.outcome === 'taken' &&
      isDeepStrictEqual([fact.status, fact.parts, fact.identity], [status, parts, identity]),
  )
  return taken?.kind === 'result' ? taken.person : null
}

/** The same for the same news of the same patient: two twins may have the same result in the same message. */
function checkKey(news: StoredNews, source: Source): string {
  const said = factsIn(news, news.orderId ?? 0, source, { person: '' }).map(({ key }) => key)
  const hash = createHash('sha256').update(JSON.stringify([said, news.patient]))
  return `check:${hash.digest('base64url').slice(0, 27)}`
}

interface Adding extends Pick<Applying, 'source' | 'tell'> {
  /** What came; null for what a person at the laboratory decided. */
  news: StoredNews | null
}

/** Adds what is not known yet to an order, which is held, and writes what it shows by all of it. */
export async function addToOrder(
  db: GatewayTransaction,
  order: StoredOrder,
  { facts: known, isOfBefore }: Known,
  said: readonly Fact[],
  { source, tell, news }: Adding,
): Promise<void> {
  const fresh = said.filter((fact) => !known.some(({ key }) => key === fact.key))
  if (fresh.length === 0) return
  await addFacts(db, order, isOfBefore ? [...known, ...fresh] : fresh, source.messageId)

  const stored = await samplesOf(db, order.id)
  const ordered = {
    turnaroundDays: order.turnaround_days,
    tests: testsOf(order),
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
  const isUnread = happened.some(({ kind, isPast }) => isReport(kind) && !isPast)
  await writeCourse(db, order, { before, course, standing, isUnread, messageId: source.messageId })
  await settleChecks(db, order, course, { facts: [...known, ...fresh], news, source })
  for (const { kind, detail, isPast } of happened) {
    await addLaboratoryEvent(db, order, kind, detail)
    if (isOrderNews(kind) && !isPast) await tell(db, { orderId: order.id, kind })
  }
  await noticeReaders(db, order, before.reports, course.reports, tell)
  await noticeQuestioned(db, order, tell)
}

/** A report that somebody can open. */
const isReport = (kind: string) =>
  kind === 'reported' || (kind.startsWith('report-') && kind !== 'report-withdrawn')

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { OrderAnswer, RefusalCause } from '#adapters/ehr/port.ts'
import { ProblemError } from '#contract/errors.ts'
import { draftOf, type KnownHere, withOrder } from '#domain/ehr/draft.ts'
import { type EhrOrder, placerKey } from '#domain/ehr/ehr-order.ts'
import { type Maps, mapped, type Unmapped } from '#domain/ehr/maps.ts'
import { isIdentified, isOtherPatient, isSamePatient } from '#domain/ehr/same-person.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { Scope } from '#server/database/scope.ts'
import { ownSpecimenTypes } from '#server/features/catalogue/public.ts'
import {
  askCancellation,
  createDraft,
  type DraftDeps,
  discardDraft,
  findOrder,
  type OrderDeps,
  rewriteDraft,
  type StoredOrder,
} from '#server/features/orders/public.ts'
import * as store from './store.ts'
import { tellClinic } from './tell-clinic.ts'

export type EhrApplyDeps = DraftDeps &
  Pick<OrderDeps, 'cancelAtLaboratory' | 'sendMail' | 'portalOrigin' | 'laboratoryName'>

/** Why one order of a message is not taken. */
export interface Refusal {
  reason: string
  cause: RefusalCause
}

type Outcome = OrderAnswer | Refusal

export const isRefusal = (outcome: Outcome): outcome is Refusal => 'cause' in outcome

/** One transaction in which a hospital's messages are applied. */
export interface Applying {
  deps: EhrApplyDeps
  scope: Scope
  of: store.EhrInterface
  maps: Maps
}

/**
 * Applies what a hospital says of one order. However its messages are ordered, repeated or spread over connections, the
 * last that it said decides. A draft follows as long as no person has changed it.
 */
export async function applyOrder(
  applying: Applying,
  { order, echo }: { order: EhrOrder; echo: string },
  sentAt: Date,
): Promise<Outcome> {
  const { scope, of } = applying
  const known = await store.knownOrder(scope, of, order.placer)
  const isCancelled = meansCancel(applying, order)
  const mayLeaveOut = isCancelled || known?.isCancelled === true
  if (known?.content && isForOther(known.content, order, mayLeaveOut))
    return refusal(`${placerKey(order.placer)} is an order for another person`, 'application')
  if (known && isOlder({ order, sentAt, isCancelled }, known)) return stands(order, known)
  // A cancellation may name little more than the number, and it may be refused: what was ordered stays known.
  const before = isCancelled ? (known?.content ?? null) : null
  const { unmapped } = await draftFor(applying, [before ?? order])
  const how = { sentAt, isCancelled, unmapped, ...(before ? {} : { echo }) }
  const id = await store.keepOrder(scope, of, before ?? order, how)
  if (isCancelled) return cancel(applying, order, id, known)
  return known?.isCancelled === false && isDeepStrictEqual(contentOf(known.content), contentOf(order))
    ? stands(order, known)
    : write(applying, order, id, known)
}

/** Whose order it is, the number tells: a cancellation, which may have come first, need not name the patient whole. */
function isForOther(known: EhrOrder, sent: EhrOrder, mayLeaveOut: boolean): boolean {
  return mayLeaveOut || !isIdentified(known.patient)
    ? isOtherPatient(known.patient, sent.patient)
    : !isSamePatient(known.patient, sent.patient)
}

function meansCancel({ maps }: Applying, { control, controlCode }: EhrOrder): boolean {
  if (control !== null) return control === 'cancel'
  return mapped(maps, 'control', [{ code: controlCode, text: '', system: '' }]) === 'CA'
}

/** The order without what only says why the message was sent. */
const contentOf = (order: EhrOrder | null) => order && { ...order, control: null, controlCode: '' }

/** Whether something newer is known: of two of one second, the cancellation, else the one of the later text. */
function isOlder(
  { order, sentAt, isCancelled }: { order: EhrOrder; sentAt: Date; isCancelled: boolean },
  known: store.KnownOrder,
): boolean {
  if (sentAt.getTime() !== known.sentAt.getTime()) return sentAt < known.sentAt
  if (isCancelled !== known.isCancelled) return known.isCancelled
  const text = (one: EhrOrder | null) => JSON.stringify(sorted(contentOf(one)))
  return text(order) < text(known.content)
}

/** With the keys of objects in one sequence: the database gives them in another. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}

/** Nothing is done: the order stands as it is. */
function stands(order: EhrOrder, known: store.KnownOrder): OrderAnswer {
  return { control: known.isCancelled ? 'CR' : 'OK', placer: order.placer, orderId: known.orderId, words: [] }
}

const refusal = (reason: string, cause: RefusalCause): Refusal => ({ reason, cause })

async function draftFor({ scope, of, maps }: Applying, orders: readonly EhrOrder[]) {
  const codes = orders.flatMap(({ tests }) => tests).map((test) => mapped(maps, 'test', test) ?? '')
  const npis = orders.flatMap(({ provider }) =>
    (provider?.numbers ?? []).flatMap(({ number }) => [
      number,
      mapped(maps, 'provider', [{ code: number, text: '', system: '' }]) ?? '',
    ]),
  )
  const [tests, users, own] = await Promise.all([
    store.testNames(scope, codes.filter(Boolean)),
    store.usersByNpi(scope, of.institution, npis.filter(Boolean)),
    ownSpecimenTypes(scope.db),
  ])
  const known: KnownHere = {
    tests: new Map(tests.map(({ code, name }) => [code, name])),
    providers: new Map(
      users
        .filter(({ npi, id }) => !users.some((other) => other.npi === npi && other.id !== id))
        .map(({ npi, id }) => [npi, id]),
    ),
    specimens: own.map(({ name }) => name),
  }
  return draftOf(orders, maps, known)
}

/** Writes a draft of the order, or into that of the orders that were placed together with it. */
async function write(
  applying: Applying,
  order: EhrOrder,
  id: number,
  known: store.KnownOrder | undefined,
): Promise<OrderAnswer> {
  const { scope, of } = applying
  const answer = (orderId: number, unmapped: readonly Unmapped[]): OrderAnswer => ({
    ...{ control: 'OK', placer: order.placer, orderId },
    words: [`Order ${orderId} is a draft that waits to be completed in the portal.`, ...missing(unmapped)],
  })
  if (known?.orderId != null) {
    const row = await findOrder(scope, of.institution, known.orderId, { lock: true })
    if (row && (row.state !== 'draft' || row.version !== known.writtenVersion)) {
      await store.setOrder(scope, [id], { differs: true })
      const words =
        row.state === 'draft'
          ? `Order ${row.id} is being completed: what has changed is shown to whoever completes it.`
          : `Order ${row.id} is submitted: what has changed is decided by a person.`
      const control = row.state === 'draft' ? ('OK' as const) : ('UX' as const)
      return { control, placer: order.placer, orderId: row.id, words: [words] }
    }
    if (row) return answer(row.id, await rewrite(applying, row.id, row.version))
  }
  const { joined, filled, beside } = await groupOf(applying, order)
  if (filled) {
    await store.setOrder(scope, [id], { order_id: filled.id, differs: false })
    return answer(filled.id, await addTo(applying, filled, { order, id }))
  }
  if (joined) {
    await store.setOrder(scope, [id], { order_id: joined.id, differs: false })
    return answer(joined.id, await rewrite(applying, joined.id, joined.version))
  }
  const { document, unmapped } = await draftFor(applying, [order])
  const detail = `from ${of.name}, order ${placerKey(order.placer)}${beside ? `, placed together with order ${beside}` : ''}`
  const made = { hospital: of.institution, draftKey: randomUUID(), document, detail }
  const { id: orderId } = await createDraft(applying.deps, scope, made)
  await store.setOrder(scope, [id], { order_id: orderId, written_version: FIRST_VERSION, differs: false })
  const providerId = document.orderingProvider.physicianId
  await tellClinic(applying.deps, scope, of, { orderId, providerId })
  return answer(orderId, unmapped)
}

const FIRST_VERSION = 1

/** What an answer tells the hospital: what of its order has no meaning here. */
function missing(unmapped: readonly Unmapped[]): string[] {
  return unmapped
    .filter(({ kind }) => kind !== 'question')
    .map(({ kind, code, words }) => `Not known here: ${kind} ${[code, words].filter(Boolean).join(', ')}`)
}

/**
 * The untouched draft of orders placed together for the same person, `filled` if a launch has filled it since; or else the
 * number of one that cannot be joined.
 */
async function groupOf({ scope, of }: Applying, order: EhrOrder) {
  const none = { joined: null, filled: null }
  if (order.group === '') return { ...none, beside: null }
  const others = await store.placedTogether(scope, of, order.group)
  let beside: number | null = null
  for (const other of others) {
    if (other.orderId === null || !other.content || !isSamePatient(other.content.patient, order.patient))
      continue
    const row = await findOrder(scope, of.institution, other.orderId, { lock: true })
    if (row?.state === 'draft' && row.version === other.writtenVersion)
      return { joined: row, filled: null, beside: null }
    if (row?.state === 'draft' && row.version === other.filledVersion)
      return { joined: null, filled: row, beside: null }
    beside = other.orderId
  }
  return { ...none, beside }
}

/** Adds an order to a draft that a launch has filled: what is there stays. Returns what has no meaning here. */
async function addTo(
  applying: Applying,
  { id: orderId, version: seen, document: before }: Pick<StoredOrder, 'id' | 'version' | 'document'>,
  { order, id }: { order: EhrOrder; id: number },
): Promise<Unmapped[]> {
  const { scope } = applying
  const { document: own, unmapped } = await draftFor(applying, [order])
  const version = await rewriteIfOther(applying, { orderId, seen, before, document: withOrder(before, own) })
  await store.setFilled(scope, orderId, { seen, version })
  await store.setOrder(scope, [id], { written_version: null, filled_version: version })
  return unmapped
}

/** Writes a draft, unless it says so already. Returns its version. */
async function rewriteIfOther(
  { deps, scope, of }: Applying,
  change: { orderId: number; seen: number; before: OrderDocument | undefined; document: OrderDocument },
): Promise<number> {
  const { orderId: id, seen, before, document } = change
  if (isDeepStrictEqual(before, document)) return seen
  await rewriteDraft(deps, scope, { hospital: of.institution, id }, { document, seen, by: of.name })
  return seen + 1
}

/** Writes an untouched draft anew from all of the hospital's orders in it. Returns what has no meaning here. */
async function rewrite(applying: Applying, orderId: number, seen: number): Promise<Unmapped[]> {
  const { scope, of } = applying
  const all = await store.ordersIn(scope, of, orderId)
  const orders = all.flatMap(({ content }) => (content ? [content] : []))
  const { document, unmapped } = await draftFor(applying, orders)
  const row = await findOrder(scope, of.institution, orderId)
  const version = await rewriteIfOther(applying, { orderId, seen, before: row?.document, document })
  const ids = all.map(({ id }) => id)
  await store.setOrder(scope, ids, { written_version: version, differs: false })
  return unmapped
}

/** Cancels: a draft is discarded; a submitted order is cancelled by the laboratory, if it still can be. */
async function cancel(
  applying: Applying,
  order: EhrOrder,
  id: number,
  known: store.KnownOrder | undefined,
): Promise<Outcome> {
  const { deps, scope, of } = applying
  const { placer } = order
  const gone = { control: 'CR' as const, placer, orderId: null, words: [] }
  // What another takes the place of need not have come.
  if (!known && order.controlCode === 'RP') return gone
  if (!known)
    return refusal(
      `ORC-2 ${placerKey(placer)} is not a known order. If it arrives later, it stays cancelled`,
      'unknown-order',
    )
  if (known.isCancelled || known.orderId === null) return gone
  const { orderId } = known
  const row = await findOrder(scope, of.institution, orderId, { lock: true })
  if (!row) return gone
  const others = await store.ordersIn(scope, of, orderId)
  const refused = async (words: string): Promise<OrderAnswer> => {
    await store.setOrder(scope, [id], { differs: true })
    return { control: 'UC', placer, orderId, words: [words] }
  }
  if (row.state !== 'draft') {
    if (others.length > 0)
      return refused(`Order ${orderId} has further tests that are not cancelled: a person decides.`)
    try {
      await askCancellation(deps, scope, { hospital: of.institution, id: orderId }, `Cancelled in ${of.name}`)
      return { ...gone, orderId, words: ['The laboratory decides about the cancellation.'] }
    } catch (error) {
      if (error instanceof ProblemError && error.problem.status < 500)
        return refused(error.problem.detail ?? error.problem.title)
      throw error
    }
  }
  if (others.length === 0) {
    await store.setOrder(scope, [id], { order_id: null, written_version: null })
    await discardDraft(scope, { hospital: of.institution, id: orderId })
    return gone
  }
  if (row.version !== known.writtenVersion)
    return refused(`Order ${orderId} is being completed: whoever completes it decides.`)
  await store.setOrder(scope, [id], { order_id: null, written_version: null })
  await rewrite(applying, orderId, row.version)
  return gone
}

/** Applies an order again after the map has changed: what was unknown may mean something now. */
export async function applyAgain(applying: Applying, known: store.KnownOrder): Promise<void> {
  const { scope, of } = applying
  const { content, id, orderId } = known
  if (!content) return
  const isCancelled = known.isCancelled || meansCancel(applying, content)
  const { unmapped } = await draftFor(applying, [content])
  await store.keepOrder(scope, of, content, { isCancelled, sentAt: known.sentAt, unmapped })
  if (isCancelled) {
    if (!known.isCancelled) await cancel(applying, content, id, known)
    return
  }
  if (orderId === null) return
  const row = await findOrder(scope, of.institution, orderId, { lock: true })
  if (!row || row.state === 'cancelled') return
  if (row.state === 'draft' && row.version === known.writtenVersion) {
    await rewrite(applying, orderId, row.version)
    return
  }
  // Somebody works on it, or it was submitted under another line: they see what the hospital ordered, and decide.
  const chosen = [...row.document.tests, ...row.document.addOnTests].map(({ testCode }) => testCode)
  const { document } = await draftFor(applying, [content])
  if (document.tests.some(({ testCode }) => testCode !== '' && !chosen.includes(testCode)))
    await store.setOrder(scope, [id], { differs: true })
}

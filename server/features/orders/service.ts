import { applyPatch, type Operation } from 'rfc6902'
import type { FileStore } from '#adapters/files/port.ts'
import { type FieldError, fail } from '#contract/errors.ts'
import { type Order, orderDocument, type ordersRoutes } from '#contract/orders.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { openPoints } from '#domain/orders/readiness.ts'
import {
  mayFrom,
  ORDER_STATE_FACTS,
  ORDER_STATES,
  type OrderAction,
  SEARCH_STATUSES,
} from '#domain/orders/status.ts'
import type { Connection } from '#server/database/connect.ts'
import { type Authority, audit, type Scope, within } from '#server/database/scope.ts'
import { orderableTests } from '#server/features/catalogue/reads.ts'
import { readFields } from '#server/validate.ts'
import { presentOrder, presentRow, type StoredOrder } from './present.ts'
import { projection, wantedCodes } from './projection.ts'
import * as store from './store.ts'

/** Hands an order to the laboratory: writes its message into the outbox, in the transaction of `scope`. */
export type SendToLaboratory = (scope: Scope, order: { id: number; institution: string }) => Promise<void>

export interface OrdersParts {
  connection: Connection
  files: FileStore
  sendToLaboratory: SendToLaboratory
  now(): Date
}

type Input<Name extends keyof typeof ordersRoutes> = RequestOf<(typeof ordersRoutes)[Name]>
type Place = { hospital: string; id: number }

async function columnsFor(scope: Scope, document: OrderDocument, now: Date) {
  const tests = await orderableTests(scope.db, wantedCodes(document))
  return { tests, columns: projection(document, tests, todayAtLaboratory(now)) }
}

/** The order, held until the transaction ends; a problem when it is not there, or the version seen is not its own. */
async function hold(scope: Scope, { hospital, id }: Place, seen?: number): Promise<StoredOrder> {
  const row = (await store.findOrder(scope, hospital, id, { lock: true })) ?? fail('not-found')
  if (seen !== undefined && seen !== row.version && row.state === 'draft')
    fail('version-conflict', {
      detail: `${row.updated_by_name} saved version ${row.version} in the meantime.`,
    })
  return row
}

function must(action: OrderAction, row: StoredOrder) {
  if (!mayFrom(action, row.state))
    fail('wrong-state', { detail: `The order is ${ORDER_STATE_FACTS[row.state].display}.` })
}

/** Whether the actor works there; the laboratory's own Support reads along and opens nothing for the institution. */
function isOfInstitution({ actor }: Scope, hospital: string): boolean {
  return actor.memberships.some((at) => at.code === hospital && !at.roles.includes('Support'))
}

async function whole(scope: Scope, { hospital, id }: Place): Promise<Order> {
  const row = (await store.findOrder(scope, hospital, id)) ?? fail('not-found')
  const institutionName = await store.institutionName(scope, row.institution_code)
  const [events, reports] = [await store.eventsOf(scope, id), await store.reportsOf(scope, id)]
  return presentOrder(scope, { row, institutionName, events, reports })
}

/** Does one operation on `document` itself; the words for why it can't be done, or null. */
function operate(document: OrderDocument, operation: Operation): string | null {
  try {
    return applyPatch(document, [operation])[0]?.message ?? null
  } catch {
    // The library throws where a path leads through what has no parts, such as a text.
    return 'The path leads nowhere.'
  }
}

/** `document` with the patch applied, or a problem that names every operation and field that is wrong. */
function patched(document: OrderDocument, operations: Operation[]): OrderDocument {
  const copy = structuredClone(document)
  const errors: FieldError[] = operations.flatMap((operation) => {
    const message = operate(copy, operation)
    return message === null ? [] : [{ path: operation.path, rule: 'patch', message }]
  })
  if (errors.length > 0) fail('invalid-fields', { errors })
  const read = readFields(orderDocument, copy)
  return read.data ?? fail('invalid-fields', { errors: read.errors })
}

/** Everything that is done to orders, each in one transaction (design §5). */
export function ordersService({ connection, files, sendToLaboratory, now }: OrdersParts) {
  const inScope = <T>(authority: Authority, work: (scope: Scope) => Promise<T>) =>
    within(connection, authority, work)
  return {
    create: (authority: Authority, { params: { hospital }, body }: Input<'create'>) =>
      inScope(authority, async (scope) => {
        const { columns } = await columnsFor(scope, body.document, now())
        const { id, created } = await store.insertDraft(scope, hospital, body.draftKey, columns)
        if (created) {
          await store.addEvent(scope, { id, institution: hospital }, 'draft-begun')
          await audit(scope, 'order.create', { kind: 'order', id, institution: hospital })
        }
        return whole(scope, { hospital, id })
      }),

    patch: (authority: Authority, { params, headers, body }: Input<'patch'>) =>
      inScope(authority, async (scope) => {
        const row = await hold(scope, params, headers['if-match'])
        must('edit', row)
        const document = patched(row.document, body as Operation[])
        const { columns } = await columnsFor(scope, document, now())
        await store.saveDocument(scope, row.id, row.version + 1, columns)
        const paths = body.map((operation) => operation.path)
        const entity = { kind: 'order', id: row.id, institution: params.hospital }
        await audit(scope, 'order.change', entity, { version: row.version + 1, paths })
        return whole(scope, params)
      }),

    /** An order that was submitted before is answered as it stands: asking again, from anywhere, changes nothing. */
    submit: (authority: Authority, { params, headers }: Input<'submit'>) =>
      inScope(authority, async (scope) => {
        const row = await hold(scope, params, headers['if-match'])
        if (row.submitted_at !== null) return whole(scope, params)
        must('submit', row)
        const today = todayAtLaboratory(now())
        const { tests } = await columnsFor(scope, row.document, now())
        const errors = openPoints(row.document, tests, today)
        if (errors.length > 0)
          fail('order-not-ready', {
            errors: errors.map(({ path, rule, message }) => ({ path, rule, message })),
          })
        if (row.document.isVOB)
          fail('wrong-state', { detail: 'A benefits verification is not sent to the laboratory.' })
        const order = { id: row.id, institution: params.hospital }
        await store.markSubmitted(scope, row.id)
        await store.addEvent(scope, order, 'submitted')
        await sendToLaboratory(scope, order)
        await audit(scope, 'order.submit', { kind: 'order', ...order }, { version: row.version })
        return whole(scope, params)
      }),

    get: (authority: Authority, { params }: Input<'get'>) =>
      inScope(authority, async (scope) => {
        const order = await whole(scope, params)
        await audit(scope, 'order.view', { kind: 'order', id: params.id, institution: params.hospital })
        return order
      }),

    list: (
      authority: Authority,
      { params, query }: Input<'list'>,
    ): Promise<ReplyOf<(typeof ordersRoutes)['list']>> =>
      inScope(authority, async (scope) => {
        const { status, keyword = '', skip, top, orderBy, isAscending } = query
        const states = ORDER_STATES.filter((state) => ORDER_STATE_FACTS[state].search === status)
        const { total, rows } = await store.listOrders(scope, {
          institution: params.hospital,
          ...{ states, keyword, skip, top, orderBy, isAscending },
        })
        if (skip > 0 && skip >= total) fail('invalid-page')
        return { total, top, skip, ordersDTO: rows.map(presentRow) }
      }),

    discard: (authority: Authority, { params }: Input<'discard'>) =>
      inScope(authority, async (scope) => {
        const row = await hold(scope, { hospital: params.h, id: params.id })
        must('discard', row)
        await store.deleteDraft(scope, row.id)
        await audit(
          scope,
          'order.discard',
          { kind: 'order', id: row.id, institution: params.h },
          { document: row.document },
        )
      }),

    report: (authority: Authority, { params, query }: Input<'report'>) =>
      inScope(authority, async (scope) => {
        // Held, so that a corrected report that comes in meanwhile stays unread.
        const row = await hold(scope, { hospital: params.h, id: params.id })
        const reports = await store.reportsOf(scope, row.id)
        const report = query.version ? reports.find((one) => one.version === query.version) : reports[0]
        if (!report) fail('not-found', { detail: 'There is no report yet.' })
        const content = await files.get(report.file_key)
        const order = { id: row.id, institution: params.h }
        const newest = report === reports[0]
        if (newest && isOfInstitution(scope, params.h) && (await store.markOpened(scope, row.id)))
          await store.addEvent(scope, order, 'report-opened')
        await audit(scope, 'report.read', { kind: 'order', ...order }, { version: report.version })
        return content
      }),

    summary: (
      authority: Authority,
      { params }: Input<'summary'>,
    ): Promise<ReplyOf<(typeof ordersRoutes)['summary']>> =>
      inScope(authority, async (scope) => {
        const { states, unread } = await store.countOrders(scope, params.h)
        const counts = Object.fromEntries(SEARCH_STATUSES.map((status) => [status, 0])) as Record<
          (typeof SEARCH_STATUSES)[number],
          number
        >
        for (const { state, count } of states) {
          const status = ORDER_STATE_FACTS[state].search
          if (status) counts[status] += count
        }
        return { counts, unreadReports: unread }
      }),
  }
}

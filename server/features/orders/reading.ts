import { fail } from '#contract/errors.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { ORDER_STATE_FACTS, SEARCH_STATUSES } from '#domain/orders/status.ts'
import { type Authority, audit, type Scope } from '#server/database/scope.ts'
import { isNewestOfTest, reportsOf } from './belongings.ts'
import { hold, whole } from './hold.ts'
import { type Input, inScope, type OrdersParts, type Place, type Reply } from './orders-parts.ts'
import * as store from './store.ts'
import { countOrders } from './tally.ts'

async function view({ coverage }: OrdersParts, scope: Scope, place: Place) {
  await coverage.expire(scope, place)
  const order = await whole(scope, place)
  await audit(scope, 'order.view', { kind: 'order', id: place.id, institution: place.hospital })
  return order
}

export function getOrder(parts: OrdersParts) {
  return (authority: Authority, { params }: Input<'get'>) =>
    inScope(parts, authority, (scope) => view(parts, scope, params))
}

/** A sample that the laboratory has not seen goes by the same number of ours. */
export function orderBySample(parts: OrdersParts) {
  return (authority: Authority, { params: { hospital, id }, query }: Input<'bySample'>) =>
    inScope(parts, authority, async (scope) => {
      const { tempSampleId = id } = query
      const found =
        (await store.orderOfSample(scope, hospital, id)) ??
        (await store.orderOfSample(scope, hospital, tempSampleId)) ??
        fail('not-found')
      return view(parts, scope, { hospital, id: found })
    })
}

export function orderSummary(parts: OrdersParts) {
  return (authority: Authority, { params }: Input<'summary'>): Promise<Reply<'summary'>> =>
    inScope(parts, authority, async (scope) => {
      const { states, unread } = await countOrders(scope, params.h)
      const counts = Object.fromEntries(SEARCH_STATUSES.map((status) => [status, 0])) as Record<
        (typeof SEARCH_STATUSES)[number],
        number
      >
      for (const { state, count } of states) {
        const status = ORDER_STATE_FACTS[state].search
        if (status) counts[status] += count
      }
      return { counts, unreadReports: unread }
    })
}

/** Whether the actor works there; the laboratory's own Support reads along and opens nothing for the institution. */
function isOfInstitution({ actor }: Scope, hospital: string): boolean {
  return actor.memberships.some((at) => at.code === hospital && !at.roles.includes('Support'))
}

/** Which test of several a report is of; '' where there is one. */
function testNameOf({ tests }: OrderDocument, code: string): string {
  if (tests.length < 2) return ''
  return tests.find(({ testCode }) => testCode === code)?.testName ?? code
}

export function reportOfOrder(parts: OrdersParts) {
  return (authority: Authority, { params, query }: Input<'report'>) =>
    inScope(parts, authority, async (scope) => {
      // Held, so that a corrected report that comes in meanwhile stays unread.
      const row = await hold(scope, { hospital: params.h, id: params.id })
      const reports = await reportsOf(scope, row.id)
      const report = query.version ? reports.find((one) => one.version === query.version) : reports[0]
      if (!report) fail('not-found', { detail: 'There is no report yet.' })
      const content = await parts.files.get(report.file_key)
      const order = { id: row.id, institution: params.h }
      const isNewest = isNewestOfTest(report, reports)
      if (isNewest && isOfInstitution(scope, params.h) && (await store.markOpened(scope, report)))
        await store.addEvent(scope, order, 'report-opened', testNameOf(row.document, report.test_code))
      await audit(scope, 'report.read', { kind: 'order', ...order }, { version: report.version })
      return content
    })
}

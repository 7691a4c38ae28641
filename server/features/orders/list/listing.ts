import { fail } from '#contract/errors.ts'
import { exportFilename, MOST_EXPORTED } from '#contract/lists.ts'
import type { orderSearchRoutes } from '#contract/order-search.ts'
import type { RequestOf, SentFile } from '#contract/route.ts'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { ORDER_STAGES, ORDER_STATE_META } from '#domain/orders/status.ts'
import { byName } from '#domain/text/order.ts'
import { type Authority, audit, reading, type Scope, widenAuthority } from '#server/database/scope.ts'
import { namesOfTests } from '#server/features/catalogue/public.ts'
import { type Input, inScope, type OrderDeps, type Reply } from '../order-deps.ts'
import { presentRow } from '../view/present.ts'
import { csvOf } from './export.ts'
import type { Filters } from './list-filters.ts'
import { type ListedRow, listOrders } from './list-store.ts'
import { countByInstitution, countsBy } from './order-counts.ts'

type ListRequest = Partial<RequestOf<(typeof orderSearchRoutes)['list']>['query']> & {
  ids?: number[] | undefined
}

/** A request's filters for the database. */
function filtersOf(query: ListRequest, me: number, today: IsoDate): Filters {
  const { status, orderStatus, sampleStatus, late, parcelLate, trackingMissing } = query
  const isCancelling = orderStatus === 'PendingCancellation'
  const atStage = isCancelling ? 'Active' : orderStatus
  const stages = ORDER_STAGES.filter((stage) => {
    const stateInfo = ORDER_STATE_META[stage]
    return (
      (status === undefined || stateInfo.search === status) &&
      (atStage === undefined || stateInfo.orderStatus === atStage) &&
      (sampleStatus === undefined || stateInfo.sampleStatus === sampleStatus)
    )
  })
  const { ids, dateFrom, dateTo, test, provider, patient, labNumber, keyword, behind } = query
  // An empty search does not narrow.
  const words = Object.entries({ test, provider, patient, labNumber, keyword }).filter(([, value]) =>
    value?.trim(),
  )
  return {
    ...(stages.length < ORDER_STAGES.length ? { stages } : {}),
    cancelling: atStage === 'Active' ? isCancelling : undefined,
    ...{ ids, dateFrom, dateTo, behind, ...Object.fromEntries(words) },
    late: late === undefined ? undefined : { is: late, today },
    parcelLate: parcelLate === undefined ? undefined : { is: parcelLate, today },
    trackingMissing: trackingMissing === undefined ? undefined : { is: trackingMissing, today },
    ...{ missingInfo: query.missingInfo, group: query.group, unread: query.unread, onHold: query.onHold },
    result: query.result,
    ...(query.askedOfMe && { [query.orResponsible ? 'assignee' : 'submitter']: me }),
  }
}

/**
 * The list's institutions: those of `codes` in the authority, or the path's if none are given. The header's
 * narrowing applies, and any other code is treated as unknown.
 */
export function institutionsAround(authority: Authority, path: string, codes: readonly string[] = []) {
  if (codes.length === 0) return { authority, institutions: [path] }
  const wide = widenAuthority(authority, codes)
  return { authority: wide, institutions: wide.institutions.filter((code) => codes.includes(code)) }
}

interface PageRequest {
  params: { hospital: string }
  query: Input<'list'>['query']
}

/** The rows of a page, each presented by `present`. */
async function pageOf<T>(
  deps: OrderDeps,
  given: Authority,
  { params, query }: PageRequest,
  present: (row: ListedRow, today: IsoDate) => T,
) {
  const { authority, institutions } = institutionsAround(given, params.hospital, query.hospitalCodes)
  const { skip, top, orderBy, isAscending } = query
  const today = todayAtLaboratory(deps.now())
  const list = {
    ...filtersOf(query, authority.actor.id, today),
    ...{ institutions, skip, top, orderBy, isAscending },
  }
  const { total, hasMore, rows } = await listOrders(reading(deps.connection, authority), list, query.countTo)
  if (skip > 0 && skip >= total) fail('invalid-page')
  return {
    page: { total, ...(hasMore && { hasMore }), top, skip },
    rows: rows.map((row) => present(row, today)),
  }
}

export function listOfOrders(deps: OrderDeps) {
  return async (authority: Authority, request: Input<'list'>): Promise<Reply<'list'>> => {
    const { page, rows } = await pageOf(deps, authority, request, (row, today) => presentRow(row, today, row))
    return { ...page, ordersDTO: rows }
  }
}

export function leanListOfOrders(deps: OrderDeps) {
  return async (authority: Authority, request: Input<'listLean'>): Promise<Reply<'listLean'>> => {
    const { page, rows } = await pageOf(deps, authority, request, (row, today) => {
      const { id, patient, accessionNumber, testName, displayStatus, hospitalCode } = presentRow(row, today)
      const { sex: _sex, ...named } = patient
      return {
        ...{ patient: named, accessionNumber, id },
        ...{ testName, displayStatus, hospitalCode },
      }
    })
    return { ...page, orderProjectionsDTO: rows }
  }
}

export function orderHistoryFilter(deps: OrderDeps) {
  return (authority: Authority, { query }: Input<'historyFilter'>): Promise<Reply<'historyFilter'>> =>
    inScope(deps, authority, async (scope) => {
      const { hospitalCode, institutionCodes = [], status } = query
      if (hospitalCode !== undefined && !scope.institutions.includes(hospitalCode)) fail('not-found')
      const codes = institutionCodes.length > 0 ? institutionCodes : hospitalCode ? [hospitalCode] : null
      const institutions = scope.institutions.filter((code) => codes?.includes(code) ?? true)
      const filters = filtersOf({ status }, scope.actor.id, todayAtLaboratory(deps.now()))
      const { tests, providers, total, first, last } = await countsBy(scope, institutions, filters)
      const known = await namesOfTests(
        scope.db,
        tests.map(({ value }) => value),
      )
      const names = new Map(known.map(({ code, name }) => [code, name]))
      return {
        ...{ total, firstDate: first, lastDate: last },
        providers: providers.map(({ value: name, count }) => ({ name, count })),
        tests: tests
          .map(({ value: code, count }) => ({ code, name: names.get(code) ?? code, count }))
          .toSorted((a, b) => byName(a.name, b.name)),
        institutions: await countByInstitution(scope, filters),
      }
    })
}

/** One audit line for each institution whose orders are in the file. */
async function auditExport(scope: Scope, rows: readonly ListedRow[], filters: object) {
  for (const institution of new Set(rows.map((row) => row.institution_code))) {
    const orderIds = rows.flatMap((row) => (row.institution_code === institution ? [row.id] : []))
    await audit(
      scope,
      'order.export',
      { kind: 'institution', id: institution, institution },
      { ...filters, orders: orderIds.length, orderIds },
    )
  }
}

export function exportOfOrders(deps: OrderDeps) {
  return async (given: Authority, { params, query }: Input<'export'>): Promise<SentFile> => {
    const { authority, institutions } = institutionsAround(given, params.hospital, query.hospitalCodes)
    const { orderBy, isAscending, ...filters } = query
    const today = todayAtLaboratory(deps.now())
    const { total, rows } = await inScope(deps, authority, async (scope) => {
      const found = await listOrders(scope, {
        ...filtersOf(query, scope.actor.id, today),
        ...{ institutions, orderBy, isAscending, skip: 0, top: MOST_EXPORTED },
      })
      await auditExport(scope, found.rows, filters)
      return found
    })
    return {
      content: await csvOf(rows, { total, today }),
      filename: exportFilename(today),
      mediaType: 'text/csv; charset=utf-8',
    }
  }
}

import type { ordersRoutes } from '#contract/orders.ts'
import type { CallOf } from '#contract/route.ts'
import { readBehind } from '#domain/figures/behind.ts'
import { behindInWords } from '#domain/figures/words.ts'
import { RESULT_FILTER_WORDS } from '#domain/results/words.ts'
import { type OrdersSearch, ordersSearch } from '#portal/order/search-params.ts'
import { stringifyPlainSearch } from '#portal/plain-search.ts'
import { showDate } from '#ui/dates.ts'
import * as texts from './texts.ts'

/** What narrows the list besides the status and the words of the search box. */
const FILTER_KEYS = [
  'late',
  'missingInfo',
  'trackingMissing',
  'parcelLate',
  'onHold',
  'unread',
  'result',
  'group',
  'orderStatus',
  'dateFrom',
  'dateTo',
  'test',
  'provider',
  'patient',
  'labNumber',
  'behind',
  'hospitalCodes',
] as const satisfies readonly (keyof OrdersSearch)[]
export type ListFilters = Partial<Pick<OrdersSearch, (typeof FILTER_KEYS)[number]>>

/** The address with none of them. */
export const NO_FILTERS = Object.fromEntries(FILTER_KEYS.map((key) => [key, undefined])) as ListFilters

/** What an order may be besides its status, in words. */
export const FLAG_WORDS = {
  late: 'Late',
  missingInfo: 'Information missing',
  trackingMissing: 'No tracking number',
  parcelLate: 'Parcel late',
  onHold: 'On hold',
  unread: 'Report not opened',
} as const
export const FLAGS = Object.keys(FLAG_WORDS) as (keyof typeof FLAG_WORDS)[]

export const GROUP_WORDS = { wgs: 'Genomes', other: 'All except genomes' } as const

export const ORDER_STATUS_WORDS = {
  Draft: 'Draft',
  Active: 'Active',
  Completed: 'Completed',
  PendingCancellation: 'Cancellation requested',
  Cancelled: 'Cancelled',
} as const

type Query = CallOf<typeof ordersRoutes.list>['query']

/** The list of an address as the server is asked for it, without its page. */
export function queryOf({ status, q, asc, page, orderBy, ...filters }: OrdersSearch): Query {
  const { late, missingInfo, trackingMissing, parcelLate, onHold, unread, ...others } = filters
  const isTrue = (is: boolean | undefined) => (is ? 'true' : undefined)
  return {
    ...(status === 'asked-of-me' ? { askedOfMe: 'true', orResponsible: 'true' } : { status }),
    keyword: q || undefined,
    ...others,
    late: isTrue(late),
    missingInfo: isTrue(missingInfo),
    trackingMissing: isTrue(trackingMissing),
    parcelLate: isTrue(parcelLate),
    onHold: isTrue(onHold),
    unread: isTrue(unread),
    orderBy,
    isAscending: asc ? 'true' : 'false',
  }
}

/** Names of what an address has only codes of. */
interface Names {
  test(code: string): string
  institution(code: string): string
}

export interface Chip {
  label: string
  /** What of the address is taken away with it. */
  without: ListFilters
}

function daysInWords({ dateFrom, dateTo }: ListFilters): string {
  if (dateFrom && dateTo)
    return dateFrom === dateTo
      ? `Ordered on ${showDate(dateFrom)}`
      : `Ordered ${showDate(dateFrom)} to ${showDate(dateTo)}`
  return dateFrom ? `Ordered from ${showDate(dateFrom)}` : `Ordered to ${showDate(dateTo ?? '')}`
}

/** Each filter of an address in words, in the order of the panel. */
export function chipsOf(search: ListFilters, names: Names): Chip[] {
  const { result, group, orderStatus, dateFrom, dateTo, test, provider, patient, labNumber, hospitalCodes } =
    search
  const behind = search.behind === undefined ? undefined : readBehind(search.behind)
  const chips: (Chip | false)[] = [
    ...FLAGS.map(
      (flag) => search[flag] === true && { label: FLAG_WORDS[flag], without: { [flag]: undefined } },
    ),
    result !== undefined && {
      label: `Result: ${RESULT_FILTER_WORDS[result]}`,
      without: { result: undefined },
    },
    group !== undefined && { label: GROUP_WORDS[group], without: { group: undefined } },
    orderStatus !== undefined && {
      label: ORDER_STATUS_WORDS[orderStatus],
      without: { orderStatus: undefined },
    },
    (dateFrom !== undefined || dateTo !== undefined) && {
      label: daysInWords(search),
      without: { dateFrom: undefined, dateTo: undefined },
    },
    !!test && { label: `Test: ${names.test(test)}`, without: { test: undefined } },
    !!provider && { label: `Provider: ${provider}`, without: { provider: undefined } },
    !!patient && { label: `Patient: ${patient}`, without: { patient: undefined } },
    !!labNumber && { label: `Lab number begins with ${labNumber}`, without: { labNumber: undefined } },
    behind !== undefined && {
      label: behind ? behindInWords(behind, names.test) : texts.unknownFigure,
      without: { behind: undefined },
    },
    !!hospitalCodes && {
      label: codesIn(hospitalCodes).map(names.institution).join(', '),
      without: { hospitalCodes: undefined },
    },
  ]
  return chips.filter((chip) => chip !== false)
}

/** The codes of a list with commas. */
export function codesIn(list: string | undefined): string[] {
  return (list ?? '').split(',').filter(Boolean)
}

/** The list of an address as a saved view keeps it: everything but the page, always in one order. */
export function viewOf(search: OrdersSearch): string {
  return stringifyPlainSearch({
    ...ordersSearch(search as never),
    page: undefined,
  }).replace(/^\?/, '')
}

import { z } from 'zod'
import { readBehind } from '#domain/figures/behind.ts'
import { ALERT_GROUPS } from '#domain/orders/hold-kinds.ts'
import { ORDER_STATUSES, SAMPLE_STATUSES, SEARCH_STATUSES } from '#domain/orders/status.ts'
import { RESULT_FILTERS } from '#domain/results/outcomes.ts'
import { MAX_SELECTED_ORDERS, MOST_COUNTED, MOST_EXPORTED, ORDER_COLUMNS } from './lists.ts'
import { orderRow } from './order.ts'
import { routes } from './route.ts'
import { searchWords } from './search-words.ts'

/** Query flags arrive as text. */
const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
const hospital = z.string().min(1).max(20)
const day = z.iso.date({ error: 'Enter a date such as 2026-03-12.' })

/** A comma-separated list of institution codes or order numbers. */
export const commaList = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => [
      ...new Set(
        text
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
      ),
    ])

export const orderIds = commaList(1200).pipe(
  z
    .array(z.coerce.number<string>().int().positive().max(Number.MAX_SAFE_INTEGER))
    .min(1, { error: 'Give at least one order.' })
    .max(MAX_SELECTED_ORDERS, { error: `At most ${MAX_SELECTED_ORDERS} orders at once.` }),
)

/** Filters; an omitted one does not narrow. A flag that is false finds the other orders. */
const filters = {
  /** Comma-separated codes of the user's institutions to list, in place of the one in the path. */
  hospitalCodes: commaList(4000).optional(),
  status: z.enum(SEARCH_STATUSES).optional(),
  orderStatus: z.enum(ORDER_STATUSES).optional(),
  sampleStatus: z.enum(SAMPLE_STATUSES).optional(),
  /** First and last order date, in the laboratory's time zone. A draft's date is the day it was started. */
  dateFrom: day.optional(),
  dateTo: day.optional(),
  /** The code of a test, add-ons included. */
  test: z.string().max(20).optional(),
  /** Parts of a name, without accents. */
  provider: searchWords.optional(),
  patient: searchWords.optional(),
  /** The beginning of a laboratory number. */
  labNumber: searchWords.optional(),
  /** The report is past its due day, and the order is not on hold. */
  late: flag.optional(),
  /** The clinic has a question to answer. */
  missingInfo: flag.optional(),
  /** A sample could have a tracking number but has none. */
  trackingMissing: flag.optional(),
  /** A parcel should have arrived. */
  parcelLate: flag.optional(),
  /** The header alert under which they are counted. */
  group: z.enum(ALERT_GROUPS).optional(),
  /** A report that nobody at the institution has opened. */
  unread: flag.optional(),
  /** The overall result of a current report, or that one is being checked, or that all were withdrawn. */
  result: z.enum(RESULT_FILTERS).optional(),
  onHold: flag.optional(),
  /** The orders behind a number of the clinic's figures: `late|2026-05|2026-07|TEST|Provider` (domain/figures). */
  behind: z
    .string()
    .max(400)
    .transform((text) => readBehind(text))
    .refine((behind) => behind !== null, { error: 'Not a number of the clinic’s figures.' })
    .optional(),
  /** Only drafts that the user was asked to submit. */
  askedOfMe: flag.optional(),
  /** With `askedOfMe`: also drafts that the user is responsible for, while nobody is asked to submit them. */
  orResponsible: flag.optional(),
  /**
   * A patient's name (also `Last, First`), date of birth or record number; a laboratory or order number, or
   * three characters of one; a test's name, code or gene. Every word must match.
   */
  keyword: searchWords.optional(),
}

const sorting = {
  orderBy: z.enum(ORDER_COLUMNS).default('orderDate'),
  isAscending: flag.default(false),
}

const search = z
  .object({
    ...filters,
    ...sorting,
    skip: z.coerce.number().int().min(0).default(0),
    /** Page size, 25 by default (specification §9). */
    top: z.coerce.number().int().min(1).max(200).default(25),
    /** Where counting would take long, it ends at this number, or at the end of the page. Left out: it never does. */
    countTo: z.coerce.number().int().min(1).max(MOST_COUNTED).optional(),
  })
  .refine(({ dateFrom = '', dateTo = '9' }) => dateFrom <= dateTo, {
    path: ['dateTo'],
    error: 'The end date is before the start date.',
  })

const page = {
  total: z.number().int(),
  /** There are more orders than `total`: counting ended there, as `countTo` allows. Otherwise left out. */
  hasMore: z.literal(true).exactOptional(),
  top: z.number().int(),
  skip: z.number().int(),
}

/** The minimum that identifies an order in a list (specification §3, Order list response). */
const orderProjection = orderRow
  .pick({ accessionNumber: true, id: true, testName: true, displayStatus: true, hospitalCode: true })
  .extend({ patient: orderRow.shape.patient.omit({ sex: true }) })

const counted = z.number().int()

/** The list of orders: two forms of reply, the filter options, and the list as a file. */
export const orderSearchRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/Orders/{hospital}',
    summary: 'An institution’s orders, newest first by default',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] },
    params: z.object({ hospital }),
    query: search,
    reply: z.object({ ...page, ordersDTO: z.array(orderRow) }),
    cost: 'search',
    errors: ['invalid-page'],
  },
  listLean: {
    method: 'GET',
    path: '/api/Orders/v2/{hospital}',
    summary: 'The same list with fewer fields',
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] },
    params: z.object({ hospital }),
    query: search,
    reply: z.object({ ...page, orderProjectionsDTO: z.array(orderProjection) }),
    cost: 'search',
    errors: ['invalid-page'],
  },
  historyFilter: {
    method: 'GET',
    path: '/api/Samples/GetOrderHistoryFilter',
    summary: 'The filter options of the list: the tests, providers, institutions and dates of its orders',
    access: { kind: 'institution', permissions: ['ViewOrder'] },
    query: z.object({
      hospitalCode: hospital.optional(),
      status: z.enum(SEARCH_STATUSES).optional(),
      /** Comma-separated, in place of `hospitalCode`; without either, all of the user's. */
      institutionCodes: commaList(4000).optional(),
    }),
    reply: z.object({
      total: counted,
      /** By name. */
      tests: z.array(z.object({ code: z.string(), name: z.string(), count: counted })),
      providers: z.array(z.object({ name: z.string(), count: counted })),
      /** All of the user's institutions that have orders, regardless of the request. */
      institutions: z.array(z.object({ code: z.string(), name: z.string(), count: counted })),
      /** Of the order dates, in the laboratory's time zone; null if there are no orders. */
      firstDate: z.iso.date().nullable(),
      lastDate: z.iso.date().nullable(),
    }),
    cost: 'search',
    errors: [],
  },
  export: {
    method: 'GET',
    path: '/api/Orders/{hospital}/export',
    summary: `The whole list as CSV, up to ${MOST_EXPORTED} orders`,
    access: { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] },
    params: z.object({ hospital }),
    query: z.object({
      ...filters,
      ...sorting,
      /** Only these orders. */
      ids: orderIds.optional(),
    }),
    reply: { file: true },
    perMinute: 20,
    cost: 'export',
    errors: [],
  },
})

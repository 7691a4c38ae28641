import fc from 'fast-check'
import type { OrderColumn } from '#contract/lists.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import {
  ORDER_STAGES,
  ORDER_STATE_META,
  type OrderStage,
  type OrderState,
  type SearchStatus,
} from '#domain/orders/status.ts'
import { searchTerms } from '#domain/text/search-terms.ts'
import { searchable } from '#domain/text/searchable.ts'

/** A row of `orders`, as far as lists read it. */
export interface AnyOrder {
  id: number
  institution_code: string
  state: OrderState
  state_before_cancel: OrderStage | null
  is_blank: boolean
  patient_first_name: string
  patient_last_name: string
  patient_date_of_birth: string
  test_codes: string[]
  test_name: string
  provider_name: string
  search_text: string
  accession_number: string | null
  record_numbers: string[]
  expected_on: string | null
  created_at: string
  submitted_at: string | null
  reported_at: string | null
  report_opened_at: string | null
  has_pending_test: boolean
  on_hold_since: string | null
  missing_info: boolean
}

const TEST_NAMES: Readonly<Record<string, string>> = {
  WES1: 'Whole Exome',
  EPI2: 'Epilepsy Panel',
  OVA3: 'Ovarian Panel',
  CYS4: 'Cystic Fibrosis',
  ONE7: 'Single Gene',
}
/** So many that a part of them all is looked for name by name, and two such parts not in the index alone. */
const LAST_NAMES = [
  ...Array.from(
    { length: 90 },
    (_, n) => `Berg${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}`,
  ),
  ...['Abara', 'Abel', 'Ström', 'Strand'],
]
const FIRST_NAMES = ['Linh', 'Bergur', 'Zoë', 'Abe']
const PROVIDERS = ['', 'Ada Okafor', 'Ada Lindberg', 'Zoë Ramnefjell']
const BIRTHDAYS = ['', '2001-03-14', '1999-12-31', '2019-03-14']
const STATES: readonly OrderState[] = [
  ...['draft', 'en-route', 'accessioned', 'in-process', 'reported', 'pending-cancellation', 'cancelled'],
] as readonly OrderState[]

const NOW = Date.UTC(2026, 2, 20, 5)
const instant = fc.nat({ max: 4000 }).map((quarters) => new Date(NOW - quarters * 900_000).toISOString())

const anyOrder = fc
  .record({
    institution_code: fc.nat(),
    state: fc.constantFrom(...STATES, 'reported', 'reported', 'in-process'),
    before: fc.constantFrom(null, 'accessioned' as const, 'in-process' as const),
    isBlank: fc.nat({ max: 3 }).map((drawn) => drawn === 0),
    first: fc.constantFrom(...FIRST_NAMES),
    last: fc.constantFrom(...LAST_NAMES),
    born: fc.constantFrom(...BIRTHDAYS),
    tests: fc.subarray(Object.keys(TEST_NAMES), { minLength: 1, maxLength: 2 }),
    provider: fc.constantFrom(...PROVIDERS),
    number: fc.option(fc.nat({ max: 899 })),
    record: fc.option(fc.nat({ max: 899 })),
    expected: fc.constantFrom(null, '2020-01-02', '2020-05-06', '2999-01-02'),
    at: instant,
    ...{ isOpened: fc.boolean(), isPending: fc.boolean() },
    isHeld: fc.nat({ max: 4 }).map((drawn) => drawn === 0),
  })
  .map(({ state, before, first, last, tests, ...drawn }): Omit<AnyOrder, 'id' | 'institution_code'> => {
    const isBlank = state === 'draft' && drawn.isBlank
    const names = tests.map((code) => TEST_NAMES[code] ?? '')
    const mayBeHeld = state === 'accessioned' || state === 'in-process'
    return {
      ...{ state, is_blank: isBlank, state_before_cancel: state === 'pending-cancellation' ? before : null },
      ...{ patient_first_name: isBlank ? '' : first, patient_last_name: isBlank ? '' : last },
      patient_date_of_birth: isBlank ? '' : drawn.born,
      ...{ test_codes: isBlank ? [] : tests, test_name: isBlank ? '' : (names[0] ?? '') },
      provider_name: drawn.provider,
      search_text: isBlank ? '' : searchable([first, last, ...names, ...tests].join(' ')),
      accession_number: state === 'draft' || drawn.number === null ? null : `26-5000${100 + drawn.number}`,
      record_numbers: isBlank || drawn.record === null ? [] : [`MR${700 + drawn.record}`],
      ...{ expected_on: drawn.expected, created_at: drawn.at },
      submitted_at: state === 'draft' ? null : drawn.at,
      reported_at: state === 'reported' ? drawn.at : null,
      report_opened_at: state === 'reported' && drawn.isOpened ? drawn.at : null,
      has_pending_test: state === 'reported' && drawn.isPending,
      on_hold_since: mayBeHeld && drawn.isHeld ? drawn.at : null,
      missing_info: mayBeHeld && drawn.isHeld && drawn.isOpened,
    }
  })

/** Several hundred orders of these institutions, most of the first one. */
export const anyOrders = (institutions: readonly [string, ...string[]]) =>
  fc.array(anyOrder, { minLength: 500, maxLength: 500, size: 'max' }).map((drawn) =>
    drawn.map(
      (order, index): AnyOrder => ({
        ...order,
        id: 4_000_000 + index,
        institution_code: institutions[index % 5 < 3 ? 0 : index % institutions.length] ?? institutions[0],
      }),
    ),
  )

/** A list as a plain count and sort of all orders has it. */
export interface ListedQuery {
  institutions: readonly string[]
  keyword?: string
  patient?: string
  provider?: string
  labNumber?: string
  test?: string
  status?: SearchStatus
  dateFrom?: string
  dateTo?: string
  late?: boolean
  missingInfo?: boolean
  unread?: boolean
  onHold?: boolean
  orderBy: OrderColumn
  isAscending: boolean
}

/** So many words begin like this that orders are looked through for it, if a test has added them to the index. */
export const MANY_WORDS_BEGIN = ['ab', '4000']

const partOf = (text: string) =>
  fc
    .tuple(fc.nat({ max: Math.max(0, text.length - 1) }), fc.integer({ min: 1, max: 6 }))
    .map(([from, length]) => text.slice(from, from + length))
const anyPart = (texts: readonly string[]) => fc.constantFrom(...texts).chain(partOf)

const anyWord = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('er', 'berg', 'erg', ...MANY_WORDS_BEGIN) },
  ...[
    ...[anyPart(LAST_NAMES), anyPart(FIRST_NAMES), anyPart(Object.values(TEST_NAMES))],
    fc.constantFrom(...Object.keys(TEST_NAMES), ...['scn1a', 'CFTR', 'mecp2', 'brca1']),
    ...[fc.constantFrom(...BIRTHDAYS.filter(Boolean), '03/14/2001'), fc.constant('nobodyhasthis')],
    fc.nat({ max: 499 }).map((n) => String(4_000_000 + n)),
    fc.nat({ max: 899 }).chain((n) => partOf(`26-5000${100 + n}`)),
    fc.nat({ max: 899 }).map((n) => `mr${700 + n}`.slice(0, 4)),
  ],
)
const anyWords = fc
  .oneof(fc.tuple(anyWord), fc.array(anyWord, { minLength: 1, maxLength: 3 }))
  .map((words) => words.join(' '))
/** One in `times` has the value, the others none. */
const oneIn = <T>(times: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
const rarely = <T>(value: fc.Arbitrary<T>) => oneIn(12, value)

/** Filters of a list, as its request has them. */
export const anyFilters = (statuses: readonly SearchStatus[]) =>
  fc
    .record({
      keyword: fc.option(anyWords, { nil: undefined, freq: 5 }),
      patient: rarely(anyPart([...LAST_NAMES, ...FIRST_NAMES])),
      provider: rarely(anyPart(['Ada', 'Zoë', 'Lindberg'])),
      labNumber: rarely(fc.constantFrom('26-5000', '26-50001', '26-50005')),
      test: rarely(fc.constantFrom(...Object.keys(TEST_NAMES))),
      status: oneIn(4, fc.constantFrom(...statuses)),
      dateFrom: oneIn(5, fc.constantFrom('2026-02-20', '2026-03-08')),
      dateTo: oneIn(5, fc.constantFrom('2026-03-08', '2026-03-15')),
      ...{ late: rarely(fc.boolean()), missingInfo: rarely(fc.boolean()) },
      ...{ unread: rarely(fc.boolean()), onHold: rarely(fc.boolean()) },
    })
    .map((filters) => {
      const given = Object.entries(filters).filter(([, value]) => value !== undefined)
      return Object.fromEntries(given) as {
        [Name in keyof typeof filters]?: NonNullable<(typeof filters)[Name]>
      }
    })

const stageOf = ({ state, state_before_cancel }: AnyOrder): OrderStage =>
  state === 'pending-cancellation' ? (state_before_cancel ?? 'en-route') : state
const dateOf = ({ submitted_at, created_at }: AnyOrder) => submitted_at ?? created_at
const dayOf = (order: AnyOrder) => todayAtLaboratory(new Date(dateOf(order)))

function hasWord(order: AnyOrder, word: string, genes: ReadonlyMap<string, readonly string[]>): boolean {
  const numbers = [String(order.id), order.accession_number ?? '', ...order.record_numbers]
  const lower = word.toLowerCase()
  return (
    order.search_text.includes(searchable(word)) ||
    (order.accession_number ?? '').toLowerCase().startsWith(lower) ||
    String(order.id) === word ||
    (word.length > 2 && numbers.some((number) => number.toLowerCase().includes(lower))) ||
    order.patient_date_of_birth === word ||
    order.test_codes.some((code) => genes.get(code)?.includes(word.toUpperCase()))
  )
}

const isNamed = (name: string, words: string) =>
  searchTerms(words).every((word) => searchable(name).includes(searchable(word)))

const isLate = (order: AnyOrder, today: string) =>
  (['accessioned', 'in-process', 'pending-cancellation'].includes(order.state) || order.has_pending_test) &&
  order.on_hold_since === null &&
  order.expected_on !== null &&
  order.expected_on < today

/** A value to sort by; null comes last in either direction. */
const SORT_VALUES: Readonly<Record<OrderColumn, (order: AnyOrder) => readonly (string | number | null)[]>> = {
  orderDate: (order) => [Date.parse(dateOf(order))],
  patient: ({ patient_last_name, patient_first_name }) => [patient_last_name, patient_first_name],
  dateOfBirth: ({ patient_date_of_birth }) => [patient_date_of_birth || null],
  test: ({ test_name }) => [test_name],
  labNumber: ({ accession_number }) => [accession_number],
  id: () => [],
  provider: ({ provider_name }) => [provider_name || null],
  hospital: ({ institution_code }) => [institution_code],
  status: (order) => [ORDER_STAGES.indexOf(stageOf(order))],
  expected: ({ expected_on }) => [expected_on],
}
const names = new Intl.Collator('und')

function compared(one: AnyOrder, other: AnyOrder, { orderBy, isAscending }: ListedQuery): number {
  const [ones, others] = [one, other].map((order) => [...SORT_VALUES[orderBy](order), order.id])
  for (const [index, value] of (ones ?? []).entries()) {
    const against = others?.[index] ?? null
    if (value === null || against === null) {
      if (value === against) continue
      return value === null ? 1 : -1
    }
    const order = typeof value === 'number' ? value - Number(against) : names.compare(value, String(against))
    if (order !== 0) return isAscending ? order : -order
  }
  return 0
}

/** The orders of a list, all of them, in its order. `genes` are those by which each test is found. */
export function listedBy(
  orders: readonly AnyOrder[],
  query: ListedQuery,
  { genes, today }: { genes: ReadonlyMap<string, readonly string[]>; today: string },
): AnyOrder[] {
  const { keyword = '', patient = '', provider = '', labNumber = '', test, status } = query
  const { dateFrom = '', dateTo = '9', late, missingInfo, unread, onHold } = query
  const is = (asked: boolean | undefined, has: boolean) => asked === undefined || asked === has
  return orders
    .filter(
      (order) =>
        query.institutions.includes(order.institution_code) &&
        !order.is_blank &&
        searchTerms(keyword).every((word) => hasWord(order, word, genes)) &&
        isNamed(`${order.patient_first_name} ${order.patient_last_name}`, patient) &&
        isNamed(order.provider_name, provider) &&
        (order.accession_number ?? '').startsWith(labNumber) &&
        (test === undefined || order.test_codes.includes(test)) &&
        (status === undefined || ORDER_STATE_META[stageOf(order)].search === status) &&
        dayOf(order) >= dateFrom &&
        dayOf(order) <= dateTo &&
        is(late, isLate(order, today)) &&
        is(missingInfo, order.missing_info) &&
        is(unread, order.state === 'reported' && order.report_opened_at === null) &&
        is(onHold, order.on_hold_since !== null),
    )
    .toSorted((one, other) => compared(one, other, query))
}

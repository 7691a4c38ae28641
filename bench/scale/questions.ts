import { MOST_COUNTED } from '#contract/lists.ts'
import { SMALL, VAST } from './cluster.ts'
import type { ServedPortal } from './served.ts'

/** Queries for a list of orders: a name and the request's path. */
export type Questions = Record<string, string>

const DAY_MS = 24 * 3_600_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const SORTED = [
  'patient',
  'dateOfBirth',
  'test',
  'labNumber',
  'id',
  'provider',
  'status',
  'expected',
] as const

interface Facets {
  total: number
  tests: { code: string; name: string; count: number }[]
  providers: { name: string; count: number }[]
}
interface List {
  ordersDTO: { id: number; accessionNumber: string | null; patient: { lastName: string } }[]
}

/** Queries about this portal's vast institution. */
export async function questionsOf({ ask }: ServedPortal): Promise<Questions> {
  const read = async <T>(path: string) => JSON.parse((await ask(path)).text) as T
  const facetsPath = `/api/Samples/GetOrderHistoryFilter?hospitalCode=${VAST}`
  const { total, tests, providers } = await read<Facets>(facetsPath)
  const list = (query: Record<string, string | number> = {}, at = VAST) =>
    `/api/Orders/${at}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
  /** As the portal's list asks. */
  const displayed = (query: Record<string, string | number>) => list({ ...query, countTo: MOST_COUNTED })
  const byCount = tests.toSorted((a, b) => b.count - a.count)
  const { ordersDTO } = await read<List>(list({ status: 'reported', skip: Math.floor(total / 3) }))
  const [known] = ordersDTO.filter(({ accessionNumber }) => accessionNumber !== null)
  if (!known) throw new Error('no order to look for')
  const { lastName } = known.patient
  const half = Math.floor(total / 2)
  return {
    'first page': list(),
    'first page, short form': list().replace('/Orders/', '/Orders/v2/'),
    'first page of a small institution': list({}, SMALL),
    'first page of two institutions': list({ hospitalCodes: `${VAST},${SMALL}` }),
    'status reported': list({ status: 'reported' }),
    'status in process': list({ status: 'in-process' }),
    'status pending submission': list({ status: 'pending-submission' }),
    'a month of last year': list({ dateFrom: daysAgo(400), dateTo: daysAgo(370) }),
    'the most ordered test': list({ test: byCount[0]?.code ?? '' }),
    'the least ordered test': list({ test: byCount.at(-1)?.code ?? '' }),
    'a provider': list({ provider: providers[7]?.name ?? '' }),
    'a patient': list({ patient: lastName }),
    'a laboratory number': list({ labNumber: known.accessionNumber ?? '' }),
    late: list({ late: 'true' }),
    'missing information': list({ missingInfo: 'true' }),
    'unread reports': list({ unread: 'true' }),
    'search: a part of a name': displayed({ keyword: lastName.slice(2).toLowerCase() }),
    'search: a part of many names': displayed({ keyword: 'berg' }),
    'search: two words': displayed({ keyword: `${lastName.slice(1)} ${byCount[3]?.name.split(' ')[0]}` }),
    'search: a laboratory number': displayed({ keyword: known.accessionNumber ?? '' }),
    'search: our number': displayed({ keyword: known.id }),
    'search: a test': displayed({ keyword: byCount[0]?.code ?? '' }),
    'search: a gene': displayed({ keyword: 'brca1' }),
    'search: two letters': displayed({ keyword: 'al' }),
    'search: a test, counted to the end': list({ keyword: byCount[0]?.code ?? '' }),
    'search: a part of many names, by patient': displayed({
      ...{ keyword: 'berg', orderBy: 'patient', isAscending: 'true' },
    }),
    'two filters together': displayed({ late: 'false', group: 'other' }),
    ...Object.fromEntries(
      SORTED.flatMap((orderBy) => [
        [`sorted by ${orderBy}`, list({ orderBy, isAscending: 'true' })],
        [`sorted by ${orderBy}, down`, list({ orderBy, isAscending: 'false' })],
      ]),
    ),
    'page in the middle': list({ skip: half }),
    'page in the middle of reported': list({ status: 'reported', skip: Math.floor(half * 0.9) }),
    'page in the middle, by patient': list({ orderBy: 'patient', skip: half }),
    'last page': list({ skip: total - 5 }),
    'what it can be narrowed by': facetsPath,
    'counts by status': `/api/Samples/${VAST}/dashboard`,
    'the header’s alerts': `/api/Orders/${VAST}/header-alert`,
  }
}

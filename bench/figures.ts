import { writeBehind } from '#domain/figures/behind.ts'
import { addMonths } from '#domain/figures/months.ts'
import { settingsOf } from './harness.ts'
import { DEFAULT_DIR, openCluster, SMALL, VAST } from './scale/cluster.ts'
import { compareSizes, type Question } from './scale/flat.ts'
import { makeOrders } from './scale/make.ts'
import { type ServedPortal, serve } from './scale/served.ts'

/**
 * The page of a clinic's figures at several sizes, and the list behind one of its numbers, beside the bare SQL of the same counts
 * and a request that reads no database. Missing databases are created first, which takes minutes per million.
 */
const settings = settingsOf(
  { sizes: '10000,1000000', dir: DEFAULT_DIR, rounds: 7, times: 5 },
  { sizes: '10000', rounds: 2, times: 2 },
)
const { dir, ...recorded } = settings
const { rounds, times } = recorded
const sizes = settings.sizes.split(',').map(Number)

interface Facets {
  tests: { code: string; count: number }[]
  providers: { name: string; count: number }[]
}

/** What the page adds up, by one statement on the kept counts: by month, by test and by provider. */
const FLOOR = `with kept as (
    select test, provider, month, measure, cause, n, days from figure_count
      where institution_code = any ($1) and month between $2::date and $3::date and (test = '' or provider = '')
    union all
    select unnest(tests), '', month, measure, cause, n, days from figure_count_change
      where institution_code = any ($1) and month between $2::date and $3::date)
  select 'month' as by, month::text as key, measure, cause, sum(n), sum(days) from kept where test = '' and provider = '' group by 2, 3, 4
  union all
  select 'test', test, measure, cause, sum(n), sum(days) from kept where test <> '' group by 2, 3, 4
  union all
  select 'provider', provider, measure, cause, sum(n), sum(days) from kept where test = '' and provider <> '' group by 2, 3, 4`

async function questionsOf({ ask }: ServedPortal): Promise<Record<string, Question>> {
  const { text } = await ask(`/api/Samples/GetOrderHistoryFilter?hospitalCode=${VAST}`)
  const { tests, providers } = JSON.parse(text) as Facets
  const [test] = tests.toSorted((a, b) => b.count - a.count)
  const [provider] = providers.toSorted((a, b) => b.count - a.count)
  const to = new Date().toISOString().slice(0, 7)
  const figures = (months: number, more: Record<string, string> = {}, at = VAST) =>
    `/api/figures/${at}?${new URLSearchParams({ from: addMonths(to, 1 - months), to, ...more })}`
  const withFloor = (months: number, at: string): Question => ({
    path: figures(months, {}, at),
    floor: { text: FLOOR, values: [[at], `${addMonths(to, 1 - months)}-01`, `${to}-01`] },
  })
  const behind = (figure: string) => {
    const month = addMonths(to, -2)
    const value = writeBehind({ figure, from: month, to: month, test: '', provider: '' })
    return `/api/Orders/${VAST}?${new URLSearchParams({ behind: value })}`
  }
  return {
    'a constant (the configuration)': '/api/configuration',
    'figures of 12 months': withFloor(12, VAST),
    'figures of 24 months': withFloor(24, VAST),
    'figures of a test': figures(12, { test: test?.code ?? '' }),
    'figures of a provider': figures(12, { providerName: provider?.name ?? '' }),
    'figures of two institutions': figures(12, { hospitalCodes: `${VAST},${SMALL}` }),
    'figures of a small institution': withFloor(12, SMALL),
    'the orders behind a month': behind('submitted'),
    'the orders behind a month’s holds': behind('hold'),
  }
}

const cluster = await openCluster(dir)
const served: ServedPortal[] = []
try {
  await makeOrders(cluster, sizes)
  for (const orders of sizes) served.push(await serve(cluster, orders))
  await compareSizes(served, questionsOf, {
    ...{ bench: 'figures', settings: recorded, rounds, times },
    urlOf: (orders) => cluster.urlOf(orders),
  })
} finally {
  await Promise.all(served.map((one) => one.stop()))
  await cluster.stop()
}

import { writeBehind } from '#domain/figures/behind.ts'
import { addMonths } from '#domain/figures/months.ts'
import { settingsOf } from './harness.ts'
import { DEFAULT_DIR, openCluster, SMALL, VAST } from './scale/cluster.ts'
import { compareSizes } from './scale/flat.ts'
import { makeOrders } from './scale/make.ts'
import { type ServedPortal, serve } from './scale/served.ts'

/**
 * The page of a clinic's figures at several sizes, and the list behind one of its numbers, beside a request that reads no
 * database. Missing databases are created first, which takes minutes per million.
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

async function questionsOf({ ask }: ServedPortal): Promise<Record<string, string>> {
  const { text } = await ask(`/api/Samples/GetOrderHistoryFilter?hospitalCode=${VAST}`)
  const { tests, providers } = JSON.parse(text) as Facets
  const [test] = tests.toSorted((a, b) => b.count - a.count)
  const [provider] = providers.toSorted((a, b) => b.count - a.count)
  const to = new Date().toISOString().slice(0, 7)
  const figures = (months: number, more: Record<string, string> = {}, at = VAST) =>
    `/api/figures/${at}?${new URLSearchParams({ from: addMonths(to, 1 - months), to, ...more })}`
  const behind = (figure: string) => {
    const month = addMonths(to, -2)
    const value = writeBehind({ figure, from: month, to: month, test: '', provider: '' })
    return `/api/Orders/${VAST}?${new URLSearchParams({ behind: value })}`
  }
  return {
    'a constant (the configuration)': '/api/configuration',
    'figures of 12 months': figures(12),
    'figures of 24 months': figures(24),
    'figures of a test': figures(12, { test: test?.code ?? '' }),
    'figures of a provider': figures(12, { providerName: provider?.name ?? '' }),
    'figures of two institutions': figures(12, { hospitalCodes: `${VAST},${SMALL}` }),
    'figures of a small institution': figures(12, {}, SMALL),
    'the orders behind a month': behind('submitted'),
    'the orders behind a month’s holds': behind('hold'),
  }
}

const cluster = await openCluster(dir)
const served: ServedPortal[] = []
try {
  await makeOrders(cluster, sizes)
  for (const orders of sizes) served.push(await serve(cluster, orders))
  await compareSizes(served, questionsOf, { bench: 'figures', settings: recorded, rounds, times })
} finally {
  await Promise.all(served.map((one) => one.stop()))
  await cluster.stop()
}

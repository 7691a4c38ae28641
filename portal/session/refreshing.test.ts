import { type Query, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshing } from './refreshing.ts'

/** What is shown, as the keys of its queries. */
const VISIBLE: Record<string, unknown[]> = {
  '1001': ['orders', '1001', 'list', { top: 25 }],
  '1003': ['orders', '1003', 'one', 77],
}
let queries: QueryClient
/** What is read again, look by look. */
let looks: string[]
let reading = 0
beforeEach(() => {
  vi.useFakeTimers()
  queries = new QueryClient()
  for (const key of Object.values(VISIBLE)) queries.setQueryData(key, [])
  looks = []
  reading = 0
  vi.spyOn(queries, 'isFetching').mockImplementation(() => reading)
  vi.spyOn(queries, 'invalidateQueries').mockImplementation(async (filters) => {
    const again = queries.getQueryCache().findAll(filters as { predicate(query: Query): boolean })
    looks.push(
      again
        .map(({ queryKey }) => Object.keys(VISIBLE).find((name) => VISIBLE[name] === queryKey))
        .toSorted()
        .join(),
    )
  })
})
afterEach(() => vi.useRealTimers())

test('the first change is looked at at once, those that follow together', () => {
  const orders = refreshing(queries)
  orders.changed('1001')
  expect(looks).toEqual(['1001'])
  for (let n = 0; n < 1000; n += 1) orders.changed(n % 2 ? '1001' : '1003')
  expect(looks).toEqual(['1001'])
  vi.advanceTimersByTime(1000)
  expect(looks).toEqual(['1001', '1001,1003'])
  vi.advanceTimersByTime(10_000)
  expect(looks).toHaveLength(2)
  orders.changed('1001')
  expect(looks).toHaveLength(3)
})

test('what is being read is not asked for again before it has come, however slow, and nothing is forgotten', () => {
  const orders = refreshing(queries)
  reading = 1
  orders.changed('1001')
  vi.advanceTimersByTime(5000)
  expect(looks).toEqual([])
  reading = 0
  vi.advanceTimersByTime(1000)
  expect(looks).toEqual(['1001'])
})

test('whoever leaves asks no more', () => {
  const orders = refreshing(queries)
  orders.changed('1001')
  orders.changed('1003')
  orders.stop()
  vi.advanceTimersByTime(5000)
  expect(looks).toEqual(['1001'])
})

test('a change at another of the reader’s institutions is read wherever its orders are among those shown', () => {
  const several = { hospitalCodes: '1001,1003' }
  const displayed = {
    notices: ['report-notices'],
    list: ['orders', '1001', 'list', several],
    results: ['orders', '1001', 'results', { gene: 'BRCA2', ...several }],
  }
  const others = { own: ['orders', '1001', 'list', { hospitalCodes: '1001' }], profile: ['profile'] }
  vi.mocked(queries.invalidateQueries).mockRestore()
  for (const key of Object.values({ ...displayed, ...others })) queries.setQueryData(key, [])
  refreshing(queries).changed('1003')
  const isOutdated = (key: unknown[]) => queries.getQueryState(key)?.isInvalidated
  expect(Object.values(displayed).map(isOutdated)).toEqual([true, true, true])
  expect(Object.values(others).map(isOutdated)).toEqual([false, false])
})

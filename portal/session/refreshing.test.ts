import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshing } from './refreshing.ts'

let queries: QueryClient
let looks: string[]
let reading = 0
beforeEach(() => {
  vi.useFakeTimers()
  queries = new QueryClient()
  looks = []
  reading = 0
  vi.spyOn(queries, 'isFetching').mockImplementation(() => reading)
  vi.spyOn(queries, 'invalidateQueries').mockImplementation(async (filters) => {
    looks.push(String(filters?.queryKey?.[1]))
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
  expect(looks).toEqual(['1001', '1003', '1001'])
  vi.advanceTimersByTime(10_000)
  expect(looks).toHaveLength(3)
  orders.changed('1001')
  expect(looks).toHaveLength(4)
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

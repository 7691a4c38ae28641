import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#portal/api.ts'
import { orderOptions } from './queries.ts'

afterEach(() => vi.restoreAllMocks())

test('[OPS-11] a page that reads its order again by itself, as after an outage, does not say that it was opened', async () => {
  const get = vi.spyOn(api.orders, 'get').mockResolvedValue({ id: 7 } as never)
  const queries = new QueryClient()
  const options = orderOptions('P1', 7)
  await queries.fetchQuery(options)
  await queries.refetchQueries({ queryKey: ['orders'], type: 'all' })
  expect(get.mock.calls.map(([{ headers }]) => headers?.['x-karyo-refresh'])).toEqual([undefined, 'true'])
})

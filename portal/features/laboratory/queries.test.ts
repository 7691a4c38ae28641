import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { laboratoryRoutes } from '#contract/laboratory.ts'
import type { ReplyOf } from '#contract/route.ts'
import { PortalQueryClient } from '#portal/query-client.ts'
import { queuesOptions } from './queries.ts'

test('whoever comes back to the desk’s dashboard sees what they have done elsewhere', async () => {
  let requests = 0
  const queryFn = async () => {
    requests += 1
    return { counts: {} } as ReplyOf<typeof laboratoryRoutes.queues>
  }
  const observer = new QueryObserver(new PortalQueryClient(), { ...queuesOptions, queryFn })
  const show = async () => {
    const leave = observer.subscribe(() => undefined)
    await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false)
    leave()
  }
  await show()
  await show()
  expect(requests).toBe(2)
})

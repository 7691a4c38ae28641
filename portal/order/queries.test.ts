import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#portal/api.ts'
import { availabilityOptions, orderOptions } from './queries.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

test.each([
  ['order', orderOptions('P1', 7)],
  ['sample’s questions', availabilityOptions('P1', 7)],
])(
  '[OPS-11] a page that reads its %s again by itself, as after an outage, says so',
  async (_what, options) => {
    const marks: (string | null)[] = []
    vi.stubGlobal('sessionStorage', { getItem: () => null })
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      marks.push(new Headers(init.headers).get('x-karyo-refresh'))
      return Response.json([])
    })
    await queryClient.fetchQuery(options as never)
    await queryClient.refetchQueries({ queryKey: ['orders'], type: 'all' })
    expect(marks).toEqual([null, 'true'])
  },
)

import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { ANSWERED_WITHIN_MS, isLong } from '#contract/client.ts'
import { costOf, type Route, type Routes } from '#contract/route.ts'
import { COST_LIMITS } from './costs.ts'

test('a page waits for every answer longer than the portal may take for it', () => {
  const routes: Route[] = Object.values<Routes>(api).flatMap((feature) => Object.values(feature))
  const tooLong = routes.filter(
    (route) => !isLong(route) && COST_LIMITS[costOf(route)].withinMs > ANSWERED_WITHIN_MS / 2,
  )
  expect(routes.length).toBeGreaterThan(100)
  expect(tooLong.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

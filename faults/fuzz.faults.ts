import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FuzzReport, fire } from '../server/testing/fuzz/run.ts'
import { startPortal, type TestPortal } from '../server/testing/portal.ts'

/** Number of requests in `FUZZ_REQUESTS`; another `FUZZ_SEED` generates others. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 100_000)
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_701)
/**
 * Each lane has its own database, so that every write is known to come from the one request running in it.
 */
const LANES = 3

const portals: TestPortal[] = []
beforeAll(async () => {
  for (let lane = 0; lane < LANES; lane += 1) portals.push(await startPortal())
})
afterAll(() => Promise.all(portals.map((one) => one.stop())))

/** The totals over all lanes. */
function summed(lanes: FuzzReport[], what: 'statuses' | 'codes'): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const lane of lanes)
    for (const [key, count] of Object.entries(lane[what])) sum[key] = (sum[key] ?? 0) + count
  return sum
}

test(`${REQUESTS} valid, nearly valid and hostile requests, over all routes`, async () => {
  const lanes = await Promise.all(
    portals.map((one, lane) => fire(one, Math.ceil(REQUESTS / LANES), SEED + lane)),
  )
  const [statuses, codes] = [summed(lanes, 'statuses'), summed(lanes, 'codes')]
  console.info(`fuzz: ${REQUESTS} requests of seed ${SEED}`, { statuses, codes })
  expect(lanes.flatMap(({ wrong }) => wrong)).toEqual([])
  // Requests reached the handlers behind the access checks; an open stream would not end.
  const [first, ...others] = lanes.map(({ neverIn }) => neverIn)
  expect(first?.filter((name) => others.every((lane) => lane.includes(name)))).toEqual(['portal.live'])
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted')
}, 2_400_000)

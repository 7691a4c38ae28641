import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FuzzReport, fire } from '../server/testing/fuzz/run.ts'
import { startPortal, type TestPortal } from '../server/testing/portal.ts'

/** `FUZZ_REQUESTS` of them, and other ones with another `FUZZ_SEED`. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 100_000)
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_701)
/** Each has a database of its own, so that what was written is known to be by the one request that runs in it. */
const LANES = 3

const portals: TestPortal[] = []
beforeAll(async () => {
  for (let lane = 0; lane < LANES; lane += 1) portals.push(await startPortal())
})
afterAll(() => Promise.all(portals.map((one) => one.stop())))

/** How often each was counted in all lanes. */
function summed(lanes: FuzzReport[], what: 'statuses' | 'codes'): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const lane of lanes)
    for (const [key, count] of Object.entries(lane[what])) sum[key] = (sum[key] ?? 0) + count
  return sum
}

test(`${REQUESTS} requests, right, nearly right and hostile, over all routes`, async () => {
  const lanes = await Promise.all(
    portals.map((one, lane) => fire(one, Math.ceil(REQUESTS / LANES), SEED + lane)),
  )
  const [statuses, codes] = [summed(lanes, 'statuses'), summed(lanes, 'codes')]
  console.info(`fuzz: ${REQUESTS} requests of seed ${SEED}`, { statuses, codes })
  expect(lanes.flatMap(({ wrong }) => wrong)).toEqual([])
  // What is behind every door was asked, not only the door; a stream that is open would not end.
  const [first, ...others] = lanes.map(({ neverIn }) => neverIn)
  expect(first?.filter((name) => others.every((lane) => lane.includes(name)))).toEqual(['portal.live'])
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted')
}, 2_400_000)

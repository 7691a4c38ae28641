import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DEMO_INSTITUTION,
  type DemoThings,
  GET_ROUTES,
  pathAt,
  queryAt,
  startDemoPortal,
  thingsAt,
} from './testing/demo-portal.ts'
import { problemIn } from './testing/portal.ts'

const NONE_THERE = [
  ...['coverage.checkById', 'coverage.estimatePdf', 'documents.download', 'laboratory.message'],
  ...['manifest.template', 'samples.fileDownload', 'treatments.get'],
]

let portal: Awaited<ReturnType<typeof startDemoPortal>>
const things = new Map<string, DemoThings>()
/** Who sees most of an institution, who manages its users, and the laboratory. */
const WHO = ['super@demo.test', 'admin@demo.test', 'Support']
beforeAll(async () => {
  portal = await startDemoPortal()
  for (const who of WHO) things.set(who, await thingsAt(portal.database.url, DEMO_INSTITUTION, who))
})
afterAll(() => portal?.stop())

// The bound is `statementMs` of costs.ts: what takes longer is answered with 503.
test('[SEC-02] every route that reads answers on the demo’s own data within its bound', async () => {
  const answered: Record<string, number[]> = {}
  for (const [name, route] of GET_ROUTES)
    for (const [who, of] of things) {
      const reply = await portal.inject(`${pathAt(route, of)}${queryAt(route, of)}`, { as: who })
      answered[name] = [...(answered[name] ?? []), reply.status]
      if (reply.status >= 400)
        expect([name, await problemIn(reply)]).not.toMatchObject([name, { status: 400 }])
    }
  expect(Object.entries(answered).filter(([, statuses]) => statuses.some((one) => one >= 500))).toEqual([])
  // What is refused at the door shows nothing: of these things the demo's first institution has none.
  const refused = Object.entries(answered).filter(([, statuses]) => !statuses.includes(200))
  expect(refused.map(([name]) => name).sort()).toEqual(NONE_THERE)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DEMO_INSTITUTION,
  type DemoThings,
  GET_ROUTES,
  pathAt,
  queryAt,
  startDemoPortal,
  thingsAt,
} from '../testing/demo-portal.ts'
import { problemIn } from '../testing/portal.ts'

/** The demo's first institution has none of these. */
const NONE_THERE = [
  ...['coverage.checkById', 'coverage.estimatePdf', 'documents.download'],
  ...['familyCascade.reported', 'laboratory.message', 'manifest.template'],
  ...['reclassification.letter', 'reportChanges.compare', 'resultDesk.candidates', 'resultDesk.document'],
  ...['resultDesk.read', 'resultDesk.reportDocument', 'samples.fileDownload', 'treatments.get'],
]

let portal: Awaited<ReturnType<typeof startDemoPortal>>
const things = new Map<string, DemoThings>()
/** The user with the most access at an institution, its user administrator, and the laboratory. */
const WHO = ['super@demo.test', 'admin@demo.test', 'Support']
beforeAll(async () => {
  portal = await startDemoPortal()
  for (const who of WHO) things.set(who, await thingsAt(portal.database.url, DEMO_INSTITUTION, who))
})
afterAll(() => portal?.stop())

// The bound is `statementMs` of costs.ts: a slower statement is answered with 503.
test('[SEC-02] every reading route answers within its time limit on the demo’s data', async () => {
  const answered: Record<string, number[]> = {}
  for (const [name, route] of GET_ROUTES)
    for (const [who, of] of things) {
      const reply = await portal.inject(`${pathAt(route, of)}${queryAt(route, of)}`, { as: who })
      answered[name] = [...(answered[name] ?? []), reply.status]
      if (reply.status >= 400)
        expect([name, await problemIn(reply)]).not.toMatchObject([name, { status: 400 }])
    }
  expect(Object.entries(answered).filter(([, statuses]) => statuses.some((one) => one >= 500))).toEqual([])
  // A refused request would show nothing.
  const refused = Object.entries(answered).filter(([, statuses]) => !statuses.includes(200))
  expect(refused.map(([name]) => name).sort()).toEqual(NONE_THERE)
})

// Each parameter of each route on its own, with the others unchanged.
test('[SEC-15] no parameter of a path or query fails on the name of an inherited object property', async () => {
  const [who, of] = [WHO[0] ?? '', things.get(WHO[0] ?? '')]
  if (!of) throw new Error('nobody asks')
  const names = ['constructor', '__proto__']
  const failed: string[] = []
  const requested = new Set<string>()
  const send = async (address: string) => {
    requested.add(address)
    const { status } = await portal.inject(address, { as: who })
    if (status >= 500) failed.push(`${status} ${address}`)
  }
  for (const [, route] of GET_ROUTES) {
    const segments = pathAt(route, of).split('/')
    const query = queryAt(route, of)
    for (const name of names) {
      for (const [index, segment] of route.path.split('/').entries())
        if (segment.startsWith('{')) await send(`${segments.with(index, name).join('/')}${query}`)
      for (const field of [...Object.keys(route.query?.shape ?? {}), name])
        await send(`${segments.join('/')}${query}${query === '' ? '?' : '&'}${field}=${name}`)
    }
  }
  expect(failed).toEqual([])
  expect(requested.size).toBeGreaterThan(300)
})

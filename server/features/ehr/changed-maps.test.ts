import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIGNED } from '#domain/orders/attestation.ts'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { hospital, orderMessage } from './testing/hospital.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const means = (meaning: string) => [{ kind: 'test' as const, code: 'GEN1', meaning }]
/** A hospital with an order in a draft, and the tests in it. */
async function ordered(maps: ReturnType<typeof means>) {
  const epic = await hospital(portal, { maps })
  await epic.send(orderMessage())
  return {
    code: epic.code,
    id: (await epic.orders())[0]?.order_id ?? 0,
    tests: async () => (await epic.orders())[0]?.document?.tests.map(({ testCode }) => testCode),
    /** What Support still has to decide. */
    async open() {
      const [order] = await epic.orders()
      return { unmapped: order?.unmapped.map(({ code }) => code), differs: order?.differs }
    },
    /** Imports other lines of the map, as the command does. */
    change: (to: string) => hospital(portal, { code: epic.code, maps: means(to) }),
  }
}

test('a line of the map that is corrected by a file corrects the draft that waits', async () => {
  const { tests, change } = await ordered(means('EPI2'))
  expect(await tests()).toEqual(['EPI2'])
  await change('WES1')
  expect(await tests()).toEqual(['EPI2'])
  await portal.applyChangedMaps()
  expect(await tests()).toEqual(['WES1'])
})

test('a code that gets its meaning by a file is not open any more', async () => {
  const { tests, change, open } = await ordered([])
  expect([await tests(), await open()]).toEqual([[''], { unmapped: ['GEN1'], differs: false }])
  await change('EPI2')
  await portal.applyChangedMaps()
  expect([await tests(), await open()]).toEqual([['EPI2'], { unmapped: [], differs: false }])
})

test('a draft that somebody works on stays, and is listed as different', async () => {
  const { id, tests, change, open } = await ordered(means('EPI2'))
  await portal.as('OrderSubmitter@P1').orders.patch({
    params: { hospital: PARENT, id },
    headers: {},
    body: [{ op: 'replace', path: '/clinicalNotes', value: 'Edited here' }],
  })
  await change('WES1')
  await portal.applyChangedMaps()
  expect([await tests(), (await open()).differs]).toEqual([['EPI2'], true])
  const { differing } = await portal.as('Support').ehr.overview()
  expect(differing.map(({ orderId }) => orderId)).toContain(id)
})

test('an order that was submitted under a wrong line is listed when the line is corrected; others are not', async () => {
  const { id, tests, change, open } = await ordered(means('EPI2'))
  // A person chose another test for this one.
  const other = await ordered(means('EPI2'))
  for (const one of [id, other.id]) {
    const ready = Object.entries(readyOrder(`Okafor${one}`, one === id ? 'EPI2' : 'WES1')).map(
      ([name, value]) => ({
        ...({ op: 'add', path: `/${name}`, value } as const),
      }),
    )
    const params = { hospital: PARENT, id: one }
    await portal.as('OrderSubmitter@P1').orders.patch({ params, headers: {}, body: ready })
    await portal.as('OrderSubmitter@P1').orders.submit({ params, headers: {}, query: SIGNED })
  }
  const listed = async () =>
    (await portal.as('Support').ehr.overview()).differing.map(({ orderId }) => orderId)
  expect(await listed()).not.toContain(id)
  await change('WES1')
  // A new line that is not about its test.
  await hospital(portal, {
    code: other.code,
    maps: [...means('EPI2'), { kind: 'test', code: 'X9', meaning: 'WES1' }],
  })
  await portal.applyChangedMaps()
  expect([await tests(), (await open()).differs]).toEqual([['EPI2'], true])
  const now = await listed()
  expect([now.includes(id), now.includes(other.id)]).toEqual([true, false])
})

test('nothing is looked at twice, and a file that changes nothing makes no work', async () => {
  const { change } = await ordered(means('EPI2'))
  await portal.applyChangedMaps()
  const hourAgo = (db: Parameters<Parameters<typeof administer>[1]>[0]) =>
    sql`update ehr_map set changed_at = now() - interval '1 hour'`.execute(db)
  await administer(portal.database.url, hourAgo)
  await change('EPI2')
  expect(await portal.applyChangedMaps()).toBe(0)
})

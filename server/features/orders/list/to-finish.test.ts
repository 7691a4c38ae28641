import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOrder } from '#domain/orders/document.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyVerification } from '#server/testing/world.ts'

const hospital = PARENT
const by = 'OrderCreator@P1'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const orders = () => portal.as(by).orders
const list = async (query: Parameters<ReturnType<typeof orders>['list']>[0]['query']) => {
  const { total, ordersDTO } = await orders().list({ params: { hospital }, query })
  expect(ordersDTO).toHaveLength(total)
  return ordersDTO
}
/** The number of drafts to finish on the dashboard, which the list must equal. */
async function toFinish(): Promise<number> {
  const { counts } = await orders().summary({ params: { h: hospital } })
  expect(await list({ status: 'pending-submission' })).toHaveLength(counts['pending-submission'])
  const pipeline = await portal.as(by).following.pipeline({ params: { hospital } })
  expect(pipeline['pending-submission'].count).toBe(counts['pending-submission'])
  return counts['pending-submission']
}

describe('[UX-19] drafts to finish', () => {
  test('include a verification until it became an order; after that a search finds it, marked as ordered', async () => {
    const before = await toFinish()
    const { id } = await portal.draft(readyVerification('Verified'), { by, at: hospital })
    expect(await toFinish()).toBe(before + 1)
    const order = await orders().copy({
      ...{ params: { hospital, id }, body: { draftKey: randomUUID(), as: 'order' as const } },
    })
    // The order takes its place.
    expect(await toFinish()).toBe(before + 1)
    const open = await list({ status: 'pending-submission', keyword: 'verified' })
    expect(open.map((row) => row.id)).toEqual([order.id])
    const all = await list({ keyword: 'verified' })
    expect(all.find((row) => row.id === id)?.displayStatus).toBe('Order Created')
    expect((await list({})).map((row) => row.id)).toEqual(expect.arrayContaining([id, order.id]))
    expect((await list({ orderBy: 'patient' })).map((row) => row.id)).toContain(id)
  })

  test('exclude a draft without content: it is in no list, count or search until something is typed', async () => {
    const before = await toFinish()
    const all = (await list({})).length
    const { id } = await portal.draft(newOrder(), { by, at: hospital })
    const isListed = async () => (await list({})).some((row) => row.id === id)
    const put = (value: string) =>
      orders().patch({
        ...{ params: { hospital, id }, headers: {} },
        body: [{ op: 'replace', path: '/patients/0/lastName', value }],
      })
    expect([await toFinish(), await isListed()]).toEqual([before, false])
    expect(await list({ keyword: String(id) })).toEqual([])
    await put('Typewell')
    expect([await toFinish(), await isListed()]).toEqual([before + 1, true])
    expect(await list({ keyword: 'typewell' })).toMatchObject([{ id }])
    await put('')
    expect([await toFinish(), await isListed()]).toEqual([before, false])
    expect(await list({})).toHaveLength(all)
    // Its form is still open in a browser.
    expect((await orders().get({ params: { hospital, id } })).state).toBe('draft')
  })
})

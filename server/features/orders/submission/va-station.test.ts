import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIGNED } from '#domain/orders/attestation.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, PARENT, readyOrder } from '#server/testing/world.ts'

const by = 'OrderSubmitter@P1'
let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal({ vaHospitalCodes: [PARENT] })
})
afterAll(() => portal?.stop())

const order = (vaStation?: string) => ({ ...readyOrder(), ...(vaStation === undefined ? {} : { vaStation }) })
const check = (document: ReturnType<typeof order>, hospital = PARENT) =>
  portal.as(by).orders.check({ params: { hospital }, body: { document, orderId: null } })

test.each([
  ['none', undefined, [['/vaStation', 'required']]],
  ['an unknown station', '999', [['/vaStation', 'unknown']]],
  ['one', '902A1', []],
])("a VA hospital's order that names %s: %j", async (_, station, expected) => {
  const { points, facts: context } = await check(order(station))
  expect(context.va).toEqual({ isVa: true, unknownStation: station === '999' ? '999' : '' })
  expect(points.map(({ path, rule }) => [path, rule])).toEqual(expected)
})

test('an order at a child institution of a VA hospital names a station, too', async () => {
  expect((await check(order(), CHILD)).facts.va.isVa).toBe(true)
})

test('it is submitted with a station, which is in the message to the laboratory', async () => {
  const submit = (id: number) =>
    portal.as(by).orders.submit({ params: { hospital: PARENT, id }, headers: {}, query: SIGNED })
  const without = await portal.draft(order())
  expect((await problemOfCall(submit(without.id))).errors).toMatchObject([
    { path: '/vaStation', rule: 'required', message: 'The VA station is required' },
  ])
  const { id } = await portal.draft(order('902'))
  expect((await submit(id)).document.vaStation).toBe('902')
  const messages = await portal.worker.db
    .selectFrom('message_out')
    .selectAll()
    .where('order_id', '=', id)
    .execute()
  expect(messages.map(({ body }) => body).join()).toContain('|VA-STATION^VA station^L||902|')
})

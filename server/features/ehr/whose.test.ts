import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT } from '#server/testing/world.ts'
import { hospital, orderMessage } from './testing/hospital.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const msa = (answer: string) => /\rMSA\|([^\r]*)/.exec(answer)?.[1]?.split('|')

describe('the certificate of a connection says whose a message is', () => {
  test('from a connection that is no hospital’s, and nothing of it is kept', async () => {
    const count = () =>
      portal.worker.db
        .selectFrom('ehr_message_in')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirst()
    const before = await count()
    const raw = orderMessage()
    expect(msa(await portal.receiveEhr(raw, null))?.[0]).toBe('AR')
    expect(msa(await portal.receiveEhr(raw, 'AA:BB'))?.[0]).toBe('AR')
    expect(await count()).toEqual(before)
  })

  test('two hospitals that send the same number, MSH-10 and facility have an order each', async () => {
    const [one, other] = [await hospital(portal), await hospital(portal, { institution: FOREIGN })]
    const raw = orderMessage({ controlId: 'SAME-1' })
    expect([msa(await one.send(raw)), msa(await other.send(raw))]).toEqual([
      ['AA', 'SAME-1'],
      ['AA', 'SAME-1'],
    ])
    const [[own], [foreign]] = [await one.orders(), await other.orders()]
    expect(own?.order_id).not.toBe(foreign?.order_id)
    const read = (user: string, at: string, id: number | null | undefined) =>
      portal.request(`/api/Orders/${at}/${id}`, { as: user })
    expect((await read('OrderViewer@P1', PARENT, own?.order_id)).status).toBe(200)
    expect((await read('OrderViewer@P1', PARENT, foreign?.order_id)).status).toBe(404)
    // Its cancellation reaches its own alone.
    await other.send(orderMessage({ control: 'CA', at: 1 }))
    expect((await one.orders()).map(({ is_cancelled }) => is_cancelled)).toEqual([false])
    expect((await other.orders()).map(({ is_cancelled }) => is_cancelled)).toEqual([true])
  })
})

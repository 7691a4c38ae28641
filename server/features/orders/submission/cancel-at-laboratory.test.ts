import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listenMllp } from '#adapters/hl7/mllp-server.ts'
import { connectLaboratory } from '#adapters/laboratory/connect.ts'
import { deliver } from '#server/features/laboratory/outbox/delivery.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { startSimulatedLaboratory } from '#simulators/laboratory/start.ts'

let portal: TestPortal
const cleanups: (() => unknown)[] = []
beforeAll(async () => {
  portal = await startPortal()
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})
afterAll(() => portal?.stop())

/** The simulated laboratory as a separate process with both connections open. It sends no reports. */
async function laboratoryAt(speed: number) {
  const dir = mkdtempSync(path.join(tmpdir(), 'karyo-laboratory-'))
  cleanups.push(() => rmSync(dir, { recursive: true }))
  const listener = await listenMllp({
    ...{ host: '127.0.0.1', port: 0, onError: () => {} },
    receive: async (raw) => {
      if (raw.includes('^PDF^')) throw new Error('not now')
      return portal.receive(raw)
    },
  })
  cleanups.push(() => listener.close())
  const laboratory = await startSimulatedLaboratory({
    ...{ port: 0, portalHost: '127.0.0.1', portalPort: listener.port, dir, speed, seed: 1 },
    laboratoryName: 'Larkfield Genetics',
  })
  cleanups.push(() => laboratory.stop())
  const sender = connectLaboratory({ host: '127.0.0.1', port: laboratory.port, timeoutMs: 50_000 })
  cleanups.push(() => sender.close())
  return sender
}

const get = (id: number) => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
const newest = async (id: number) => (await get(id)).events.at(-1)

/** Delivers the order's pending messages. */
async function handOver(id: number, sender: Awaited<ReturnType<typeof laboratoryAt>>) {
  const waiting = portal.worker.db.selectFrom('message_out').select('id').where('order_id', '=', id)
  for (const message of await waiting.where('answered_at', 'is', null).orderBy('id').execute())
    await deliver(portal.worker, sender, message.id)
}

const cancel = (id: number, type: 'Order' | 'Sample') =>
  portal.as('OrderSubmitter@P1').orders.cancel({
    params: { hospital: PARENT, id, sameHospital: PARENT },
    body: { type, reason: 'Ordered by mistake' },
  })

test('the laboratory cancels what is not in process yet, even if order and request arrive together', async () => {
  const sender = await laboratoryAt(1)
  const { id } = await portal.submitted()
  await cancel(id, 'Order')
  await handOver(id, sender)
  await expect.poll(async () => (await get(id)).state).toBe('cancelled')
  expect(await newest(id)).toMatchObject({ kind: 'cancelled', actor: 'Laboratory' })
})

test('and refuses for what is in process: the order continues, with the reason', async () => {
  const sender = await laboratoryAt(1000)
  const { id } = await portal.submitted()
  await handOver(id, sender)
  await expect.poll(async () => (await get(id)).state).toBe('in-process')
  await cancel(id, 'Sample')
  await handOver(id, sender)
  await expect.poll(async () => (await newest(id))?.kind).toBe('cancellation-refused')
  expect(await newest(id)).toMatchObject({ detail: expect.stringContaining('can no longer be cancelled') })
  expect((await get(id)).state).toBe('in-process')
})

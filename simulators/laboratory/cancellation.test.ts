import { afterEach, expect, test } from 'vitest'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { sampleAddOn, sampleCancellation, sampleOrder } from '#adapters/laboratory/testing/order.ts'
import { type Cleanups, startLaboratoryAndPortal } from './testing/laboratory-and-portal.ts'
import { journalIn, sendTo } from './testing/portal.ts'

// Each starts processes, which takes a while on a busy machine.
const cleanups: Cleanups = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const order = (id: number) => codec.writeOrder(sampleOrder(id))
const cancellation = (id: number, n = 1) => codec.writeCancellation(sampleCancellation(id, `CA${id}-${n}`))

test('cancels an order that is not being worked on, and reports nothing more about it', async () => {
  const { dir, portal, start } = await startLaboratoryAndPortal(cleanups)
  const laboratory = await start()
  await sendTo(laboratory.port, order(12))
  await expect(sendTo(laboratory.port, cancellation(12))).resolves.toMatchObject({
    code: 'AA',
    controlId: 'CA12-1',
  })
  const [answer] = await portal.until(1)
  expect(answer?.raw).toContain('ORL^O22^ORL_O22')
  expect(answer?.raw).toContain('MSA|AA|CA12-1')
  expect(answer?.updates).toHaveLength(2)
  for (const updates of answer?.updates ?? [])
    expect(updates).toMatchObject({ orderId: 12, state: 'cancelled', laboratoryNumber: null, refusal: '' })
  await laboratory.stop()
  expect(journalIn(dir).slice(0, 2)).toMatchObject([
    { kind: 'received' },
    { kind: 'cancellation', decision: 'CR', reason: 'Ordered twice | by mistake' },
  ])
})

test('continues an order that is being worked on, and gives the reason in its answer', async () => {
  const { portal, start } = await startLaboratoryAndPortal(cleanups, { speed: 2000 })
  const laboratory = await start()
  await sendTo(laboratory.port, order(13))
  await portal.until(3)
  await sendTo(laboratory.port, cancellation(13))
  const last = (await portal.until(4)).at(-1)
  expect(last?.updates[0]).toMatchObject({
    orderId: 13,
    state: 'cancellation-refused',
    laboratoryNumber: expect.stringMatching(/^\d{2}-104418$/),
    refusal: expect.stringContaining('can no longer be cancelled'),
  })
})

test('acknowledges and decides a repeated request once, and answers a different one', async () => {
  const { dir, portal, start } = await startLaboratoryAndPortal(cleanups)
  const laboratory = await start()
  await sendTo(laboratory.port, order(14))
  await Promise.all([1, 2, 3].map(() => sendTo(laboratory.port, cancellation(14))))
  await sendTo(laboratory.port, cancellation(14, 2))
  const answers = await portal.until(2)
  expect(answers.map(({ updates }) => updates[0]?.state)).toEqual(['cancelled', 'cancelled'])
  await laboratory.stop()
  expect(journalIn(dir).filter(({ kind }) => kind === 'cancellation')).toHaveLength(2)
  expect(portal.arrived).toHaveLength(2)
})

test('refuses an order that it never had', async () => {
  const { start } = await startLaboratoryAndPortal(cleanups)
  const laboratory = await start()
  await expect(sendTo(laboratory.port, cancellation(15))).resolves.toMatchObject({
    code: 'AE',
    text: 'ORC-2 15 is not a known order',
  })
})

test('cancels an order whose number is missing because the journal was begun anew', async () => {
  const { portal, start } = await startLaboratoryAndPortal(cleanups)
  const laboratory = await start()
  const otherNumber = { ...sampleCancellation(18), laboratoryNumber: '25-99' }
  await expect(sendTo(laboratory.port, codec.writeCancellation(otherNumber))).resolves.toMatchObject({
    code: 'AA',
  })
  const [answer] = await portal.until(1)
  expect(answer?.updates[0]).toMatchObject({ orderId: 18, state: 'cancelled' })
})

test('repeats its answer after it was killed before the answer was received', async () => {
  let alive = true
  const died = Promise.withResolvers<void>()
  const { portal, start } = await startLaboratoryAndPortal(cleanups, {
    answer: async () => {
      if (!alive) return 'AA'
      alive = false
      process.kill(laboratory.pid, 'SIGKILL')
      await died.promise
      return null
    },
  })
  const laboratory = await start(died.resolve)
  await sendTo(laboratory.port, order(16))
  await sendTo(laboratory.port, cancellation(16))
  await died.promise
  const again = await start()
  const [before, after] = await portal.until(2)
  expect(after?.raw).toBe(before?.raw)
  await again.stop()
  expect(portal.arrived).toHaveLength(2)
})

test('reports an add-on under the number that its specimen has', async () => {
  const { portal, start } = await startLaboratoryAndPortal(cleanups, { speed: 2000 })
  const laboratory = await start()
  await sendTo(laboratory.port, codec.writeOrder(sampleAddOn(17)))
  const messages = await portal.until(3)
  expect(new Set(messages.map(({ updates }) => updates[0]?.laboratoryNumber))).toEqual(new Set(['26-104417']))
})

import { afterEach, expect, test } from 'vitest'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { sampleChange, sampleOrder } from '#adapters/laboratory/testing/order.ts'
import { planFor, type Step } from './plan.ts'
import { readOrder } from './read-order.ts'
import { type Cleanups, startLaboratoryAndPortal } from './testing/laboratory-and-portal.ts'
import { sendTo } from './testing/portal.ts'

// Each starts processes, which takes a while on a busy machine.
const cleanups: Cleanups = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const LIVELY = { seed: 417, behaviour: 'lively' } as const
const names = (steps: readonly Step[]) => steps.map(({ act }) => act.do)

/** An order with this plan in a lively laboratory with that seed. */
function orderThatIs(...conditions: string[]): number {
  for (let id = 1; id < 1_000; id += 1) {
    const read = readOrder(codec.writeOrder(sampleOrder(id)))
    if (read.kind === 'order' && `${names(planFor(read.order, LIVELY))}` === `${conditions}`) return id
  }
  throw new Error('There is no such order')
}

test('continues an order on hold when the answer arrives, and reports it', async () => {
  const id = orderThatIs('accession', 'hold', 'release', 'in-process', 'report')
  const { start, portal } = await startLaboratoryAndPortal(cleanups, { ...LIVELY, speed: 100 })
  const laboratory = await start()
  await sendTo(laboratory.port, codec.writeOrder(sampleOrder(id)))
  const hold = (await portal.until(2))[1]?.updates[0]?.hold
  if (!hold) throw new Error('expected a hold')
  const answer = { hold: { kind: hold.kind, key: hold.key }, text: 'Here it is', documents: [] }
  const change = codec.writeChange({ ...sampleChange(id), answer })
  await expect(sendTo(laboratory.port, change)).resolves.toMatchObject({ code: 'AA' })
  await expect(sendTo(laboratory.port, change)).resolves.toMatchObject({ code: 'AA' })
  const messages = await portal.until(5)
  expect(messages[2]?.updates[0]?.release).toEqual({ key: hold.key })
  expect(messages.slice(3).map(({ updates }) => updates[0]?.state)).toEqual(['in-process', 'reported'])
})

test('continues an order on hold without an answer after a while', async () => {
  const id = orderThatIs('accession', 'hold', 'release', 'in-process', 'report')
  const { start, portal } = await startLaboratoryAndPortal(cleanups, { ...LIVELY, speed: 2000 })
  await sendTo((await start()).port, codec.writeOrder(sampleOrder(id)))
  expect((await portal.until(5)).at(-1)?.updates[0]?.state).toBe('reported')
})

test('waits after a rejected specimen, and accessions the recollected one', async () => {
  const id = orderThatIs('accession', 'reject', 'accession', 'in-process', 'report')
  const { start, portal } = await startLaboratoryAndPortal(cleanups, { ...LIVELY, speed: 2000 })
  const laboratory = await start()
  await sendTo(laboratory.port, codec.writeOrder(sampleOrder(id)))
  const rejected = (await portal.until(2))[1]?.updates[0]?.specimens[0]
  expect(rejected?.rejected?.code).toMatch(/^(QS|RH)$/)
  const specimen = {
    ...{ key: `${rejected?.key}-r1`, type: 'Blood', dateOfCollection: '2026-03-13', patientKey: 'proband' },
    shipment: { carrier: 'Fedex', trackingNumber: '123456789012' },
  } as const
  await sendTo(laboratory.port, codec.writeChange({ ...sampleChange(id), specimen }))
  const messages = await portal.until(5)
  expect(messages[2]?.updates[0]?.specimens).toMatchObject([{ key: `${rejected?.key}-r1`, rejected: null }])
  expect(messages.slice(3).map(({ updates }) => updates[0]?.state)).toEqual(['in-process', 'reported'])
})

test('continues an order first known from an answer, and refuses one without a laboratory number', async () => {
  const { start, portal } = await startLaboratoryAndPortal(cleanups, { ...LIVELY, speed: 2000 })
  const laboratory = await start()
  const hold = { kind: 'authorization', key: 'H4' } as const
  const change = { ...sampleChange(900), answer: { hold, text: 'A-100', documents: [] } }
  await expect(
    sendTo(laboratory.port, codec.writeChange({ ...change, laboratoryNumber: null })),
  ).resolves.toMatchObject({ code: 'AE', text: 'ORC-2 900 is not a known order' })
  await expect(
    sendTo(laboratory.port, codec.writeChange({ ...change, controlId: 'XO900-2' })),
  ).resolves.toMatchObject({ code: 'AA' })
  const messages = await portal.until(3)
  expect(messages[0]?.updates[0]?.release).toEqual({ key: null })
  expect(messages[2]?.updates[0]).toMatchObject({ state: 'reported', laboratoryNumber: '26-1' })
})

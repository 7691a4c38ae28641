import { afterEach, expect, test } from 'vitest'
import { pdfsOf } from '#adapters/laboratory/testing/documents.ts'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { sampleCancellation, sampleChange, sampleOrder } from '#adapters/laboratory/testing/order.ts'
import type { OrderDescription } from './control.ts'
import type { SimulatedLaboratory } from './start.ts'
import { type Cleanups, startLaboratoryAndPortal } from './testing/laboratory-and-portal.ts'
import { sendTo } from './testing/portal.ts'

// Each starts processes, which takes a while on a busy machine.
const cleanups: Cleanups = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function requestJson({ controlPort }: SimulatedLaboratory, path: string, body?: unknown) {
  const reply = await fetch(`http://127.0.0.1:${controlPort}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' } }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as OrderDescription & { error?: string } }
}

/** A laboratory that has received order 12 and waits for commands. */
async function waiting(options: Parameters<typeof startLaboratoryAndPortal>[1] = {}) {
  const { start, ...others } = await startLaboratoryAndPortal(cleanups, { controlPort: 0, ...options })
  const laboratory = await start()
  await requestJson(laboratory, '/manual', { on: true })
  await sendTo(laboratory.port, codec.writeOrder(sampleOrder(12)))
  const command = async (body: object) => {
    const reply = await requestJson(laboratory, '/orders/12', body)
    if (reply.status !== 200) throw new Error(reply.body.error)
    return reply.body
  }
  return { ...others, start, laboratory, command }
}

test('reports each commanded step in a message that the portal reads', async () => {
  const { laboratory, portal, command } = await waiting({ speed: 1000 })
  await command({ do: 'accession', specimens: ['s2'] })
  await command({ do: 'hold', words: 'Which findings?' })
  await command({ do: 'hold', code: 'CONSENT', words: 'Where is the form?' })
  await command({ do: 'release', number: 'H1' })
  await command({ do: 'accession' })
  await command({ do: 'reject', specimen: 's1', code: 'RB' })
  await command({ do: 'in-process' })
  await command({ do: 'report' })
  await command({ do: 'correct' })
  await command({ do: 'treatment', title: 'Diet', text: ['Low in | protein.', 'Seen yearly.'] })
  const read = (await portal.until(10)).map(({ updates }) => updates)
  const [arrived, held, consent, released, rest, rejected, working, reported, corrected, treated] = read
  expect(arrived).toHaveLength(2)
  const arrival = { orderId: 12, key: 's2', arrivedAt: expect.any(Date), rejected: null }
  for (const updates of arrived ?? [])
    expect(updates).toMatchObject({ state: 'accessioned', specimens: [arrival] })
  expect(held).toHaveLength(1)
  expect(held?.[0]).toMatchObject({
    hold: { key: 'H1', kind: 'missing-information', words: 'Which findings?' },
    laboratoryNumber: arrived?.[0]?.laboratoryNumber,
  })
  expect(consent?.[0]?.hold).toEqual({ key: 'H2', kind: 'consent', words: 'Where is the form?' })
  expect(released?.[0]).toMatchObject({ hold: null, release: { key: 'H1' } })
  expect(rest?.[0]?.specimens).toMatchObject([{ key: 's1' }])
  expect(rejected?.[0]?.specimens).toMatchObject([
    { key: 's1', arrivedAt: expect.any(Date), rejected: { code: 'RB', words: 'The container is broken' } },
  ])
  expect(working?.map(({ state }) => state)).toEqual(['in-process', 'in-process'])
  expect(reported?.[0]).toMatchObject({ state: 'reported', report: { status: 'final' } })
  expect(corrected?.[0]).toMatchObject({ state: 'reported', report: { status: 'corrected' } })
  expect(pdfsOf(corrected?.[0])).not.toEqual(pdfsOf(reported?.[0]))
  expect(treated?.[0]?.treatments).toMatchObject([
    { title: 'Diet', text: 'Low in | protein.\n\nSeen yearly.' },
  ])
  const times = read.map(([updates]) => updates?.at?.getTime() ?? 0)
  expect(new Set(times).size).toBe(10)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  await expect(requestJson(laboratory, '/')).resolves.toMatchObject({
    body: { up: true, manual: true, orders: 1 },
  })
})

test('takes reports through their whole life, each change with its kind and reason', async () => {
  const { portal, command } = await waiting({ speed: 1000 })
  await command({ do: 'preliminary' })
  await command({ do: 'report', patient: { firstName: 'Somebody', birthDate: '19700101' } })
  await command({ do: 'report' })
  await command({ do: 'addendum', words: 'Mitochondrial genome.' })
  await command({ do: 'amend' })
  await command({ do: 'withdraw', words: 'Two tubes were swapped.' })
  const read = (await portal.until(6)).map(({ updates }) => updates[0])
  expect(read.map((updates) => updates?.report?.status)).toEqual([
    ...['preliminary', 'final', 'final', 'addended', 'amended', 'withdrawn'],
  ])
  expect(read.map((updates) => updates?.report?.change)).toEqual([
    ...[null, null, null, 'addendum', 'reclassification', 'wrong-patient'],
  ])
  expect(read[3]?.report?.words).toBe('Mitochondrial genome.')
  expect(read[5]?.report).toMatchObject({ words: 'Two tubes were swapped.', parts: [] })
  expect(read[1]?.patient).toMatchObject({ dateOfBirth: '1970-01-01', names: [{ first: 'Somebody' }] })
  expect(read[2]?.patient?.dateOfBirth).not.toBe('1970-01-01')
})

test('shows what the clinic adds to an order: an answer, and a specimen that is accessioned on command', async () => {
  const { laboratory, portal, command } = await waiting()
  await command({ do: 'accession' })
  await command({ do: 'reject', specimen: 's1', code: 'QS' })
  await command({ do: 'hold', words: 'Which findings?' })
  const hold = { kind: 'missing-information', key: 'H1' } as const
  await sendTo(
    laboratory.port,
    codec.writeChange({ ...sampleChange(12), answer: { hold, text: 'Seizures', documents: [] } }),
  )
  const specimen = { key: 's1-r1', type: 'Blood', dateOfCollection: '2026-03-13', shipment: null }
  await sendTo(
    laboratory.port,
    codec.writeChange({
      ...sampleChange(12, 'XO12-2'),
      specimen: { ...specimen, patientKey: 'proband' },
    }),
  )
  const { body } = await requestJson(laboratory, '/orders/12')
  expect(body.changes).toMatchObject([
    { controlId: 'XO12-1', answer: { number: 'H1', text: 'Seizures' } },
    { controlId: 'XO12-2', answer: null, specimens: [{ number: '12-s1-r1' }] },
  ])
  expect(body.holds).toMatchObject([{ number: 'H1', open: true }])
  expect(body.specimens.map(({ number, hasArrived }) => [number, hasArrived])).toEqual([
    ['12-s1', true],
    ['12-s2', true],
    ['12-s1-r1', false],
  ])
  await command({ do: 'accession' })
  const last = (await portal.until(4)).at(-1)
  expect(last?.updates[0]?.specimens).toMatchObject([{ key: 's1-r1', rejected: null }])
})

test('replaces an order’s plan by commands, and refuses a cancellation once work has begun', async () => {
  const { start, portal } = await startLaboratoryAndPortal(cleanups, { controlPort: 0 })
  const laboratory = await start()
  await sendTo(laboratory.port, codec.writeOrder(sampleOrder(13)))
  await requestJson(laboratory, '/orders/13', { do: 'in-process' })
  await sendTo(laboratory.port, codec.writeCancellation(sampleCancellation(13)))
  const [, refusal] = await portal.until(2)
  expect(refusal?.updates[0]?.state).toBe('cancellation-refused')
  await requestJson(laboratory, '/orders/13', { do: 'cancel', words: 'No more of this test' })
  const last = (await portal.until(3)).at(-1)
  expect(last?.updates.map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  const { body } = await requestJson(laboratory, '/orders/13')
  expect(body).toMatchObject({ cancelled: true, cancellations: [{ decision: 'UC' }] })
})

test('explains what is wrong with an invalid command', async () => {
  const { laboratory, command } = await waiting()
  await expect(command({ do: 'correct' })).rejects.toThrow('There is no report that could be corrected')
  await expect(command({ do: 'withdraw' })).rejects.toThrow('There is no report that could be withdrawn')
  await expect(command({ do: 'reject', specimen: 's1', code: 'ZZ' })).rejects.toThrow(
    'not a code of HL7 table 0490',
  )
  await expect(command({ do: 'dance' })).rejects.toThrow('Invalid')
  for (const [path, body, status] of [
    ['/orders/99', { do: 'report' }, 404],
    ['/nothing', {}, 404],
    ['/manual', { on: 'yes' }, 400],
    ['/down', { seconds: -1 }, 400],
  ] as const)
    expect((await requestJson(laboratory, path, body)).status).toBe(status)
  const form = await fetch(`http://127.0.0.1:${laboratory.controlPort}/down`, { method: 'POST', body: '{}' })
  expect(form.status).toBe(415)
})

test('accepts no commands without a control port', async () => {
  const { start } = await startLaboratoryAndPortal(cleanups)
  expect((await start()).controlPort).toBeNull()
})

test('listens and sends nothing while it is down, and reports what was done meanwhile afterwards', async () => {
  const { laboratory, portal, command } = await waiting()
  await requestJson(laboratory, '/down', {})
  await expect(sendTo(laboratory.port, codec.writeOrder(sampleOrder(14)))).rejects.toThrow(
    'cannot be reached',
  )
  const { messages } = await command({ do: 'accession' })
  expect(messages).toMatchObject([{ act: { do: 'accession' }, answer: null }])
  expect(portal.arrived).toEqual([])
  await requestJson(laboratory, '/up', {})
  await portal.until(1)
  await expect(sendTo(laboratory.port, codec.writeOrder(sampleOrder(14)))).resolves.toMatchObject({
    code: 'AA',
  })
})

test('is up again after the given time, at the same port', async () => {
  const { laboratory, portal, command } = await waiting()
  await requestJson(laboratory, '/down', { seconds: 0.2 })
  await command({ do: 'accession' })
  await portal.until(1)
  await expect(sendTo(laboratory.port, codec.writeOrder(sampleOrder(14)))).resolves.toMatchObject({
    code: 'AA',
  })
})

test('repeats unanswered messages after being killed, and remembers all commands', async () => {
  let alive = true
  const died = Promise.withResolvers<void>()
  const { start, portal } = await startLaboratoryAndPortal(cleanups, {
    controlPort: 0,
    answer: async ({ updates }) => {
      if (!alive || !updates[0]?.hold) return 'AA'
      alive = false
      process.kill(laboratory.pid, 'SIGKILL')
      await died.promise
      return null
    },
  })
  const laboratory = await start(died.resolve)
  await requestJson(laboratory, '/manual', { on: true })
  await sendTo(laboratory.port, codec.writeOrder(sampleOrder(12)))
  await requestJson(laboratory, '/orders/12', { do: 'accession' })
  await requestJson(laboratory, '/orders/12', { do: 'hold', words: 'Which findings?' }).catch(() => undefined)
  await died.promise
  const again = await start()
  const [, before, after] = await portal.until(3)
  expect(after?.raw).toBe(before?.raw)
  await requestJson(again, '/orders/12', { do: 'release' })
  expect((await portal.until(4)).at(-1)?.updates[0]?.release).toEqual({ key: 'H1' })
  await sendTo(again.port, codec.writeOrder(sampleOrder(15)))
  const { body } = await requestJson(again, '/')
  expect(body).toMatchObject({ manual: true, orders: 2 })
})

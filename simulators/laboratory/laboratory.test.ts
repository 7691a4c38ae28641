import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '#adapters/identity/testing/free-port.ts'
import { pdfsOf } from '#adapters/laboratory/testing/documents.ts'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { sampleOrder } from '#adapters/laboratory/testing/order.ts'
import { type StartOptions, startSimulatedLaboratory } from './start.ts'
import { journalIn, sendTo, testPortal } from './testing/portal.ts'

// Each starts processes, which takes a while on a busy machine.
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function directory(): string {
  const dir = mkdtempSync(join(tmpdir(), 'karyo-laboratory-'))
  cleanups.push(() => rmSync(dir, { recursive: true }))
  return dir
}

async function portalOf(...parameters: Parameters<typeof testPortal>) {
  const portal = await testPortal(...parameters)
  cleanups.push(() => portal.close())
  return portal
}

async function laboratoryFor(portalPort: number, options: Partial<StartOptions> = {}) {
  const laboratory = await startSimulatedLaboratory({
    port: 0,
    portalHost: '127.0.0.1',
    portalPort,
    dir: options.dir ?? directory(),
    speed: 2000,
    seed: 417,
    laboratoryName: 'Larkfield Genetics',
    ...options,
  })
  cleanups.push(() => laboratory.stop())
  return laboratory
}

const orderMessage = (orderId: number) => codec.writeOrder(sampleOrder(orderId))

test('acknowledges, accessions, works on and reports an order with a PDF', async () => {
  const portal = await portalOf()
  const laboratory = await laboratoryFor(portal.port)
  await expect(sendTo(laboratory.port, orderMessage(12))).resolves.toMatchObject({
    code: 'AA',
    controlId: 'K12-1',
  })

  const messages = await portal.until(3)
  expect(messages.map(({ updates }) => updates[0]?.state)).toEqual(['accessioned', 'in-process', 'reported'])
  for (const { updates } of messages) {
    expect(updates).toHaveLength(2)
    expect(updates[0]).toMatchObject({
      orderId: 12,
      laboratoryNumber: expect.stringMatching(/^\d{2}-104418$/),
    })
    expect(updates[0]?.at).toBeInstanceOf(Date)
  }
  expect(new Set(messages.map(({ controlId }) => controlId)).size).toBe(3)
  expect(messages.map(({ updates }) => updates[0]?.report !== null)).toEqual([false, false, true])
  const pdf = pdfsOf(messages[2]?.updates[0])[0] ?? Buffer.of()
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.subarray(-7).toString()).toContain('%%EOF')
})

test('gives every order its own laboratory number', async () => {
  const portal = await portalOf()
  const laboratory = await laboratoryFor(portal.port)
  await Promise.all([21, 22, 23].map((id) => sendTo(laboratory.port, orderMessage(id))))
  const messages = await portal.until(9)
  expect(new Set(messages.map(({ updates }) => updates[0]?.laboratoryNumber)).size).toBe(3)
})

test('acknowledges a repeated order again, and enters it once', async () => {
  const dir = directory()
  const portal = await portalOf()
  const laboratory = await laboratoryFor(portal.port, { dir })
  const answers = await Promise.all([1, 2, 3].map(() => sendTo(laboratory.port, orderMessage(31))))
  expect(answers.map(({ code }) => code)).toEqual(['AA', 'AA', 'AA'])
  await portal.until(3)
  await laboratory.stop()
  expect(journalIn(dir).filter(({ kind }) => kind === 'received')).toMatchObject([
    { controlId: 'K31-1', orderId: '31' },
  ])
  expect(journalIn(dir).filter(({ kind }) => kind === 'repeated')).toHaveLength(2)
  expect(portal.arrived).toHaveLength(3)
})

test('refuses a message that is not an order with a reason, which the journal keeps', async () => {
  const dir = directory()
  const laboratory = await laboratoryFor(1, { dir })
  // Our own sender refuses to send it without MSH-10: this uses a plain socket.
  const socket = connect(laboratory.port, '127.0.0.1')
  socket.end(`\x0bHELLO\x1c\r\x0b${orderMessage(41).replace('|K41-1|', '||')}\x1c\r`)
  let answers = ''
  for await (const chunk of socket) answers += chunk
  expect(answers).toMatch(/\rMSA\|AR\|\|MSH is missing.*\rMSA\|AE\|\|MSH-10 is missing/s)
  expect(journalIn(dir)).toMatchObject([
    { kind: 'refused', reason: expect.stringContaining('MSH is missing') },
    { kind: 'refused', reason: expect.stringContaining('MSH-10 is missing') },
  ])
})

test('loses and repeats nothing when it is killed halfway and restarted', async () => {
  const dir = directory()
  let killed = (): void => undefined
  const dead = new Promise<void>((resolve) => {
    killed = resolve
  })
  let alive = true
  const first = await portalOf(async ({ updates }) => {
    if (!alive || updates[0]?.state !== 'in-process') return 'AA'
    process.kill(laboratory.pid, 'SIGKILL')
    await dead
    return null
  })
  const laboratory = await laboratoryFor(first.port, { dir, onExit: () => killed() })
  await sendTo(laboratory.port, orderMessage(51))
  await dead
  alive = false
  const before = [...first.arrived]
  expect(before.map(({ updates }) => updates[0]?.state)).toEqual(['accessioned', 'in-process'])

  const again = await laboratoryFor(first.port, { dir })
  const messages = await first.until(4)
  const after = messages.slice(2)
  expect(after.map(({ updates }) => updates[0]?.state)).toEqual(['in-process', 'reported'])
  expect(after[0]?.raw).toBe(before[1]?.raw)
  expect(after[1]?.updates[0]?.laboratoryNumber).toBe(before[0]?.updates[0]?.laboratoryNumber)

  await expect(sendTo(again.port, orderMessage(51))).resolves.toMatchObject({ code: 'AA' })
  await sendTo(again.port, orderMessage(52))
  await first.until(7)
  await again.stop()
  const received = journalIn(dir).filter((entry) => entry.kind === 'received')
  expect(received.map(({ controlId }) => controlId)).toEqual(['K51-1', 'K52-1'])
  expect(new Set(received.map(({ laboratoryNumber }) => laboratoryNumber)).size).toBe(2)
  expect(first.arrived).toHaveLength(7)
})

test('keeps an acknowledged order when it is killed right afterwards', async () => {
  const dir = directory()
  let gone = (): void => undefined
  const exit = new Promise<void>((resolve) => {
    gone = resolve
  })
  const laboratory = await laboratoryFor(1, { dir, onExit: () => gone() })
  await sendTo(laboratory.port, orderMessage(61))
  process.kill(laboratory.pid, 'SIGKILL')
  await exit
  const portal = await portalOf()
  await laboratoryFor(portal.port, { dir })
  const messages = await portal.until(3)
  expect(messages.map(({ updates }) => [updates[0]?.orderId, updates[0]?.state])).toEqual([
    [61, 'accessioned'],
    [61, 'in-process'],
    [61, 'reported'],
  ])
})

test('keeps messages while the portal is down, and then sends all in order', async () => {
  let attempts = 0
  let enough = (): void => undefined
  const tried = new Promise<void>((resolve) => {
    enough = resolve
  })
  const down = createServer((socket) => {
    socket.on('error', () => undefined).destroy()
    attempts += 1
    if (attempts === 5) enough()
  })
  const port = await freePort()
  await once(down.listen(port, '127.0.0.1'), 'listening')
  const laboratory = await laboratoryFor(port)
  const ids = [71, 72, 73]
  for (const id of ids) await sendTo(laboratory.port, orderMessage(id))
  await tried
  await new Promise((resolve) => down.close(resolve))

  const portal = await portalOf(undefined, port)
  const messages = await portal.until(9)
  for (const id of ids) {
    const ofOrder = messages.filter(({ updates }) => updates[0]?.orderId === id)
    expect(ofOrder.map(({ updates }) => updates[0]?.state)).toEqual(['accessioned', 'in-process', 'reported'])
  }
})

test('records a message that the portal refuses, and does not send it again', async () => {
  const dir = directory()
  const portal = await portalOf(async ({ updates }) => (updates[0]?.state === 'accessioned' ? 'AE' : 'AA'))
  const laboratory = await laboratoryFor(portal.port, { dir })
  await sendTo(laboratory.port, orderMessage(81))
  await portal.until(3)
  await laboratory.stop()
  expect(portal.arrived).toHaveLength(3)
  const sent = journalIn(dir).filter((entry) => entry.kind === 'sent')
  expect(sent.slice(0, 2)).toMatchObject([
    { step: 'accession', code: 'AE' },
    { step: 'in-process', code: 'AA' },
  ])
})

test('ends when its parent process has ended', async () => {
  const parent = fork(fileURLToPath(new URL('./testing/parent.ts', import.meta.url)), [directory(), '1'], {
    execArgv: [],
  })
  const [port] = await once(parent, 'message')
  const line = connect(port, '127.0.0.1').on('error', () => undefined)
  await new Promise((resolve) => line.once('connect', resolve))
  const hungUp = new Promise((resolve) => line.once('close', resolve))
  parent.kill('SIGKILL')
  await hungUp
  const [error] = await once(connect(port, '127.0.0.1'), 'error')
  expect(error).toMatchObject({ code: 'ECONNREFUSED' })
})

test('fails to start with an invalid setting, instead of hanging', async () => {
  await expect(laboratoryFor(0)).rejects.toThrow('ended before it listened')
})

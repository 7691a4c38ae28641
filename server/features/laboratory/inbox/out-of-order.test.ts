import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

type MessageOptions = Parameters<typeof laboratoryMessage>[1]
let control = 0
/** A message sent (MSH-7) and made (OBR-22) at that minute of one hour. */
function message(order: number, minute: number, options: MessageOptions, ...more: string[]): string {
  control += 1
  const at = `2026032510${String(minute).padStart(2, '0')}00`
  const raw = laboratoryMessage(`O${control}`, { order, number: `L-${order}`, at, ...options })
  return raw.replace('20260313151500+0000', at) + more.join('')
}
const sendUpdate = (...args: Parameters<typeof message>) => portal.receive(message(...args))
const reader = () => portal.as('OrderViewer@P1')
const support = () => portal.as('Support')
const open = (id: number, version: number) =>
  reader().reports.part({ params: { h: PARENT, id, version, part: 1 }, query: {} })
const order = (id: number) => reader().orders.get({ params: { hospital: PARENT, id } })
const eventsOf = async (id: number) =>
  (await reader().reports.notices())
    .filter(({ orderId }) => orderId === id)
    .map(({ kind, version }) => [kind, version])
const waiting = async (id: number) =>
  (await support().resultDesk.list({ query: { search: String(id) } })).data
const withdrawn = { problem: { code: 'report-withdrawn' } }

describe('a report that turns out to wait because of one that arrives later and was sent earlier', () => {
  test('can no longer be opened, and its reader is notified', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, 12, { status: 'P', pdf: REPORT })
    await open(id, 1)
    await sendUpdate(id, 11, { status: 'F', pdf: CORRECTED_REPORT })
    expect(await open(id, 1)).toEqual(new Uint8Array(CORRECTED_REPORT))
    await expect(open(id, 2)).rejects.toMatchObject(withdrawn)
    expect(await eventsOf(id)).toEqual([['withdrawn', 2]])
    const [check] = await waiting(id)
    expect(check).toMatchObject({ why: 'preliminary-after-final' })
    await support().resultDesk.refuse({ params: { id: check?.id ?? 0 }, body: { reason: 'An old draft' } })
    await expect(open(id, 2)).rejects.toMatchObject(withdrawn)
  })

  test('may be taken at the desk, and can be opened again', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, 12, { status: 'P', pdf: REPORT })
    await sendUpdate(id, 11, { status: 'F', pdf: CORRECTED_REPORT })
    const [check] = await waiting(id)
    await support().resultDesk.take({
      params: { id: check?.id ?? 0 },
      body: { reason: 'The laboratory repeats the test' },
    })
    expect(await open(id, 2)).toEqual(new Uint8Array(REPORT))
  })

  test('a settled result waits again if yet another arrives late', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, 10, { status: 'F', pdf: CORRECTED_REPORT })
    await sendUpdate(id, 30, { status: 'P', pdf: REPORT })
    expect(await waiting(id)).toHaveLength(1)
    await sendUpdate(id, 20, { status: 'X' })
    expect(await waiting(id)).toHaveLength(0)
    await sendUpdate(id, 25, { status: 'F', pdf: Buffer.concat([REPORT, Buffer.from('% third\n')]) })
    expect(await waiting(id)).toMatchObject([{ why: 'preliminary-after-final' }])
  })
})

test('the same report, sent earlier and received later, is announced once', async () => {
  const { id } = await portal.submitted()
  await sendUpdate(id, 11, { status: 'F', pdf: REPORT })
  await open(id, 1)
  await sendUpdate(id, 10, { status: 'F', pdf: REPORT })
  const { events, reports } = await order(id)
  expect(events.filter(({ kind }) => kind === 'reported')).toHaveLength(1)
  expect(reports).toHaveLength(1)
  await sendUpdate(id, 12, { status: 'X' })
  expect(await eventsOf(id)).toEqual([['withdrawn', 1]])
})

test('[MSG-13] a report made earlier, by the offset that MSH-7 has for the whole message, does not replace a later one', async () => {
  const { id } = await portal.submitted()
  // Made at 15:00 and at 12:00 UTC.
  await portal.receive(
    message(id, 0, { status: 'F', pdf: REPORT }).replace(/\|(20260325100000)\|\|ORU/, '|$1-0500||ORU'),
  )
  await sendUpdate(id, 0, { status: 'F', pdf: CORRECTED_REPORT, at: '20260325120000' })
  expect(await reader().orders.report({ params: { h: PARENT, id }, query: {} })).toEqual(
    new Uint8Array(REPORT),
  )
})

test('a repeat sent before a withdrawal notifies the reader of the one sent after it', async () => {
  const { id } = await portal.submitted()
  await sendUpdate(id, 11, { status: 'F', pdf: REPORT })
  await open(id, 1)
  await sendUpdate(id, 10, { status: 'X' })
  await sendUpdate(id, 9, { status: 'F', pdf: REPORT })
  await expect(open(id, 1)).rejects.toMatchObject(withdrawn)
  expect(await eventsOf(id)).toEqual([['withdrawn', 1]])
})

test('a final report without content, which confirms another preliminary one since, tells its reader', async () => {
  const { id } = await portal.submitted()
  await sendUpdate(id, 10, { status: 'P', pdf: REPORT })
  await sendUpdate(id, 30, { status: 'F' })
  expect(await open(id, 2)).toEqual(new Uint8Array(REPORT))
  await sendUpdate(id, 20, { status: 'P', pdf: CORRECTED_REPORT })
  expect(await open(id, 3)).toEqual(new Uint8Array(CORRECTED_REPORT))
  expect(await eventsOf(id)).toEqual([['amended', 3]])
})

describe('results with an uncertain identity', () => {
  test('two in one message with the same text both wait', async () => {
    const { id } = await portal.submitted()
    const text = 'OBX|1|FT|50398-7^Narrative||No variant was found.||||||F\r'
    const first = message(id, 10, { status: 'F', name: 'Nguyen^Baby A' }, text)
    const second = message(id, 10, { status: 'F', name: 'Nguyen^Baby B' }, text)
    const both = first + second.slice(second.indexOf('PID|'))
    expect(await portal.receive(both)).toContain('MSA|AA')
    expect(await waiting(id)).toHaveLength(2)
    await portal.receive(both.replace(/\|O\d+\|P/, `|AGAIN${id}|P`))
    expect(await waiting(id)).toHaveLength(2)
  })

  const doubtful = { status: 'F', pdf: REPORT, name: 'Lind^Dora' } as const

  test('a waiting one that was cancelled and then taken cannot be opened', async () => {
    const { id } = await portal.submitted()
    await sendUpdate(id, 10, doubtful)
    await sendUpdate(id, 11, { status: 'X', name: 'Lind^Dora' })
    const both = await waiting(id)
    expect(both.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'final'])
    for (const check of both)
      await support().resultDesk.take({
        params: { id: check.id },
        body: { reason: 'Married', person: 'proband' },
      })
    await expect(open(id, 1)).rejects.toMatchObject(withdrawn)
  })

  test('the cancellation of one that was assigned to another order waits, and can follow it', async () => {
    const [one, other] = [await portal.submitted(), await portal.submitted()]
    const body = { reason: 'The number was mistyped', orderId: other.id, person: 'proband' }
    await sendUpdate(one.id, 10, doubtful)
    for (const check of await waiting(one.id))
      await support().resultDesk.assign({ params: { id: check.id }, body })
    await open(other.id, 1)
    await sendUpdate(one.id, 11, { status: 'X', name: 'Lind^Dora' })
    expect((await order(one.id)).state).toBe('en-route')
    const [check] = await waiting(one.id)
    await support().resultDesk.assign({ params: { id: check?.id ?? 0 }, body })
    await expect(open(other.id, 1)).rejects.toMatchObject(withdrawn)
    expect(await eventsOf(other.id)).toEqual([['withdrawn', 1]])
  })
})

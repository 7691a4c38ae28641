import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CORRECTED_REPORT, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { orderMessage } from '../testing/hospital.ts'
import { field } from './testing/receiver.ts'
import { connected, outcomes, outgoing, reporting, statusOf } from './testing/reported.ts'

let portal: TestPortal
let delivery: ReturnType<TestPortal['sendResults']>
beforeAll(async () => {
  portal = await startPortal()
  delivery = portal.sendResults()
})
afterAll(async () => {
  await delivery?.close()
  await portal?.stop()
})

const { send, report, withdraw } = reporting(() => portal)
const outcomesOf = (id: number) => outcomes(portal, id)
const takes = (code: string, megabytes: number) =>
  sql`update ehr_results set settings = settings || jsonb_build_object('mostMegabytes', ${megabytes}::int)
    where interface_code = ${code}`.execute(portal.worker.db)
const pid = (raw = '') => raw.split('\r').find((line) => line.startsWith('PID'))

test.each(['the hospital', 'the size of its message'])(
  'a withdrawal reaches the chart although a correction before it was refused by %s, and ends that',
  async (by) => {
    const { ehr, epic, id } = await connected(portal)
    await report(id)
    await expect.poll(() => outcomesOf(id)).toEqual(['taken'])
    if (by === 'the hospital') ehr.answer('AE no')
    else await takes(epic.code, 0)
    await report(id, 'C', CORRECTED_REPORT)
    await expect.poll(() => outcomesOf(id)).toEqual(['taken', 'refused'])
    ehr.answer('AA')
    await takes(epic.code, 20)
    await withdraw(id)
    await expect.poll(() => outcomesOf(id)).toEqual(['taken', 'not-sent', 'taken'])
    expect(statusOf(ehr.messages.at(-1) ?? '')).toEqual(['C', 'W'])
    expect((await portal.as('Support').ehr.overview()).outgoing.filter((one) => one.orderId === id)).toEqual(
      [],
    )
  },
)

test('a refused correction that is sent again while its withdrawal waits never goes as valid', async () => {
  const { ehr, epic, id } = await connected(portal)
  await report(id)
  await expect.poll(() => outcomesOf(id)).toEqual(['taken'])
  ehr.answer('AE no')
  await report(id, 'C', CORRECTED_REPORT)
  await expect.poll(() => outcomesOf(id)).toEqual(['taken', 'refused'])
  ehr.answer('AA')
  const away = (until: string) =>
    sql`update ehr_results set retry_at = ${until} where interface_code = ${epic.code}`.execute(
      portal.worker.db,
    )
  await away('2090-01-01')
  await withdraw(id)
  const refused = (await outgoing(portal, id))[1]?.id ?? 0
  await portal.as('Support').ehr.sendAgain({ params: { id: refused } })
  await expect.poll(() => outcomesOf(id)).toEqual(['taken', 'not-sent', 'taken'])
  expect(ehr.messages.map((raw) => statusOf(raw)[1])).toEqual(['F', 'C', 'W'])
})

test('a withdrawal of a report that the hospital refused is not sent, and the report is over', async () => {
  const { ehr, id } = await connected(portal, {}, 'AE no')
  await report(id)
  await expect.poll(() => outcomesOf(id)).toEqual(['refused'])
  ehr.answer('AA')
  await withdraw(id)
  await expect.poll(() => outcomesOf(id)).toEqual(['not-sent', 'not-sent'])
  expect(ehr.messages).toHaveLength(1)
})

test('a withdrawn report that was left without an answer is not repeated, and its withdrawal goes', async () => {
  const { ehr, id } = await connected(portal, {}, 'none')
  await report(id)
  await expect.poll(async () => (await outgoing(portal, id))[0]?.tries).toBeGreaterThan(0)
  await withdraw(id)
  ehr.answer('AA')
  await expect.poll(() => outcomesOf(id)).toEqual(['not-sent', 'taken'])
  expect(statusOf(ehr.messages.at(-1) ?? '')).toEqual(['C', 'W'])
})

test.each([false, true])(
  'a report that had no answer may lie in the chart although it was refused then, or before (%s): its withdrawal goes',
  async (isRefusedBefore) => {
    const { ehr, id } = await connected(portal, {}, isRefusedBefore ? 'AE not now' : 'none')
    await report(id)
    if (isRefusedBefore) {
      await expect.poll(() => outcomesOf(id)).toEqual(['refused'])
      ehr.answer('none')
      const [refused] = await outgoing(portal, id)
      await portal.as('Support').ehr.sendAgain({ params: { id: refused?.id ?? 0 } })
    }
    await expect.poll(async () => (await outgoing(portal, id))[0]?.tries).toBeGreaterThan(0)
    ehr.answer('AE it is known')
    await expect.poll(() => outcomesOf(id)).toEqual(['refused'])
    ehr.answer('AA')
    await withdraw(id)
    await expect.poll(() => outcomesOf(id)).toEqual(['not-sent', 'taken'])
    expect(statusOf(ehr.messages.at(-1) ?? '')).toEqual(['C', 'W'])
  },
)

test('a withdrawal does not wait behind a correction that waits for another report of the order', async () => {
  const { ehr, id } = await connected(portal)
  await report(id)
  await expect.poll(() => outcomesOf(id)).toEqual(['taken'])
  ehr.answer('AE no')
  await report(id, 'F', CORRECTED_REPORT, 'OTHER1')
  await expect.poll(() => outcomesOf(id)).toEqual(['taken', 'refused'])
  ehr.answer('AA')
  await report(id, 'C', CORRECTED_REPORT)
  await withdraw(id)
  await expect.poll(() => outcomesOf(id)).toEqual(['taken', 'refused', 'not-sent', 'taken'])
  expect(statusOf(ehr.messages.at(-1) ?? '')).toEqual(['C', 'W'])
})

test('a withdrawal goes under the PID of the report, although the hospital has changed the order’s patient since', async () => {
  const { ehr, epic, id, placer, person } = await connected(portal)
  await report(id)
  await expect.poll(() => outcomesOf(id)).toEqual(['taken'])
  await epic.send(orderMessage({ control: 'XO', at: 30, placer, ...person, name: 'ROE^KIM' }))
  await report(id, 'C', CORRECTED_REPORT)
  // As a valid report it would be filed with somebody who is not the patient here.
  await expect.poll(() => outcomesOf(id)).toEqual(['taken', 'refused'])
  await withdraw(id)
  await expect.poll(() => outcomesOf(id)).toEqual(['taken', 'not-sent', 'taken'])
  expect(ehr.messages).toHaveLength(2)
  expect(pid(ehr.messages[1])).toBe(pid(ehr.messages[0]))
  expect(pid(ehr.messages[1])).not.toContain('ROE')
})

const withValue = (code: string) => (raw: string) => `${raw}OBX|2|NM|${code}||98|%|||||F\r`

test('a withdrawal names each observation that was sent, without its value, also of a correction that had no answer before it was refused', async () => {
  const { ehr, id } = await connected(portal, { structured: true })
  const number = `L${id}`
  await send({ order: id, number, status: 'F', pdf: REPORT }, withValue('COV^Coverage'))
  await expect.poll(() => outcomesOf(id)).toEqual(['taken'])
  ehr.answer('none')
  await send({ order: id, number, status: 'C', pdf: CORRECTED_REPORT }, withValue('DEP^Depth'))
  await expect.poll(async () => (await outgoing(portal, id))[1]?.tries).toBeGreaterThan(0)
  ehr.answer('AE it is known')
  await expect.poll(() => outcomesOf(id)).toEqual(['taken', 'refused'])
  ehr.answer('AA')
  await withdraw(id)
  await expect.poll(() => outcomesOf(id)).toEqual(['taken', 'not-sent', 'taken'])
  const named = (raw = '') =>
    raw.split('\r').flatMap((line) => (line.startsWith('OBX|') ? [line.split('|').slice(3, 5)] : []))
  const withdrawal = ehr.messages.at(-1) ?? ''
  for (const raw of ehr.messages) expect(named(withdrawal)).toEqual(expect.arrayContaining(named(raw)))
  expect(named(withdrawal)).toContainEqual(['COV^Coverage', ''])
  expect(named(withdrawal)).toContainEqual(['DEP^Depth', ''])
  expect(field(withdrawal, 'OBX', 5)).toBe('')
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ResultSettings } from '#domain/ehr/results.ts'
import type { LiveUpdate } from '#server/features/portal/live.ts'
import { CORRECTED_REPORT, REPORT } from '#server/testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { offerVilli, twinsOf } from '../../laboratory/testing/outsider.ts'
import { hospital, orderMessage } from '../testing/hospital.ts'
import { submittedFrom } from './testing/hospital-order.ts'
import { type Answers, field, receiver } from './testing/receiver.ts'
import {
  connected as connectedTo,
  outcomes as outcomesOf,
  outgoing as outgoingOf,
  pdfIn,
  reporting,
  statusOf,
} from './testing/reported.ts'

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

const connected = (results?: Partial<ResultSettings>, answers?: Answers) =>
  connectedTo(portal, results, answers)
const { send: fromLaboratory, report, withdraw } = reporting(() => portal)
const outgoing = (orderId: number) => outgoingOf(portal, orderId)
const outcomes = (orderId: number) => outcomesOf(portal, orderId)

describe('a report of a hospital’s order', () => {
  test('goes back under its own number, with its own segments as they came, and the PDF byte for byte', async () => {
    const { ehr, id, placer, message } = await connected()
    await report(id)
    await expect.poll(() => ehr.messages.length).toBe(1)
    const [raw = ''] = ehr.messages
    expect([field(raw, 'ORC', 2), field(raw, 'OBR', 2)]).toEqual([placer, placer])
    expect(field(raw, 'ORC', 4)).toBe('G1^EPIC')
    expect(field(raw, 'OBR', 4)).toBe('GEN1^Epilepsy panel^L^WES1^Exome^L')
    expect(field(raw, 'OBR', 16)).toBe(field(message, 'OBR', 16))
    for (const name of ['PID', 'PV1'])
      expect(raw.split('\r').find((line) => line.startsWith(name))).toBe(
        message
          .replace('\rORC|', '\rPV1|1|O|NEURO^12\rORC|')
          .split('\r')
          .find((line) => line.startsWith(name)),
      )
    expect([field(raw, 'OBR', 3), field(raw, 'OBX', 2), ...statusOf(raw)]).toEqual([
      `${id}^KARYO`,
      'ED',
      'F',
      'F',
    ])
    expect(pdfIn(raw).equals(REPORT)).toBe(true)
    await expect.poll(() => outcomes(id)).toEqual(['taken'])
  })

  test('that is corrected replaces the first: same numbers, whole content, C; sent again by the laboratory it goes once', async () => {
    const { ehr, id } = await connected()
    await report(id)
    await report(id)
    await report(id, 'C', CORRECTED_REPORT)
    await expect.poll(() => ehr.messages.length).toBe(2)
    const [first = '', second = ''] = ehr.messages
    expect(statusOf(second)).toEqual(['C', 'C'])
    for (const [name, index] of [
      ['OBR', 3],
      ['OBX', 3],
      ['OBX', 4],
    ] as const)
      expect(field(second, name, index)).toBe(field(first, name, index))
    expect(pdfIn(second).equals(CORRECTED_REPORT)).toBe(true)
    expect(field(second, 'NTE', 3)).toContain('CORRECTED REPORT')
  })

  test.each([
    ['W', ['C', 'W']],
    ['D', ['C', 'D']],
    ['X', ['X', 'X']],
    ['C', ['C', 'C']],
  ] as const)('that is withdrawn is %s where the hospital takes that', async (withdrawn, expected) => {
    const { ehr, id } = await connected({ withdrawn })
    await report(id)
    await expect.poll(() => ehr.messages.length).toBe(1)
    await withdraw(id)
    await expect.poll(() => ehr.messages.length).toBe(2)
    const [, raw = ''] = ehr.messages
    expect(statusOf(raw)).toEqual(expected)
    expect(field(raw, 'NTE', 3)).toContain('WITHDRAWN BY THE LABORATORY')
    // Where it takes no withdrawal, a page that says so takes the place of the report.
    expect(pdfIn(raw).subarray(0, 5).toString()).toBe(withdrawn === 'C' ? '%PDF-' : '')
  })

  test('that is withdrawn before the hospital got it never goes there, nor does its withdrawal', async () => {
    const { ehr, epic, id } = await connected()
    const away = (until: string) =>
      sql`update ehr_results set retry_at = ${until} where interface_code = ${epic.code}`.execute(
        portal.worker.db,
      )
    await away('2090-01-01')
    await report(id)
    await withdraw(id)
    await away('2020-01-01')
    await expect.poll(() => outcomes(id)).toEqual(['not-sent', 'not-sent'])
    expect(ehr.messages).toEqual([])
  })

  test('that is corrected and then withdrawn before the hospital got it never goes there either', async () => {
    const { ehr, id } = await connected({ release: 'by-clinic' })
    await report(id)
    await report(id, 'C', CORRECTED_REPORT)
    await withdraw(id)
    await portal.as('OrderSubmitter@P1').ehr.release({ params: { hospital: PARENT, id } })
    await expect.poll(() => outcomes(id)).toEqual(['not-sent', 'not-sent', 'not-sent'])
    expect(ehr.messages).toEqual([])
  })

  test('that the laboratory is checking waits, until it has decided', async () => {
    const { ehr, epic, id } = await connected({ release: 'by-clinic' })
    await report(id)
    // A correction with another person's name.
    await fromLaboratory({ order: id, status: 'C', pdf: CORRECTED_REPORT, name: 'Lind^Dora' })
    await portal.as('OrderSubmitter@P1').ehr.release({ params: { hospital: PARENT, id } })
    const waiting = async () =>
      (await portal.as('Support').ehr.overview()).outgoing.filter(({ orderId }) => orderId === id)
    expect(await waiting()).toMatchObject([{ interfaceCode: epic.code, state: 'questioned' }])
    // Other orders of the hospital go on.
    const other = await submittedFrom(portal, epic)
    await report(other.id)
    await portal.as('OrderSubmitter@P1').ehr.release({ params: { hospital: PARENT, id: other.id } })
    await expect.poll(() => outcomes(other.id)).toEqual(['taken'])
    expect(ehr.messages).toHaveLength(1)
    const [check] = (await portal.as('Support').resultDesk.list({ query: { search: String(id) } })).data
    const params = { id: check?.id ?? 0 }
    await portal.as('Support').resultDesk.refuse({ params, body: { reason: 'Another patient' } })
    await expect.poll(() => outcomes(id)).toEqual(['taken'])
    expect(pdfIn(ehr.messages[1] ?? '').equals(REPORT)).toBe(true)
  })

  test('waits for the clinic where the hospital wants that, and no longer than agreed', async () => {
    const { ehr, id } = await connected({ release: 'by-clinic', releaseDays: 2 })
    await report(id)
    await report(id, 'C', CORRECTED_REPORT)
    const held = portal.worker.db
      .selectFrom('ehr_message_out')
      .select('held_until')
      .where('order_id', '=', id)
    const [first, second] = await held.orderBy('id').execute()
    expect(second?.held_until).toEqual(first?.held_until)
    const hours = ((first?.held_until?.getTime() ?? 0) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(48)
    expect(ehr.messages).toEqual([])
    const view = async () =>
      (await portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id }, headers: {} }))
        .recordSystems
    expect((await view())?.[0]?.results).toMatchObject([{ state: 'held' }, { state: 'held' }])
    const params = { hospital: PARENT, id }
    expect((await problemOfCall(portal.as('OrderViewer@P1').ehr.release({ params }))).code).toBe('forbidden')
    await portal.as('OrderSubmitter@P1').ehr.release({ params })
    await expect
      .poll(() => ehr.messages.map(statusOf))
      .toEqual([
        ['F', 'F'],
        ['C', 'C'],
      ])
  })
})

test('the clinic sees what the hospital changed of a submitted order; the order stays', async () => {
  const { epic, id, placer, person } = await connected()
  const read = () => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id }, headers: {} })
  const [number = ''] = placer.split('^')
  expect((await read()).recordSystems).toMatchObject([{ numbers: [number], change: null, now: [] }])
  const changed = { control: 'XO', test: 'GEN9^Other panel^L', at: 30, more: ['NTE|1||Call'] }
  await epic.send(orderMessage({ placer, ...person, ...changed }))
  const order = await read()
  expect(order.recordSystems).toMatchObject([
    { change: 'changed', now: ['Test: Other panel (GEN9)', 'Collected: 2026-03-12', 'Note: Call'] },
  ])
  expect(order.document.tests).toMatchObject([{ testCode: 'WES1' }])
})

/** What the open page of a user at an institution is told of an order and a hospital, until the test ends. */
async function openPage(institution: string, orderId: number) {
  const gone = new AbortController()
  onTestFinished(() => gone.abort())
  const who = { subject: `page of ${orderId} at ${institution}`, sessionId: null }
  const updates = await portal.live.follow({ ...who, institutions: async () => [institution] }, gone.signal)
  const told: LiveUpdate[] = []
  void (async () => {
    for await (const update of updates)
      if (update.about === 'record-system' && update.orderId === orderId) told.push(update)
  })()
  return told
}

test('the open page of an order is told what the hospital does with its report and with the order, at its institution only', async () => {
  const { ehr, epic, id, placer, person } = await connected({ release: 'by-clinic' }, 'AE no such order')
  const [told, foreign] = [await openPage(PARENT, id), await openPage(FOREIGN, id)]
  await report(id)
  expect(told).toEqual([])
  await portal.as('OrderSubmitter@P1').ehr.release({ params: { hospital: PARENT, id } })
  const update = { about: 'record-system', orderId: id, hospitalCode: PARENT }
  // It is released, and refused.
  await expect.poll(() => told).toEqual([update, update])
  ehr.answer('AA')
  const message = (await outgoing(id))[0]?.id ?? 0
  await portal.as('Support').ehr.sendAgain({ params: { id: message } })
  // It waits again, and is filed.
  await expect.poll(() => told).toEqual(Array(4).fill(update))
  // Its system keeps the order with what is changed, then says that it is another than here; the second time it is that already.
  const change = (more: string, at: number) =>
    epic.send(orderMessage({ placer, ...person, control: 'XO', at, more: [`NTE|1||${more}`] }))
  await change('Call', 30)
  await expect.poll(() => told).toHaveLength(5)
  await change('Call again', 31)
  await expect.poll(() => told).toHaveLength(6)
  expect(foreign).toEqual([])
})

test('a hospital hears of the specimen and of a cancellation where it wants to, and of no progress after a report', async () => {
  const { ehr, id, epic } = await connected({ progress: true })
  await fromLaboratory({ order: id, number: `L${id}`, status: 'O' })
  await fromLaboratory({ order: id, number: `L${id}`, status: 'I' })
  await report(id, 'P')
  await report(id)
  await expect.poll(() => ehr.messages.map((raw) => field(raw, 'OBR', 25))).toEqual(['I', 'P', 'F'])
  const { id: cancelled } = await submittedFrom(portal, epic)
  await fromLaboratory({ order: cancelled, number: `L${cancelled}`, status: 'X', control: 'OC' })
  await expect.poll(() => ehr.messages.map((raw) => field(raw, 'OBR', 25)).at(-1)).toBe('X')
  expect(field(ehr.messages.at(-1) ?? '', 'OBX', 1)).toBe('')
})

test('an order of the institution that came another way is named by the record number; without one it waits for Support', async () => {
  const ehr = await receiver()
  onTestFinished(() => ehr.close())
  const all = await hospital(portal, {
    results: { port: ehr.port, orders: 'institution', authority: 'MRN1' },
  })
  const named = readyOrder()
  const [patient] = named.patients
  const { id } = await portal.submitted({
    ...named,
    patients: patient ? [{ ...patient, recordNumber: 'A77' }] : [],
  })
  const { id: nameless } = await portal.submitted()
  await report(id)
  await report(nameless)
  await expect.poll(() => ehr.messages.length).toBe(1)
  const [raw = ''] = ehr.messages
  expect(field(raw, 'PID', 3)).toBe('A77^^^MRN1^MR')
  expect([field(raw, 'ORC', 2), field(raw, 'OBR', 3)]).toEqual(['', `${id}^KARYO`])
  await expect
    .poll(() => outgoing(nameless))
    .toMatchObject([{ outcome: 'refused', reason: 'Not sent: the patient has no record number' }])
  await sql`update ehr_results set is_on = false where interface_code = ${all.code}`.execute(portal.worker.db)
})

test('[SUBJ-03] twins’ reports go as two, each with its fetus, its own number and the day of its own specimen', async () => {
  const ehr = await receiver()
  onTestFinished(() => ehr.close())
  await offerVilli(portal)
  const all = await hospital(portal, {
    results: { port: ehr.port, orders: 'institution', authority: 'MRN1' },
  })
  const twins = twinsOf('Doroteia')
  // Of her blood the day is not known yet.
  const samples = twins.samples.map((one) =>
    one.patient === 'proband' ? { ...one, dateOfCollection: '' } : one,
  )
  const collected = samples[0]?.dateOfCollection.replaceAll('-', '')
  const { id } = await portal.submitted({ ...twins, samples })
  for (const [label, pdf] of [
    ['A', REPORT],
    ['B', CORRECTED_REPORT],
  ] as const) {
    await fromLaboratory(
      { order: id, number: `L${id}`, status: 'F', pdf },
      (raw) =>
        `${raw.replace('Nguyen^Linh~Patient0^Linh', 'Lind^Doroteia')}SPM|1|||CVS||||||||||Fetus ${label}\r`,
    )
  }
  await expect.poll(() => ehr.messages.length).toBe(2)
  expect(
    ehr.messages.map((raw) => [field(raw, 'OBR', 3), field(raw, 'OBR', 7), field(raw, 'NTE', 3)]),
  ).toEqual([
    [`${id}^KARYO`, collected, 'RESULT OF FETUS A OF THIS PATIENT’S PREGNANCY, NOT OF THE PATIENT'],
    [`${id}-2^KARYO`, collected, 'RESULT OF FETUS B OF THIS PATIENT’S PREGNANCY, NOT OF THE PATIENT'],
  ])
  await sql`update ehr_results set is_on = false where interface_code = ${all.code}`.execute(portal.worker.db)
})

describe('a message', () => {
  test.each(['AE no such order', 'AR not for us'] as const)(
    'that is refused (%s) waits for a person and holds back only its own order',
    async (answers) => {
      const { ehr, epic, id } = await connected({}, answers)
      await report(id)
      await expect.poll(() => outgoing(id)).toMatchObject([{ outcome: 'refused' }])
      ehr.answer('AA')
      await report(id, 'C', CORRECTED_REPORT)
      const other = await submittedFrom(portal, epic)
      await report(other.id)
      await expect.poll(() => outcomes(other.id)).toEqual(['taken'])
      expect(await outcomes(id)).toEqual(['refused', null])
    },
  )

  test('without an answer is sent again with growing waits, under the same number, until there is one', async () => {
    const { ehr, id, epic } = await connected({}, 'none')
    await report(id)
    await expect.poll(async () => (await outgoing(id))[0]?.tries).toBeGreaterThanOrEqual(2)
    ehr.answer('AA')
    await expect.poll(() => outcomes(id)).toEqual(['taken'])
    expect(new Set(ehr.messages).size).toBe(1)
    const delays = portal.worker.db
      .selectFrom('ehr_results')
      .select(['tries', 'last_error'])
      .where('interface_code', '=', epic.code)
    expect(await delays.execute()).toEqual([{ tries: 0, last_error: '' }])
  })

  test('about somebody else than the hospital’s patient is not sent, and says so', async () => {
    const { ehr, epic, id, placer, person } = await connected()
    // As if the clinic had made the draft an order of the patient's sister of the same name.
    await sql`update orders set document = jsonb_set(jsonb_set(document, '{patients,0,recordNumber}', '"M-OTHER"'),
      '{patients,0,dateOfBirth}', '"2001-01-01"') where id = ${id}`.execute(portal.worker.db)
    await report(id)
    await expect
      .poll(() => outgoing(id))
      .toMatchObject([
        {
          outcome: 'refused',
          reason: 'Not sent: the order’s patient was changed here, and is not the hospital’s any more',
        },
      ])
    expect(ehr.messages).toEqual([])
    // It is the same person, if the hospital corrects the date of birth: Support sends again.
    await epic.send(orderMessage({ control: 'XO', at: 30, placer, ...person, born: '20010101' }))
    const [message] = await outgoing(id)
    await portal.as('Support').ehr.sendAgain({ params: { id: message?.id ?? 0 } })
    await expect.poll(() => outcomes(id)).toEqual(['taken'])
    expect(field(ehr.messages[0] ?? '', 'PID', 7)).toBe('20010101')
  })

  test('larger than the hospital takes is not sent and says so', async () => {
    const { ehr, id } = await connected({ mostMegabytes: 0 })
    await report(id)
    await expect
      .poll(() => outgoing(id))
      .toMatchObject([{ outcome: 'refused', reason: 'Not sent: the message is larger than 0 MB' }])
    expect(ehr.messages).toEqual([])
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderDocument } from '#domain/orders/document.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { laboratoryDay } from '#server/testing/laboratory-day.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { bornYearsAgo, orderOf, relative } from '../testing/awkward-people.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const get = (id: number) => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
const reports = async (id: number) =>
  (await portal.as('OrderViewer@P1').reports.list({ params: { h: PARENT, id } })).reports
const desk = () => portal.as('Support').resultDesk
const waiting = async (id: number) => (await desk().list({ query: { search: String(id) } })).data
const sentOf = async (id: number) =>
  (
    await portal.worker.db
      .selectFrom('message_out')
      .select('body')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
  ).body

/** A result about a person as another system names them, without our number. */
function named(id: number, name: string, born: string): string {
  return [
    `MSH|^~\\&|LIS|LARKFIELD|KARYO|PORTAL|20260401100000||ORU^R01^ORU_R01|N${id}|P|2.5.1`,
    `PID|1||||${name}||${born.replaceAll('-', '')}`,
    `ORC|RE|${id}|L-${id}`,
    `OBR|1|${id}|L-${id}|WES1^Exome${'|'.repeat(18)}20260401100000|||F`,
    'OBX|1|FT|50398-7^Narrative||No variant found.||||||F',
  ]
    .map((segment) => `${segment}\r`)
    .join('')
}

const berg = { lastName: 'Berg', dateOfBirth: bornYearsAgo(37), sex: 'Male' } as const
const jonas = (): OrderDocument => {
  const order = orderOf('Berg', { ...berg, firstName: 'Jonas' })
  const father = relative('relative-1', 'Father', {
    ...{ firstName: 'Jonas', lastName: 'Berg', dateOfBirth: bornYearsAgo(68) },
  })
  return { ...order, patients: [...order.patients, father] }
}
const twins = (): OrderDocument => {
  const born = { lastName: 'Berg', dateOfBirth: bornYearsAgo(7) }
  const order = orderOf('Berg', { ...born, firstName: 'Ida' })
  const ulla = relative('relative-1', 'Sibling', {
    ...{
      ...born,
      firstName: 'Ulla',
      sex: 'Female',
      kinship: { kinshipKind: '', familySide: '', twin: 'Identical' },
    },
  })
  return { ...order, patients: [...order.patients, ulla] }
}

test.each([
  {
    what: 'a father and a son of one name, by name alone',
    ...{ document: jonas, name: 'Berg^Jonas', born: '' },
    out: [
      `||Berg^Jonas^^^^^L||${bornYearsAgo(37).replaceAll('-', '')}|M`,
      `NK1|1|Berg^Jonas^^^^^L|FTH^Father^HL70063||||||||||||M|${bornYearsAgo(68).replaceAll('-', '')}`,
    ],
  },
  {
    what: 'one of two twins, who is not named',
    ...{ document: twins, name: 'Berg^B/G TWIN 2', born: bornYearsAgo(7) },
    out: ['|ST|TWIN^Twin^L|{id}-relative-1|Identical|', 'NK1|1|Berg^Ulla^'],
  },
])('a result for $what waits for a person', async ({ document, name, born, out }) => {
  const { id } = await portal.submitted(document())
  const body = await sentOf(id)
  expect(out.filter((part) => !body.includes(part.replaceAll('{id}', String(id))))).toEqual([])
  expect(await portal.receive(named(id, name, born))).toContain('MSA|AA')
  expect(await waiting(id)).toMatchObject([{ orderId: id, why: 'two-people' }])
  expect(await reports(id)).toEqual([])
})

test('a doubt about identity is a hold of its own kind, and no mail has its words', async () => {
  const { id } = await portal.submitted()
  const reason = 'IDENTITY^The father is not related. Please call the laboratory director^L^H-18'
  const held = laboratoryMessage(`I${id}`, { order: id, control: 'OH', reason })
  expect(await portal.receive(held)).toContain('MSA|AA')
  expect(await get(id)).toMatchObject({
    onHold: true,
    holds: [{ kind: 'identity', words: expect.stringContaining('not related'), releasedAt: null }],
  })
  const mails = await portal.worker.db.selectFrom('mail_out').selectAll().execute()
  expect(JSON.stringify(mails)).not.toContain('related')
})

const withdraw = (id: number) =>
  portal.as('OrderSubmitter@P1').orders.withdrawConsent({
    params: { hospital: PARENT, id },
    body: {
      ...{ patient: 'proband', items: ['testing'], reason: 'The family changed its mind' },
      on: laboratoryDay(0),
    },
  })
let control = 0
const result = async (id: number, options: Partial<Parameters<typeof laboratoryMessage>[1]>) => {
  control += 1
  const raw = laboratoryMessage(`C${control}`, { order: id, number: `L-${id}`, pdf: REPORT, ...options })
  expect(await portal.receive(raw)).toContain('MSA|AA')
  return raw
}

test('a result after the consent was withdrawn waits hidden until Support decides, and is not asked for again', async () => {
  const { id } = await portal.submitted()
  await withdraw(id)
  const raw = await result(id, { status: 'F', at: '20260320100000' })
  expect(await get(id)).toMatchObject({ state: 'en-route', isResultChecked: true })
  expect(await reports(id)).toEqual([])
  const [check, ...more] = await waiting(id)
  expect([check?.why, more]).toEqual(['consent-withdrawn', []])
  const params = { id: check?.id ?? 0 }
  await desk().take({ params, body: { reason: 'The clinic wants it', person: 'proband' } })
  expect((await reports(id)).map(({ versions }) => versions.length)).toEqual([1])
  // The same message once more, and a correction of what is in the chart now.
  expect(await portal.receive(raw.replace(/\|C\d+\|P/, `|C${control}-again|P`))).toContain('MSA|AA')
  await result(id, { status: 'C', pdf: CORRECTED_REPORT, at: '20260321100000' })
  expect(await waiting(id)).toEqual([])
  expect((await reports(id)).map(({ versions }) => versions.length)).toEqual([2])
})

test('a result after the consent was withdrawn can be refused, and stays refused when it is sent again', async () => {
  const { id } = await portal.submitted()
  await withdraw(id)
  const raw = await result(id, { status: 'P', at: '20260320100000' })
  const [check] = await waiting(id)
  await desk().refuse({ params: { id: check?.id ?? 0 }, body: { reason: 'The specimen was destroyed' } })
  expect(await portal.receive(raw.replace(/\|C\d+\|P/, `|C${control}-again|P`))).toContain('MSA|AA')
  expect(await waiting(id)).toEqual([])
  expect(await reports(id)).toEqual([])
})

test('results are filed again once the clinic has answered with a new consent and the laboratory has resumed', async () => {
  const { id } = await portal.submitted()
  const { holds } = await withdraw(id)
  const [hold] = holds
  await portal.as('OrderSubmitter@P1').following.answer({
    params: { hospital: PARENT, id, holdId: hold?.id ?? 0 },
    body: { text: 'A new consent was signed on paper', documents: [] },
  })
  await result(id, { status: 'P', at: '20260320100000' })
  expect(await waiting(id)).toMatchObject([{ why: 'consent-withdrawn' }])
  const inAMinute = `${new Date(Date.now() + 60_000).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}+0000`
  const release = { order: id, control: 'OE', reason: 'CONSENT^^L^WITHDRAWN-1', at: inAMinute }
  expect(await portal.receive(laboratoryMessage(`E${id}`, release))).toContain('MSA|AA')
  await result(id, { status: 'F', at: '20260321100000' })
  expect((await reports(id)).map(({ versions }) => versions.length)).toEqual([1])
})

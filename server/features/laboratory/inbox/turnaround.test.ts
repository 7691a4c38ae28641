import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blankPatient, blankSample } from '#domain/orders/document.ts'
import { type Turnaround, turnaroundInDays } from '#domain/turnaround/turnaround.ts'
import { administer } from '#server/database/connection/connect.ts'
import { importCatalogue } from '#server/features/catalogue/import.ts'
import { laboratoryMessage } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CATALOGUE, PARENT, readyOrder } from '#server/testing/world.ts'

let portal: TestPortal
let control = 10_000
/** Each family's parents have birthdays of their own. */
let families = 0

/** Times of tests by their code; a second trio test is a copy of the first. */
const SETTINGS: Record<string, Partial<Turnaround>> = {
  TRI6: { amount: 28, unit: 'calendar-days', family: 'wait' },
  TRI7: { amount: 10, unit: 'business-days', family: 'proband-first' },
  EPI2: { amount: 48, unit: 'hours' },
  CYS4: { amount: 48, unit: 'hours', aroundTheClock: true },
  OVA3: { amount: 28, unit: 'calendar-days', stops: ['authorization'] },
  WES1: { amount: 10, unit: 'business-days', stops: ['authorization'] },
}

beforeAll(async () => {
  portal = await startPortal()
  const trios = CATALOGUE.tests.filter(({ code }) => code === 'TRI6')
  const settings = Object.entries(SETTINGS).map(([testCode, more]) => ({
    ...{ testCode, topic: 'turnaround' as const },
    setting: {
      ...{ ...turnaroundInDays(28), opensAt: '08:00', cutOff: '17:00', ...more },
      holidays: ['2025-12-25', '2026-01-01'],
    },
  }))
  await administer(portal.database.url, (db) =>
    importCatalogue(db, {
      ...CATALOGUE,
      tests: [...CATALOGUE.tests, ...trios.map((trio) => ({ ...trio, code: 'TRI7' }))],
      settings,
    }),
  )
})
afterAll(() => portal?.stop())

/** A submitted trio, and what the laboratory sends about it. */
async function submittedTrio(testCode = 'TRI6') {
  families += 1
  const order = readyOrder(undefined, 'TRI6')
  const [proband] = order.patients
  const relative = (relationship: 'Mother' | 'Father', key: string, firstName: string) => ({
    ...blankPatient(relationship, key),
    ...{ firstName, lastName: 'Okoye', affected: 'Unaffected' as const },
    dateOfBirth: `1961-05-1${families}`,
    sex: relationship === 'Mother' ? ('Female' as const) : ('Male' as const),
  })
  const people = [relative('Mother', 'relative-1', 'Ife'), relative('Father', 'relative-2', 'Obi')]
  const samples = people.map(({ key }, index) => ({
    ...blankSample(key, `s${index + 2}`),
    ...{ specimenType: 'Blood' as const, dateOfCollection: order.samples[0]?.dateOfCollection ?? '' },
  }))
  const document = {
    ...order,
    tests: order.tests.map((one) => ({ ...one, testCode })),
    patients: proband ? [proband, ...people] : [],
    samples: [...order.samples, ...samples],
    consents: ['proband', 'relative-1', 'relative-2'].flatMap((patient) =>
      order.consents
        .filter(({ consentId }) => consentId !== 'child-only')
        .map((consent) => ({ ...consent, patient })),
    ),
  }
  const { id } = await portal.submitted(document)
  const send = async (options: Parameters<typeof laboratoryMessage>[1], orc27 = '') => {
    const raw = laboratoryMessage(`T${++control}`, { order: id, number: 'L-9', status: 'O', ...options })
    const padded = raw.replace(/^ORC\|.*$/m, (line) =>
      orc27 === '' ? line : Object.assign(Array(28).fill(''), line.split('|'), { 27: orc27 }).join('|'),
    )
    expect(await portal.receive(padded)).toContain('MSA|AA')
  }
  const arrive = (key: string, received: string) =>
    send({ at: received, specimens: [{ number: `${id}-${key}`, received }] })
  const read = () => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
  return { id, send, arrive, read }
}

describe('[TURN-01] a trio that waits for everybody’s sample', () => {
  test('names the sample it waits for instead of a day, and counts calendar days from the last', async () => {
    const trio = await submittedTrio()
    expect((await trio.read()).clock).toBeUndefined()
    await trio.arrive('s1', '20260302160000')
    await trio.arrive('s2', '20260302160000')
    expect(await trio.read()).toMatchObject({
      ...{ expectedOn: null, clock: { waitsFor: ['the father’s sample'] } },
    })
    const { ordersDTO: rows } = await portal
      .as('OrderViewer@P1')
      .orders.list({ params: { hospital: PARENT }, query: {} })
    expect(rows.find((row) => row.id === trio.id)).toMatchObject({
      ...{ isLate: false, clock: { waitsFor: ['the father’s sample'] } },
    })
    await trio.arrive('s3', '20260304160000')
    expect(await trio.read()).toMatchObject({ expectedOn: '2026-04-01', clock: { waitsFor: [] } })
  })

  test('takes the day that the laboratory gives (ORC-27), whatever it counts to', async () => {
    const trio = await submittedTrio()
    await trio.send({ at: '20260302160000' }, '20260320')
    expect(await trio.read()).toMatchObject({ expectedOn: '2026-03-20', clock: { isPromised: true } })
    // Sent earlier, received later: the last one by the laboratory's clock counts.
    await trio.send({ at: '20260301160000' }, '20260319')
    expect(await trio.read()).toMatchObject({ expectedOn: '2026-03-20' })
    await trio.send({ at: '20260303160000' }, '20260326023000+0000')
    expect(await trio.read()).toMatchObject({ expectedOn: '2026-03-25' })
    await trio.send({ at: '20260304160000' }, 'soon')
    expect(await trio.read()).toMatchObject({ expectedOn: '2026-03-25' })
  })
})

describe('[TURN-01] the examples, as ordered', () => {
  const ordered = async (testCode: string) => {
    const { id } = await portal.submitted(readyOrder(undefined, testCode))
    const say = async (options: Parameters<typeof laboratoryMessage>[1]) => {
      const raw = laboratoryMessage(`E${++control}`, {
        order: id,
        test: testCode,
        number: `L-${id}`,
        ...options,
      })
      expect(await portal.receive(raw)).toContain('MSA|AA')
    }
    const arrive = (received: string) =>
      say({ status: 'O', at: received, specimens: [{ number: `${id}-s1`, received }] })
    const read = () => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
    return { say, arrive, read }
  }

  test.each([
    ['EPI2', 'after the cut-off', '2026-03-25', '2026-03-25T13:00:00.000Z'],
    ['CYS4', 'around the clock', '2026-03-22', '2026-03-22T22:40:00.000Z'],
  ])(
    'an ultra-rapid test (%s) that arrives on a Friday at 17:40, %s, is expected on %s',
    async (testCode, _, expectedOn, dueAt) => {
      const order = await ordered(testCode)
      await order.arrive('20260320174000-0500')
      expect(await order.read()).toMatchObject({ expectedOn, clock: { dueAt } })
    },
  )

  test('a trio that starts with the child has two days once the father’s sample has come', async () => {
    const trio = await submittedTrio('TRI7')
    await trio.arrive('s1', '20260302160000')
    await trio.arrive('s2', '20260302160000')
    expect(await trio.read()).toMatchObject({ expectedOn: '2026-03-16', clock: { familyOn: null } })
    await trio.arrive('s3', '20260304160000')
    expect(await trio.read()).toMatchObject({ expectedOn: '2026-03-16', clock: { familyOn: '2026-03-18' } })
  })

  test.each([
    ['OVA3', 'calendar days', '2026-01-28'],
    ['WES1', 'business days', '2026-01-13'],
  ] as const)(
    'an authorization hold of nine days over New Year moves a test (%s) in %s to %s',
    async (testCode, _, expectedOn) => {
      const order = await ordered(testCode)
      await order.arrive('20251222100000-0500')
      const reason = 'AUTHORIZATION^Of the payer^L^H-1'
      await order.say({ control: 'OH', reason, at: '20251226100000-0500' })
      await order.say({ control: 'OE', reason, at: '20260104100000-0500' })
      expect(await order.read()).toMatchObject({ expectedOn, onHold: false })
    },
  )
})

test('a search and an order give the time as the laboratory describes it', async () => {
  const { tests } = await portal.as('OrderSubmitter@P1').catalogue.orderable({ query: { keywords: 'EPI2' } })
  expect(tests.map(({ code, turnaround }) => [code, turnaround])).toEqual([
    ['EPI2', { amount: 48, unit: 'hours' }],
  ])
  const order = await (await submittedTrio()).read()
  expect(order.turnaround).toMatchObject({
    amount: 28,
    unit: 'calendar-days',
    start: 'received',
    family: 'wait',
  })
})

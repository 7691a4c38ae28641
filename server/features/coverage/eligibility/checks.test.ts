import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpsClearinghouse } from '#adapters/clearinghouse/https.ts'
import type { Clearinghouse } from '#adapters/clearinghouse/port.ts'
import { ROW } from '#domain/coverage/testing/worked-examples.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { testPayer } from '#server/testing/payer.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT } from '#server/testing/world.ts'
import { active, insuredOrder } from '#server/testing/world-payers.ts'
import { type SimulatedPayerProcess, startSimulatedPayer } from '#simulators/payer/start.ts'
import { waitingChecks } from './check-worker-store.ts'

const hospital = PARENT
const creator = 'OrderCreator@P1'
const viewer = 'OrderViewer@P1'

let portal: TestPortal
let payer: SimulatedPayerProcess
let clearinghouse: Clearinghouse
let impatient: Clearinghouse
beforeAll(async () => {
  portal = await startPortal()
  payer = await startSimulatedPayer({ port: 0, slowSeconds: 5 })
  const reached = (timeoutMs: number) =>
    httpsClearinghouse({
      url: `http://127.0.0.1:${payer.port}/`,
      partner: {
        sender: { qualifier: 'ZZ', id: 'LARKFIELD' },
        receiver: { qualifier: 'ZZ', id: 'SIMULATED' },
        usage: 'T',
      },
      timeoutMs,
    })
  clearinghouse = reached(120_000)
  impatient = reached(1000)
})
afterAll(async () => {
  await payer?.stop()
  await portal?.stop()
})

const check = (document: OrderDocument, { again = false, orderId = null as number | null } = {}) =>
  portal.as(creator).coverage.check({ params: { hospital }, body: { document, orderId, again } })
const price = (document: OrderDocument, orderId: number | null = null) =>
  portal.as(creator).coverage.price({ params: { hospital }, body: { document, orderId } })
const read = (id: number) => portal.as(viewer).coverage.checkById({ params: { hospital, id } })
/** Queries the simulated payer without the queue's delays, and returns the resulting check. */
async function createAndRun(document: OrderDocument, { through = clearinghouse, ...options } = {}) {
  const { id } = await check(document, options)
  await portal.runCheck(through, id).catch(() => undefined)
  return read(id)
}
const exchangesOf = (id: number) =>
  portal.worker.db
    .selectFrom('eligibility_exchange')
    .select(['service_type', 'outcome', 'raw_270', 'raw_271'])
    .where('check_id', '=', id)
    .orderBy('id')
    .execute()

const nora = () =>
  insuredOrder({
    memberId: 'PMH100000001',
    firstName: 'Nora',
    lastName: 'Testwell',
    dateOfBirth: '1985-03-14',
  })
const of = (memberId: string, firstName: string, lastName: string, dateOfBirth: string, company?: string) =>
  insuredOrder({ memberId, firstName, lastName, dateOfBirth, ...(company ? { company } : {}) })

describe('a payer is queried while an order is being written', () => {
  test('[COVER-01] [ENT-07] and its answer yields the estimate', async () => {
    const document = nora()
    const before = await price(document)
    expect(before).toMatchObject({ check: null, gaps: [], payer: { id: 'papermoon', isElectronic: true } })
    expect(before.estimate).toMatchObject({ amountPayable: null, result: { because: 'coverage-unknown' } })

    const queued = await check(document)
    expect(queued).toMatchObject({
      state: 'queued',
      eligibilityStatus: 'Unknown',
      patientName: 'Nora Testwell',
    })
    await portal.startCheckWorker(clearinghouse)
    await expect.poll(async () => (await read(queued.id)).state).toBe('answered')
    await portal.boss.offWork('eligibility')

    const { check: answered, estimate, tests } = await price(document)
    expect(answered).toMatchObject({
      ...{ id: queued.id, eligibilityStatus: 'Eligible', planName: 'PAPERMOON PPO 1500', isCurrent: true },
      ...{ trouble: null, refusals: [], problems: [] },
    })
    expect(answered?.said).toContainEqual(
      expect.objectContaining({ about: 'Deductible', words: expect.stringContaining('$900.00 left') }),
    )
    // 60% of the list price of $1,000 is allowed, which is less than the $900 left of the deductible.
    expect(tests).toMatchObject([{ listPriceCents: 100_000, allowedCents: 60_000 }])
    expect(estimate).toMatchObject({
      ...{ amountPayable: 60_000, isOutOfNetwork: false, authorizationRequired: 'no' },
    })
    const exchanges = await exchangesOf(queued.id)
    expect(exchanges).toMatchObject([{ service_type: '5', outcome: 'answered' }])
    expect(exchanges[0]?.raw_270).toContain('EQ*5')
    expect(exchanges[0]?.raw_271).toMatch(/^ISA.*PAPERMOON/s)
  })

  test('about the plan as a whole too, if the rows for laboratory tests are not enough', async () => {
    const { id, state } = await createAndRun(
      of('GH20000002', 'Xenia', 'Phantasy', '1987-09-19', 'Glass Harbor Mutual'),
    )
    expect(state).toBe('answered')
    expect((await exchangesOf(id)).map((one) => one.service_type)).toEqual(['5', '30'])
  })

  test('all missing fields are reported together, and no payer is queried', async () => {
    const document = insuredOrder({ memberId: '', company: 'By Letter Only', firstName: '' })
    expect(await problemOfCall(check(document))).toMatchObject({
      ...{ status: 422, code: 'invalid-fields' },
      errors: [
        { path: '/document/patients/0/firstName', rule: 'required' },
        { path: '/document/payment/insurance/memberId', rule: 'required' },
        { path: '/document/payment/insurance/company', rule: 'not-electronic' },
      ],
    })
    const selfPay: OrderDocument = { ...document, payment: { ...document.payment, billingType: 'SelfPay' } }
    expect(await problemOfCall(check(selfPay))).toMatchObject({
      errors: [{ path: '/document/payment/billingType' }],
    })
    expect(await price(selfPay)).toMatchObject({
      estimate: null,
      payer: null,
      gaps: [],
      selfPayCents: 100_000,
    })
  })

  test('a refusal is an answer, says what to do, and can be requested again', async () => {
    const document = of('PMH400000075', 'Eli', 'Unfound', '1991-01-02')
    const refused = await createAndRun(document)
    expect(refused).toMatchObject({ state: 'answered', eligibilityStatus: 'Not eligible' })
    expect(refused.refusals).toMatchObject([{ whatToDo: expect.stringContaining('member ID') }])
    expect((await price(document)).estimate?.result).toMatchObject({ kind: 'none', because: 'rejected' })
    expect((await check(document)).id).not.toBe(refused.id)
  })
})

describe('without an answer the check waits, and the form shows why', () => {
  test.each([
    ['slow', of('PMH500000001', 'Fay', 'Latecomer', '1989-04-04')],
    ['down', of('PMH500000002', 'Gus', 'Hangup', '1989-04-05')],
    ['garbage', of('PMH500000003', 'Hal', 'Gibberish', '1989-04-06')],
    ['garbage', of('PMH500000004', 'Ida', 'Halfway', '1989-04-07')],
    // AAA 42: the payer says that it cannot answer now.
    ['down', of('PMH400000042', 'Dina', 'Busyline', '1991-01-01')],
  ])('%s', async (trouble, document) => {
    const through = trouble === 'slow' ? impatient : clearinghouse
    const waiting = await createAndRun(document, { through })
    expect(waiting).toMatchObject({ state: 'queued', checkedAt: null, trouble: { tries: 1 } })
    expect(Date.parse(waiting.trouble?.nextTryAt ?? '')).toBeGreaterThan(Date.now())
    expect(await exchangesOf(waiting.id)).toMatchObject([{ outcome: trouble }])
    // A repeated request creates no second check.
    expect((await check(document)).id).toBe(waiting.id)
  })

  test('and is answered once the payer responds; the queue contains no patient data', async () => {
    // Earlier checks, which this payer does not know.
    await portal.boss.deleteAllJobs('eligibility')
    const document = of('TM-77', 'Petra', 'Patience', '1990-01-01', 'Tidewater Mutual')
    const { id } = await check(document)
    await portal.startCheckWorker(testPayer('down', active(10_000)))
    await expect.poll(async () => (await read(id)).state).toBe('answered')
    await portal.boss.offWork('eligibility')
    expect(await exchangesOf(id)).toMatchObject([{ outcome: 'down' }, { outcome: 'answered' }])
    const jobs = await portal.worker.sql`select data, output from jobs.job where name = 'eligibility'`
    expect(jobs.length).toBeGreaterThan(0)
    expect(JSON.stringify(jobs)).not.toMatch(/Patience|TM-77|270/i)
  })

  test('what the clearinghouse rejects is given up immediately', async () => {
    const { id } = await check(of('TM-78', 'Gregor', 'Givenup', '1990-01-02', 'Tidewater Mutual'))
    await portal.runCheck(testPayer('refused'), id)
    expect(await read(id)).toMatchObject({ state: 'given-up', trouble: { nextTryAt: null } })
    expect(await waitingChecks(portal.worker)).toMatchObject({ givenUp: 1 })
  })
})

describe('a person is checked once', () => {
  test('for six concurrent requests and for the next draft, until a user requests it again', async () => {
    const subject = ['TM-80', 'Olga', 'Once', '1990-02-02', 'Tidewater Mutual'] as const
    const checks = await Promise.all(Array.from({ length: 6 }, () => check(of(...subject))))
    const [first] = checks
    if (!first) throw new Error('there are six answers')
    expect(new Set(checks.map(({ id }) => id)).size).toBe(1)
    const tidewater = testPayer(active(30_000))
    await portal.runCheck(tidewater, first.id)
    expect(tidewater.requests).toMatchObject([{ serviceType: '5', dependent: null }])
    // The same person in a different spelling.
    const again = of('tm 80', 'OLGA', 'ONCE', '1990-02-02', 'tidewater mutual')
    expect(await check(again)).toMatchObject({ id: first.id, state: 'answered' })
    expect((await price(again)).estimate?.amountPayable).toBe(36_000)
    const repeated = await check(again, { again: true })
    expect(repeated).toMatchObject({ state: 'queued' })
    expect(repeated.id).not.toBe(first.id)
    // Until the new check is answered, the earlier answer is used.
    expect((await price(again)).estimate?.amountPayable).toBe(36_000)
  })

  test('and an earlier answer does not become valid again when the newest one expires', async () => {
    const document = of('TM-82', 'Nina', 'Newest', '1990-02-03', 'Tidewater Mutual')
    const first = await check(document)
    await portal.runCheck(testPayer(active(0)), first.id)
    expect((await price(document)).estimate?.amountPayable).toBe(12_000)
    const { member, ...ended } = active(0)
    const inactive = { ...ended, benefits: [{ ...ROW, kind: 'inactive' as const }] }
    const newest = await check(document, { again: true })
    await portal.runCheck(
      testPayer({ ...inactive, member: { ...member, planEnds: '2020-06-30' } }),
      newest.id,
    )
    expect((await price(document)).estimate?.result).toMatchObject({ because: 'inactive' })
    // The day after: the answer was valid only on its own day.
    const counted = { counts_until: '2020-06-30' }
    await portal.worker.db.updateTable('eligibility_check').set(counted).where('id', '=', newest.id).execute()
    expect((await price(document)).estimate?.result).toMatchObject({ because: 'coverage-unknown' })
    expect(await check(document)).toMatchObject({ state: 'queued' })
  })

  test('and an authorization that it required is asked for again, whatever the contract says', async () => {
    const document = of('TM-83', 'Rita', 'Required', '1990-02-04', 'Tidewater Mutual')
    const required = active(0)
    const [first] = required.benefits
    if (!first) throw new Error('the answer has rows')
    const answered = await check(document)
    await portal.runCheck(
      testPayer({ ...required, benefits: [...required.benefits, { ...first, authorization: 'yes' }] }),
      answered.id,
    )
    expect((await price(document)).estimate?.authorizationRequired).toBe('yes')
    const isAskedAgain = {
      authorizationRequired: 'unknown',
      missing: expect.arrayContaining([expect.objectContaining({ name: 'authorization-again' })]),
    }
    const over = { counts_until: '2020-06-30' }
    await portal.worker.db.updateTable('eligibility_check').set(over).where('id', '=', answered.id).execute()
    expect((await price(document)).estimate).toMatchObject(isAskedAgain)
    // A refusal says nothing about it.
    const refused = await check(document)
    const rejection = { level: 'subscriber', code: '72', followUp: '', words: '' } as const
    await portal.runCheck(testPayer({ ...required, benefits: [], rejections: [rejection] }), refused.id)
    expect((await price(document)).estimate).toMatchObject({
      result: { because: 'rejected' },
      ...isAskedAgain,
    })
    const last = await check(document)
    await portal.runCheck(testPayer(required), last.id)
    expect((await price(document)).estimate?.authorizationRequired).toBe('no')
  })

  test('for a dependent, the policy holder is queried', async () => {
    const document = of('TM-81', 'Kit', 'Young', '2015-05-05', 'Tidewater Mutual')
    const { insurance } = document.payment
    Object.assign(insurance, {
      ...{ holderRelationship: 'Child', holderFirstName: 'Max', holderLastName: 'Young' },
      holderDateOfBirth: '1980-08-08',
    })
    const { id, holderName } = await check(document)
    expect(holderName).toBe('Max Young')
    const tidewater = testPayer(active(0))
    await portal.runCheck(tidewater, id)
    expect(tidewater.requests[0]).toMatchObject({
      subscriber: { firstName: 'Max', memberId: 'TM-81' },
      dependent: { firstName: 'Kit', dateOfBirth: '2015-05-05' },
    })
  })
})

test('another institution sees none of it', async () => {
  const document = of('TM-90', 'Una', 'Unseen', '1991-09-09', 'Tidewater Mutual')
  const draft = await portal.draft(document)
  const { id } = await check(document, { orderId: draft.id })
  await portal.runCheck(testPayer(active(0)), id)
  expect((await price(document)).check).toMatchObject({ id, state: 'answered' })
  const foreign = portal.as('OrderSubmitter@F1').coverage
  const params = { hospital: FOREIGN }
  const seen = await foreign.price({ params, body: { document, orderId: draft.id } })
  expect(seen).toMatchObject({ check: null, estimate: { amountPayable: null } })
  expect(await problemOfCall(foreign.checkById({ params: { ...params, id } }))).toMatchObject({
    status: 404,
  })
  const named = foreign.check({ params, body: { document, orderId: draft.id } })
  expect(await problemOfCall(named)).toMatchObject({ status: 404 })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EligibilityResponse } from '#domain/coverage/benefits.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { testPayer } from '#server/testing/payer.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder, readyVerification } from '#server/testing/world.ts'
import { active, insuredOrder } from '#server/testing/world-payers.ts'
import { oneAtATime } from './check-store.ts'
import { eligibilityOutbox } from './check-worker.ts'
import { noteAnswer } from './check-worker-store.ts'
import { verificationWorks } from './repeating.ts'

const hospital = PARENT
const creator = 'OrderCreator@P1'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** A new member each time, insured at Tidewater Mutual. */
let memberCount = 0
function person(): OrderDocument {
  memberCount += 1
  return insuredOrder({ company: 'Tidewater Mutual', memberId: `TM-${memberCount}` })
}
const verificationOf = (document: OrderDocument): OrderDocument => ({
  ...document,
  ...{ isVOB: true, consents: [], samples: readyVerification().samples },
})
const begin = (document: OrderDocument) => portal.draft(document, { by: creator, at: hospital })
const get = (id: number) => portal.as(creator).orders.get({ params: { hospital, id } })
const set = (id: number, vobStatus: 'draft' | 'submitted') =>
  portal.as(creator).orders.vob({ params: { h: hospital, id }, headers: {}, body: { vobStatus } })
const coverageOf = (id: number) => portal.as(creator).coverage.ofOrder({ params: { hospital, id } })
const copyAsOrder = (id: number) =>
  portal.as(creator).orders.copy({ params: { hospital, id }, body: { draftKey: randomUUID(), as: 'order' } })
const submit = (id: number) =>
  portal.as('OrderSubmitter@P1').orders.submit({ params: { hospital, id }, headers: {}, query: SIGNED })
const kindsOf = async (id: number) => (await get(id)).events.map(({ kind }) => kind)
const checksOf = (id: number) =>
  portal.worker.db
    .selectFrom('eligibility_check')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()

/** The payer answers an order's check. */
async function answer(id: number, reply: EligibilityResponse) {
  const waiting = (await checksOf(id)).find(({ state }) => state === 'queued')
  await portal.runCheck(testPayer(reply), waiting?.id ?? 0)
}
/** Makes the answers old: no answer about the order's patient is valid any more. */
async function grow(id: number) {
  const past = { counts_until: '2020-01-31' }
  await portal.worker.db.updateTable('eligibility_check').set(past).where('order_id', '=', id).execute()
  await portal.worker.db.updateTable('cost_estimate').set(past).where('order_id', '=', id).execute()
}
/** Adds to an order made from a verification what only an order has. */
async function complete(id: number) {
  const { samples, consents } = readyOrder()
  await portal.as(creator).orders.patch({
    ...{ params: { hospital, id }, headers: {} },
    body: [
      { op: 'replace', path: '/samples', value: samples.map((sample) => ({ ...sample })) },
      { op: 'replace', path: '/consents', value: consents.map((consent) => ({ ...consent })) },
    ],
  })
}
async function answeredVerification(reply: EligibilityResponse, document = person()) {
  const { id } = await begin(verificationOf(document))
  await set(id, 'submitted')
  await answer(id, reply)
  return { id, document }
}

/** Runs a recurring work once. */
async function repeat(name: string) {
  const deps = { connection: portal.worker, queueCheck: eligibilityOutbox(portal.boss), canQueryPayers: true }
  const works = verificationWorks({ ...deps, now: () => new Date() })
  await works.find((work) => work.name === name)?.run()
}

describe('a verification', () => {
  test('queries the payer when submitted, and is answered with a stored estimate when the payer answers', async () => {
    const { id } = await begin(verificationOf(person()))
    expect((await set(id, 'submitted')).vobStatus).toBe('submitted')
    expect(await checksOf(id)).toMatchObject([{ state: 'queued', payer_id: 'tidewater' }])
    expect((await coverageOf(id)).price.check).toMatchObject({ state: 'queued', orderId: id })
    await answer(id, active(10_000))
    const answered = await get(id)
    expect(answered.vobStatus).toBe('answered')
    // $600 allowed: $100 of the deductible and a fifth of $500.
    expect(answered.events.at(-1)).toMatchObject({
      ...{ kind: 'benefits-answered', actor: 'Karyo', detail: 'Estimated out of pocket: $200.00.' },
    })
    const { estimates, price } = await coverageOf(id)
    expect(estimates).toMatchObject([
      { madeBy: 'The payer’s answer', orderId: id, estimate: { amountPayable: 20_000 } },
    ])
    expect(price).toMatchObject({ estimate: { amountPayable: 20_000 }, changed: null })
  })

  test('is answered immediately by a valid answer, also one requested for another draft', async () => {
    const { document } = await answeredVerification(active(0))
    const { id } = await begin(verificationOf(document))
    expect(await set(id, 'submitted')).toMatchObject({ vobStatus: 'answered' })
    expect(await checksOf(id)).toEqual([])
    expect((await coverageOf(id)).estimates).toMatchObject([{ estimate: { amountPayable: 12_000 } }])
  })

  test("is answered when another draft's pending check is answered", async () => {
    const document = person()
    const draft = await begin(document)
    const body = { document, orderId: draft.id, again: false }
    await portal.as(creator).coverage.check({ params: { hospital }, body })
    const { id } = await begin(verificationOf(document))
    expect(await set(id, 'submitted')).toMatchObject({ vobStatus: 'submitted' })
    expect(await checksOf(id)).toEqual([])
    await answer(draft.id, active(0))
    expect(await get(id)).toMatchObject({ vobStatus: 'answered' })
  })

  test('whose payer cannot be queried is answered immediately with whom to call', async () => {
    const { id } = await begin(verificationOf(insuredOrder({ company: 'By Letter Only', memberId: '1' })))
    const answered = await set(id, 'submitted')
    expect(answered).toMatchObject({ vobStatus: 'answered' })
    expect(answered.events.at(-1)?.detail).toBe('Call By Letter Only at (614) 555-0100.')
    const { estimates } = await coverageOf(id)
    expect(estimates).toMatchObject([
      { estimate: { amountPayable: null, result: { kind: 'none', because: 'coverage-unknown' } } },
    ])
  })

  test('shows a refusal; withdrawn and requested again, it queries again', async () => {
    const rejections = [{ level: 'subscriber' as const, code: '75', followUp: 'C', words: 'Not found.' }]
    const { id } = await answeredVerification({ ...active(0), benefits: [], rejections })
    expect(await get(id)).toMatchObject({ vobStatus: 'answered' })
    expect((await coverageOf(id)).price.check).toMatchObject({ eligibilityStatus: 'Not eligible' })
    await set(id, 'draft')
    expect((await set(id, 'submitted')).vobStatus).toBe('submitted')
    await answer(id, active(0))
    expect((await coverageOf(id)).price.estimate?.amountPayable).toBe(12_000)
    expect(await kindsOf(id)).toEqual([
      ...['draft-begun', 'benefits-asked', 'benefits-answered', 'benefits-withdrawn'],
      ...['benefits-asked', 'benefits-answered'],
    ])
  })

  test('expires when the answer is no longer valid: by the recurring work, or at the latest when viewed', async () => {
    const [one, other, young] = [
      await answeredVerification(active(0)),
      await answeredVerification(active(0)),
      await answeredVerification(active(0)),
    ]
    await grow(one.id)
    expect(await get(one.id)).toMatchObject({ vobStatus: 'expired' })
    await grow(other.id)
    await Promise.all([repeat('verification-expiry'), repeat('verification-expiry')])
    expect(await get(other.id)).toMatchObject({ vobStatus: 'expired' })
    expect((await kindsOf(other.id)).filter((kind) => kind === 'benefits-expired')).toHaveLength(1)
    expect(await get(young.id)).toMatchObject({ vobStatus: 'answered' })
    // It can be requested again.
    await set(one.id, 'draft')
    expect(await set(one.id, 'submitted')).toMatchObject({ vobStatus: 'submitted' })
  })

  test('expires with its answer, whatever other estimates were stored since', async () => {
    const { id, document } = await answeredVerification(active(0))
    const past = { counts_until: '2020-01-31' }
    await portal.worker.db.updateTable('cost_estimate').set(past).where('order_id', '=', id).execute()
    const selfPay: OrderDocument = { ...document, payment: { ...document.payment, billingType: 'SelfPay' } }
    await portal
      .as(creator)
      .coverage.keepEstimate({ params: { hospital }, body: { document: selfPay, orderId: id } })
    expect(await get(id)).toMatchObject({ vobStatus: 'expired' })
  })

  test('whose check was lost is queried again by the recurring work', async () => {
    const { id } = await begin(verificationOf(person()))
    await set(id, 'submitted')
    await portal.boss.deleteAllJobs('eligibility')
    await repeat('verification-asking')
    expect(await portal.worker.sql`select data from jobs.job where name = 'eligibility'`).toHaveLength(0)
    const past = { asked_at: new Date(Date.now() - 48 * 3_600_000) }
    await portal.worker.db.updateTable('eligibility_check').set(past).where('order_id', '=', id).execute()
    await Promise.all([repeat('verification-asking'), repeat('verification-asking')])
    await repeat('verification-asking')
    const [check] = await checksOf(id)
    expect(await portal.worker.sql`select data from jobs.job where name = 'eligibility'`).toEqual([
      { data: { checkId: check?.id } },
    ])
  })

  test('from before payers were queried is queried by the recurring work, once', async () => {
    const ids = []
    for (const document of [person(), insuredOrder({ company: 'By Letter Only', memberId: '2' })]) {
      const { id } = await begin(verificationOf(document))
      await portal.worker.db
        .updateTable('orders')
        .set({ vob_status: 'submitted' })
        .where('id', '=', id)
        .execute()
      ids.push(id)
    }
    const [queued = 0, notQueued = 0] = ids
    await repeat('verification-asking')
    await repeat('verification-asking')
    expect(await checksOf(queued)).toMatchObject([{ state: 'queued', asked_by_name: 'Karyo' }])
    expect(await get(notQueued)).toMatchObject({ vobStatus: 'answered' })
    await answer(queued, active(0))
    expect(await get(queued)).toMatchObject({ vobStatus: 'answered' })
  })

  test("can be deleted with everything requested for it; the payer's answers stay", async () => {
    const { id } = await answeredVerification(active(0))
    await set(id, 'draft')
    await portal.as(creator).orders.discard({ params: { h: hospital, id } })
    expect(await checksOf(id)).toEqual([])
  })
})

describe('an order', () => {
  test('made from a verification has its estimate, and the payer is not queried again', async () => {
    const { id } = await answeredVerification(active(10_000))
    const order = await copyAsOrder(id)
    const { price, estimates } = await coverageOf(order.id)
    expect(price).toMatchObject({ estimate: { amountPayable: 20_000 }, check: { isCurrent: true } })
    expect(estimates).toMatchObject([{ orderId: order.id, estimate: { amountPayable: 20_000 } }])
    await complete(order.id)
    expect((await submit(order.id)).state).toBe('en-route')
    expect(await checksOf(order.id)).toEqual([])
    // Nothing new was known when it was ordered: the estimate is stored once.
    expect((await coverageOf(order.id)).estimates).toMatchObject([
      { madeBy: 'The payer’s answer', estimate: { amountPayable: 20_000 } },
    ])
  })

  test('shows what changed since its estimate was stored', async () => {
    const { id, document } = await answeredVerification(active(10_000))
    const order = await copyAsOrder(id)
    const body = { document, orderId: order.id, again: true }
    await portal.as(creator).coverage.check({ params: { hospital }, body })
    await answer(order.id, active(60_000))
    const { changed, estimate } = (await coverageOf(order.id)).price
    expect(estimate?.amountPayable).toBe(60_000)
    expect(changed?.words[0]).toBe('The estimate was $200.00; it is now $600.00.')
  })

  test('with an old answer is submitted without waiting, checked again, and gets one entry for a change', async () => {
    const { id } = await answeredVerification(active(10_000))
    const order = await copyAsOrder(id)
    await complete(order.id)
    await grow(id)
    expect((await coverageOf(order.id)).price.estimate?.amountPayable).toBeNull()
    expect((await submit(order.id)).state).toBe('en-route')
    const [check] = await checksOf(order.id)
    expect(check).toMatchObject({ state: 'queued' })
    await answer(order.id, active(60_000))
    await portal.runCheck(testPayer(active(60_000)), check?.id ?? 0)
    const changes = (await get(order.id)).events.filter(({ kind }) => kind === 'benefits-changed')
    expect(changes).toHaveLength(1)
    expect(changes[0]?.detail).toContain('The estimate was $200.00; it is now $600.00.')
  })

  test('gets no entry if the new answer is the same', async () => {
    const { id } = await answeredVerification(active(10_000))
    const order = await copyAsOrder(id)
    await complete(order.id)
    await grow(id)
    await submit(order.id)
    await answer(order.id, active(10_000))
    expect(await kindsOf(order.id)).not.toContain('benefits-changed')
  })

  test('keeps an answer that is being stored while it is submitted', async () => {
    const document = person()
    const order = await portal.draft(document)
    const body = { document, orderId: order.id, again: false }
    await portal.as(creator).coverage.check({ params: { hospital }, body })
    const [check] = await checksOf(order.id)
    if (!check) throw new Error('it was asked')
    const waiting = () =>
      portal.worker.sql`select pid from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    const today = todayAtLaboratory(new Date())
    const checkAnswer = { answer: active(10_000), problems: [], checkedAt: new Date(), countsUntil: today }
    const submitted = await portal.worker.db.transaction().execute(async (db) => {
      await oneAtATime(db, hospital, check.subject_key)
      const submission = submit(order.id)
      await expect.poll(async () => (await waiting()).length).toBe(1)
      await noteAnswer(db, check.id, { ...checkAnswer, askedDay: check.service_day })
      return { submission }
    })
    await submitted.submission
    expect((await coverageOf(order.id)).estimates).toMatchObject([{ estimate: { amountPayable: 20_000 } }])
  })

  test('that was never checked is submitted, and no payer is queried', async () => {
    const order = await portal.submitted(person())
    expect(await checksOf(order.id)).toEqual([])
    expect((await coverageOf(order.id)).estimates).toEqual([])
  })

  test('keeps an estimate as given, whatever comes later', async () => {
    const { id, document } = await answeredVerification(active(10_000))
    const order = await copyAsOrder(id)
    const saved = await portal
      .as(creator)
      .coverage.keepEstimate({ params: { hospital }, body: { document, orderId: order.id } })
    expect(saved).toMatchObject({ madeBy: 'Test OrderCreator@P1', estimate: { amountPayable: 20_000 } })
    await portal
      .as(creator)
      .coverage.check({ params: { hospital }, body: { document, orderId: order.id, again: true } })
    await answer(order.id, active(0))
    const { estimates } = await coverageOf(order.id)
    expect(estimates[0]).toEqual(saved)
  })
})

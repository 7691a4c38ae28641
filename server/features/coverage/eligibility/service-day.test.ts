import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EligibilityRequest } from '#adapters/clearinghouse/port.ts'
import type { EligibilityResponse } from '#domain/coverage/benefits.ts'
import { plainMemberId } from '#domain/coverage/payer.ts'
import { ROW } from '#domain/coverage/testing/worked-examples.ts'
import { startOfDay } from '#domain/dates/dates.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { laboratoryDay as dayIn } from '#server/testing/laboratory-day.ts'
import { testPayer } from '#server/testing/payer.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { active, insuredOrder } from '#server/testing/world-payers.ts'

const hospital = PARENT
const creator = 'OrderCreator@P1'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

let memberId = ''
let memberCount = 0
beforeEach(() => {
  memberCount += 1
  memberId = `TM-D${memberCount}`
})
/** An order of the test's patient whose specimen is collected on this day; '': that is not known yet. */
function collected(day: string): OrderDocument {
  const document = insuredOrder({ company: 'Tidewater Mutual', memberId, dateOfBirth: '1990-02-04' })
  return { ...document, samples: document.samples.map((sample) => ({ ...sample, dateOfCollection: day })) }
}
const check = (document: OrderDocument, { again = false, orderId = null as number | null } = {}) =>
  portal.as(creator).coverage.check({ params: { hospital }, body: { document, orderId, again } })
const price = (document: OrderDocument) =>
  portal.as(creator).coverage.price({ params: { hospital }, body: { document, orderId: null } })
const checkCount = async () =>
  (
    await portal.worker.db
      .selectFrom('eligibility_check')
      .select('id')
      .where('subject_key', 'like', `tidewater|${plainMemberId(memberId)}|%`)
      .execute()
  ).length

/** Asks about a day of collection; returns the check and what the payer was sent. */
async function ask(day: string, reply: EligibilityResponse = active(0)) {
  const { id } = await check(collected(day))
  const payer = testPayer(reply)
  await portal.runCheck(payer, id)
  return { id, requests: payer.requests as EligibilityRequest[] }
}
/** The plan of these days. */
const plan = (planBegins: string, planEnds: string): EligibilityResponse => {
  const answer = active(0)
  return { ...answer, member: { ...answer.member, planBegins, planEnds } }
}
const inactive = { ...active(0), benefits: [{ ...ROW, kind: 'inactive' as const }] }

describe('[PAY-02] the payer is asked about the day of service', () => {
  test.each([
    ['a day to come', 40, 40],
    ['today', 0, 0],
    ['a day last week', -7, -7],
    ['a day so long ago that the specimen was stored', -31, 0],
  ])('%s', async (_, collectedIn, askedAbout) => {
    const { requests } = await ask(dayIn(collectedIn))
    expect(requests).toMatchObject([{ serviceType: '5', date: dayIn(askedAbout) }])
  })

  test('today, if no day is known', async () => {
    expect((await ask('')).requests).toMatchObject([{ date: dayIn(0) }])
  })

  test('and its answer is judged by that day: a plan that begins until then is active', async () => {
    const { id } = await ask(dayIn(40), plan(dayIn(30), dayIn(394)))
    const { check: answered, estimate } = await price(collected(dayIn(40)))
    expect(answered).toMatchObject({
      id,
      eligibilityStatus: 'Eligible',
      serviceDay: dayIn(40),
      isCurrent: true,
    })
    expect(estimate?.amountPayable).toBe(12_000)
  })

  test('and an answer about a day before its plan ended counts after the end', async () => {
    const { id } = await ask(dayIn(-7), plan(dayIn(-300), dayIn(-2)))
    expect(await price(collected(dayIn(-7)))).toMatchObject({
      check: { id, eligibilityStatus: 'Eligible' },
      estimate: { amountPayable: 12_000 },
    })
    const [stored] = await portal.worker.sql`select counts_until >= ${dayIn(1)}::date
      or extract(day from ${dayIn(1)}::date) = 1 as stays from eligibility_check where id = ${id}`
    expect(stored).toEqual({ stays: true })
  })
})

describe('[PAY-02] an answer counts for the day that it is about', () => {
  test('another day is asked about again, and the first answer still counts for its own', async () => {
    const first = await ask(dayIn(0))
    expect((await price(collected(dayIn(0)))).estimate?.amountPayable).toBe(12_000)
    const before = await price(collected(dayIn(40)))
    expect(before.estimate?.result).toMatchObject({ because: 'coverage-unknown' })
    expect(before.check).toMatchObject({ id: first.id, isOfOtherDay: true, isCurrent: false })

    const second = await ask(dayIn(40), inactive)
    expect(second.id).not.toBe(first.id)
    expect((await price(collected(dayIn(40)))).estimate?.result).toMatchObject({ because: 'inactive' })
    expect(await price(collected(dayIn(0)))).toMatchObject({
      check: { id: first.id, isOfOtherDay: false, isCurrent: true },
      estimate: { amountPayable: 12_000 },
    })
    expect((await check(collected(dayIn(0)))).id).toBe(first.id)
    expect((await check(collected(dayIn(40)))).id).toBe(second.id)
  })

  test.each([
    ['no day', 'today', () => ['', dayIn(0)] as const],
    ['today', 'no day', () => [dayIn(0), ''] as const],
  ])('one that was asked about %s is one about %s too', async (_asked, _other, days) => {
    const [asked, other] = days()
    const pending = await check(collected(asked))
    expect((await check(collected(other))).id).toBe(pending.id)
    await portal.runCheck(testPayer(active(0)), pending.id)
    expect((await check(collected(other))).id).toBe(pending.id)
    expect((await price(collected(other))).estimate?.amountPayable).toBe(12_000)
  })

  test('one from the days when today was always asked about counts for its own day and without a day', async () => {
    const { id } = await ask('')
    const yesterday = new Date(startOfDay(dayIn(-1)))
    const old = { checked_at: yesterday, counts_until: dayIn(2) }
    await portal.worker.db.updateTable('eligibility_check').set(old).where('id', '=', id).execute()
    expect((await price(collected(''))).check).toMatchObject({ id, isCurrent: true })
    expect((await price(collected(dayIn(-1)))).check).toMatchObject({ id, isCurrent: true })
    expect((await price(collected(dayIn(0)))).check).toMatchObject({ id, isOfOtherDay: true })
  })

  test('one that a portal of the previous version asked for counts for the day on which it asked', async () => {
    const { id } = await ask(dayIn(40))
    // It knows no day of service, and asks about today.
    await portal.worker.db
      .updateTable('eligibility_check')
      .set({ asked_day: null })
      .where('id', '=', id)
      .execute()
    const later = await price(collected(dayIn(40)))
    expect(later.check).toMatchObject({ id, serviceDay: null, isOfOtherDay: true, isCurrent: false })
    expect(later.estimate?.result).toMatchObject({ because: 'coverage-unknown' })
    expect((await price(collected(dayIn(0)))).check).toMatchObject({ id, isCurrent: true })
    const again = await ask(dayIn(40), inactive)
    expect(again.id).not.toBe(id)
    expect((await price(collected(dayIn(40)))).estimate?.result).toMatchObject({ because: 'inactive' })
  })

  test('a check that waits for one day does not keep another from being asked about', async () => {
    const [one, other] = [await check(collected(dayIn(3))), await check(collected(dayIn(4)))]
    expect(other.id).not.toBe(one.id)
    expect((await check(collected(dayIn(3)))).id).toBe(one.id)
    const payer = testPayer(active(0))
    await portal.runCheck(payer, other.id)
    expect(payer.requests).toMatchObject([{ date: dayIn(4) }])
    expect((await price(collected(dayIn(3)))).check).toMatchObject({ id: one.id, state: 'queued' })
  })

  test('the payer’s refusal to answer about a day is an answer about that day, and says what to do', async () => {
    const rejection = {
      level: 'subscriber',
      code: '63',
      followUp: '',
      words: 'The date of service is in the future',
    } as const
    await ask(dayIn(0))
    await ask(dayIn(40), { ...active(0), benefits: [], rejections: [rejection] })
    const refused = await price(collected(dayIn(40)))
    expect(refused.estimate?.result).toMatchObject({ because: 'rejected' })
    expect(refused.check?.refusals).toMatchObject([
      { whatToDo: expect.stringContaining('date of collection') },
    ])
    expect((await price(collected(dayIn(0)))).estimate?.amountPayable).toBe(12_000)
  })

  test('typing a day asks nothing', async () => {
    await ask('')
    for (let days = 1; days < 30; days += 1) await price(collected(dayIn(days)))
    expect(await checkCount()).toBe(1)
  })
})

test('[PAY-02] an order whose day changed since the payer was asked is asked about again when it is submitted', async () => {
  const order = await portal.draft(collected(dayIn(-3)), { by: creator, at: hospital })
  const { id } = await check(collected(dayIn(-4)), { orderId: order.id })
  await portal.runCheck(testPayer(active(0)), id)
  await portal
    .as('OrderSubmitter@P1')
    .orders.submit({ params: { hospital, id: order.id }, headers: {}, query: SIGNED })
  const queued = await portal.worker.db
    .selectFrom('eligibility_check')
    .select(['id', 'service_day'])
    .where('order_id', '=', order.id)
    .where('state', '=', 'queued')
    .execute()
  expect(queued).toMatchObject([{ service_day: dayIn(-3) }])
})

test('[PAY-02] a verification is answered by what the payer answers about its day', async () => {
  const draft = await portal.draft(
    { ...collected(dayIn(20)), isVOB: true, consents: [] },
    { by: creator, at: hospital },
  )
  await check(collected(''))
  const { vobStatus } = await portal
    .as(creator)
    .orders.vob({ params: { h: hospital, id: draft.id }, headers: {}, body: { vobStatus: 'submitted' } })
  expect(vobStatus).toBe('submitted')
  const [ofToday, own] = await portal.worker.db
    .selectFrom('eligibility_check')
    .select(['id', 'service_day'])
    .where('subject_key', 'like', `tidewater|${plainMemberId(memberId)}|%`)
    .orderBy('id')
    .execute()
  expect([ofToday?.service_day, own?.service_day]).toEqual([null, dayIn(20)])
  const read = () => portal.as(creator).orders.get({ params: { hospital, id: draft.id } })
  await portal.runCheck(testPayer(active(0)), ofToday?.id ?? 0)
  expect(await read()).toMatchObject({ vobStatus: 'submitted' })
  await portal.runCheck(testPayer(active(0)), own?.id ?? 0)
  expect(await read()).toMatchObject({ vobStatus: 'answered' })
})

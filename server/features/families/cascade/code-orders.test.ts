import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { changeBetween } from '#domain/family/change.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { offerKnownVariantTest } from '../../../testing/known-variant-test.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../../testing/portal.ts'
import { FOREIGN, PARENT } from '../../../testing/world.ts'
import type { LiveUpdate } from '../../portal/live.ts'
import { CREATOR, redeemedCodes, type Sent } from './testing/redeemed-codes.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await offerKnownVariantTest(portal)
})
afterAll(() => portal?.stop())

const { send, question, start, redeemed, filled, submitted, orders } = redeemedCodes(() => portal)

describe('an order that is begun from a code', () => {
  test('has the test and the variant, names nobody, and is one for the code', async () => {
    const code = await redeemed()
    const [{ orderId }, again] = [await code.begin(), await code.begin()]
    expect(again).toEqual({ orderId })
    const order = await orders().get({ params: { hospital: FOREIGN, id: orderId } })
    expect(order.document.tests.map(({ testCode }) => testCode)).toEqual(['KNO9'])
    expect(order.document.knownVariants).toMatchObject([
      {
        ...{ kind: 'sequence', gene: 'BRCA2', variantClass: 'Pathogenic', inheritance: 'Dominant' },
        ...{ report: 'family-code', laboratoryNumber: '' },
        carrier: { firstName: '', lastName: '', relation: 'Other blood relative' },
      },
    ])
    for (const secret of ['Quillon', 'Aurelia', 'Benedikta', `L-${code.orderId}`])
      expect(JSON.stringify(order)).not.toContain(secret)
    expect((await code.listed())?.orderId).toBe(orderId)
    await orders().discard({ params: { h: FOREIGN, id: orderId } })
    expect((await code.listed())?.orderId).toBeNull()
    expect((await code.begin()).orderId).not.toBe(orderId)
  })

  test('tells the laboratory its own number of the report, in its message alone', async () => {
    const code = await redeemed()
    const order = await submitted(code)
    const { body } = await portal.worker.db
      .selectFrom('message_out')
      .select('body')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(body).toContain(`L-${code.orderId}`)
    expect(body).not.toContain('Quillon')
    expect(JSON.stringify(await orders().get({ params: { hospital: FOREIGN, id: order.id } }))).not.toContain(
      `L-${code.orderId}`,
    )
  })

  test('refuses another test, another institution’s code, and a reference that no code made', async () => {
    const code = await redeemed()
    expect(await problemOfCall(code.begin('WES1'))).toMatchObject({
      ...{ status: 422, errors: [{ path: '/testCode' }] },
    })
    expect(await problemOfCall(code.begin('KNO9', CREATOR, PARENT))).toMatchObject({ status: 404 })
    const { orderId } = await code.begin()
    const { document } = await orders().get({ params: { hospital: FOREIGN, id: orderId } })
    const { id } = await orders().create({
      params: { hospital: FOREIGN },
      body: { draftKey: randomUUID(), document },
    })
    const { points } = await orders().check({
      params: { hospital: FOREIGN },
      body: { document, orderId: id },
    })
    expect(points).toContainEqual(
      expect.objectContaining({ path: '/knownVariants/0/report', rule: 'conflicts' }),
    )
    const own = await orders().check({ params: { hospital: FOREIGN }, body: { document, orderId } })
    expect(own.points.map(({ path }) => path)).not.toContain('/knownVariants/0/report')
  })
})

describe('the family’s clinic', () => {
  test.each([
    ['nothing', 'code given', 'code given', 'code given'],
    [
      'redeemed',
      'code redeemed, code redeemed',
      'code redeemed, code redeemed',
      'code redeemed, code redeemed',
    ],
    [
      'tested',
      'code redeemed, code redeemed',
      'sample, code redeemed, sample',
      'tested, code redeemed, sample, tested',
    ],
    [
      'result',
      'code redeemed, code redeemed',
      'sample, code redeemed, sample',
      'positive, code redeemed, sample, positive',
    ],
  ] as const)('sees of sample and result what was agreed: %s', async (tells, ordered, sampled, reported) => {
    const code = await redeemed(tells)
    const { id } = await submitted(code)
    expect(await code.aunt()).toBe(ordered)
    const before = await code.view()
    await send(id, { status: 'O', test: 'KNO9' })
    expect(await code.aunt()).toBe(sampled)
    await send(id, { test: 'KNO9' })
    expect(await code.aunt()).toBe(reported)
    if (tells === 'nothing' || tells === 'redeemed') expect(await code.view()).toEqual(before)
    expect(JSON.stringify(await code.view())).not.toContain(FOREIGN)
  })

  test('sees chances move with a result, and back when the answer changes, the report is corrected or withdrawn', async () => {
    const code = await redeemed('result')
    const { id } = await submitted(code)
    const chances = async () =>
      (await code.view()).findings[0]?.relatives.map(
        ({ member, chance }) => `${member} ${Math.round((chance?.one ?? 0) * 100)}`,
      )
    const unknown = await chances()
    await send(id, { status: 'O', test: 'KNO9' })
    await send(id, { test: 'KNO9' })
    const known = await chances()
    expect(known).toContain('mother 100')
    expect(known).not.toEqual(unknown)
    await code.tell('tested')
    expect(await chances()).toEqual(unknown)
    await code.tell('result')
    expect(await chances()).toEqual(known)
    await send(id, {
      test: 'KNO9',
      status: 'C',
      overall: 'Negative',
      variants: [{ call: 'Absent', variantClass: 'Pathogenic' }],
      words: 'Samples were exchanged',
    })
    expect(await code.aunt()).toBe('negative, code redeemed, sample, negative')
    expect(await chances()).not.toContain('mother 100')
    await send(id, { test: 'KNO9', status: 'C', isWithdrawn: true })
    expect(await code.aunt()).toBe('sample, code redeemed, sample')
    expect(await chances()).toEqual(unknown)
  })

  test('counts no result while the laboratory checks the relative’s report', async () => {
    const code = await redeemed('result')
    const { id } = await submitted(code)
    await send(id, { status: 'O', test: 'KNO9' })
    const before = await code.view()
    await send(id, { test: 'KNO9' })
    const known = await code.view()
    const upheld = await question(id, 'KNO9')
    expect(await code.view()).toEqual(before)
    await upheld()
    expect(await code.view()).toEqual(known)
    expect(await code.aunt()).toBe('positive, code redeemed, sample, positive')
  })

  test('reads that nothing more is told once the person decided so, and nothing of what follows', async () => {
    const code = await redeemed('result')
    const { id } = await submitted(code)
    await send(id, { status: 'O', test: 'KNO9' })
    await send(id, { test: 'KNO9' })
    const unknown = (await start()).view
    await code.tell('nothing')
    expect(await code.aunt()).toBe('code given, no longer told')
    const ended = await code.view()
    const chancesOf = ({ findings }: typeof ended) => findings[0]?.relatives.map(({ chance }) => chance)
    expect(chancesOf(ended)).toEqual(chancesOf(await unknown()))
    expect(ended.findings[0]?.coverage).toMatchObject({ redeemed: 0, tested: 0, positive: 0 })
    const correction: Sent = {
      test: 'KNO9',
      status: 'C',
      overall: 'Negative',
      words: 'Samples were exchanged',
      variants: [{ call: 'Absent', variantClass: 'Pathogenic' }],
    }
    await send(id, correction)
    expect(await code.view()).toEqual(ended)
    await code.tell('nothing')
    expect(await code.view()).toEqual(ended)
    await code.tell('redeemed')
    expect(await code.aunt()).toBe('code redeemed, code redeemed')
    await code.tell('result')
    expect(await code.aunt()).toBe('negative, code redeemed, sample, negative')
  })

  test('hears on an open page of what was agreed, and of nothing else', async () => {
    const code = await redeemed()
    const gone = new AbortController()
    onTestFinished(() => gone.abort())
    const updates = await portal.live.follow(
      { subject: CREATOR, sessionId: null, institutions: async () => [PARENT] },
      gone.signal,
    )
    const { id } = await submitted(code)
    await send(id, { status: 'O', test: 'KNO9' })
    await code.tell('redeemed')
    await send(id, { status: 'I', test: 'KNO9' })
    await code.tell('tested')
    await send(id, { test: 'KNO9' })
    await code.tell('nothing')
    await send(id, { test: 'KNO9', status: 'C', isWithdrawn: true })
    const params = { hospital: PARENT, id: code.ofFinding.id }
    const family = await portal.as(CREATOR).families.get({ params })
    await portal.as(CREATOR).families.change({
      params,
      body: changeBetween(family.document, { ...family.document, notes: 'Told by the mother' }),
    })
    const received: LiveUpdate[] = []
    for await (const update of updates) {
      if (update.about !== 'family' || update.familyId !== params.id) continue
      received.push(update)
      if (update.version > family.version) break
    }
    // Redeemed; the sample; the result; that it ended; and the change that stands for the end of this test.
    expect(received).toHaveLength(5)
    expect(new Set(received.slice(0, 4).map((one) => JSON.stringify(one))).size).toBe(1)
    expect(JSON.stringify(received)).not.toContain(FOREIGN)
  })

  test('sees nothing more of an order that was cancelled, and the code can order again', async () => {
    const code = await redeemed('result')
    const { id } = await submitted(code)
    await send(id, { status: 'O', test: 'KNO9' })
    expect(await code.aunt()).toBe('sample, code redeemed, sample')
    await send(id, { status: 'X', test: 'KNO9', words: 'Wrong specimen' })
    expect(await code.aunt()).toBe('code redeemed, code redeemed')
    expect((await code.listed())?.orderId).toBeNull()
    expect((await code.begin()).orderId).not.toBe(id)
  })
})

/** The relatives of an order's reclassification. */
async function relativesOf(id: number) {
  const submitter = portal.as('OrderSubmitter@P1')
  const tasks = await submitter.followUp.ofOrder({ params: { h: PARENT, id } })
  const task = tasks.find(({ kind }) => kind === 'reclassification')
  const params = { h: PARENT, id: task?.id ?? 0 }
  return (await submitter.reclassification.get({ params, query: {} })).progress.relatives
}

describe('[CASC-05] the laboratory’s new version of the report', () => {
  test('changes the class, closes and opens steps with the reason, and makes the relatives steps of the follow-up', async () => {
    const { view, orderId } = await start()
    await send(orderId, {
      status: 'C',
      variants: [{ variantClass: 'Uncertain significance' }],
      words: 'Seen in healthy people',
    })
    const [finding] = (await view()).findings
    expect(finding).toMatchObject({ variantClass: 'Uncertain significance', withdrawnOn: null })
    expect(finding?.relatives.some(({ isOpen }) => isOpen)).toBe(false)
    const last = finding?.changes.at(-1)
    expect(last?.reason).toBe('The class changed from Pathogenic to Uncertain significance.')
    expect(last?.closed).toContain('aunt')
    expect((await relativesOf(orderId)).map(({ relation }) => relation).sort()).toEqual([
      'father',
      'maternal aunt',
      'maternal grandfather',
      'maternal grandmother',
      'mother',
    ])
    // Another message changes nothing, and a class that the clinic recorded stays until another report arrives.
    await send(orderId, {
      status: 'C',
      variants: [{ variantClass: 'Pathogenic' }],
      words: 'Functional studies',
    })
    const [back] = (await view()).findings
    expect(back?.changes.at(-1)?.opened).toContain('aunt')
  })

  test.each(['Absent', 'No call'] as const)(
    'ends the finding if it does not find the variant any more, and makes the relatives steps of the follow-up: %s',
    async (call) => {
      const code = await redeemed()
      await send(code.orderId, {
        ...{ status: 'C' as const, words: 'Another reading of the data' },
        variants: [{ call, variantClass: 'Pathogenic' }],
      })
      const [finding] = (await code.view()).findings
      expect(finding?.withdrawnOn).not.toBeNull()
      expect(finding?.relatives.some(({ isOpen }) => isOpen)).toBe(false)
      expect(await code.listed()).toMatchObject({ isWithdrawn: true, offers: [] })
      const relations = (await relativesOf(code.orderId)).map(({ relation }) => relation)
      expect(relations).toEqual(expect.arrayContaining(['mother', 'maternal aunt']))
    },
  )

  test.each([
    ['result', false],
    ['nothing', true],
  ] as const)(
    'asks nothing for whom a result elsewhere has closed the step, if it may be seen, until the variant is not found any more: %s',
    async (tells, isListed) => {
      const code = await redeemed(tells)
      const { id } = await submitted(code)
      await send(id, {
        ...{ test: 'KNO9', overall: 'Negative' },
        variants: [{ call: 'Absent', variantClass: 'Pathogenic' }],
      })
      await send(code.orderId, {
        ...{ status: 'C' as const, words: 'Seen in healthy people' },
        variants: [{ variantClass: 'Uncertain significance' }],
      })
      const listed = async () => (await relativesOf(code.orderId)).map(({ relation }) => relation)
      expect(await listed()).toContain('mother')
      expect((await listed()).includes('maternal aunt')).toBe(isListed)
      await send(code.orderId, {
        ...{ status: 'C' as const, words: 'Another reading of the data' },
        variants: [{ call: 'Absent', variantClass: 'Pathogenic' }],
      })
      expect(await listed()).toContain('maternal aunt')
    },
  )

  test('closes all steps while the report is withdrawn, for the clinic that redeemed the code too', async () => {
    const code = await redeemed()
    await send(code.orderId, { status: 'C', isWithdrawn: true })
    const [finding] = (await code.view()).findings
    expect(finding?.withdrawnOn).not.toBeNull()
    expect(finding?.relatives.some(({ isOpen }) => isOpen)).toBe(false)
    expect(finding?.changes.at(-1)?.reason).toBe('The laboratory no longer reports this finding.')
    expect(await code.listed()).toMatchObject({ isWithdrawn: true, offers: [] })
    expect(await problemOfCall(code.begin())).toMatchObject({ status: 409 })
    await send(code.orderId, { status: 'C', words: 'It was this patient’s' })
    expect((await code.view()).findings[0]).toMatchObject({ withdrawnOn: null })
    expect(await code.listed()).toMatchObject({ isWithdrawn: false })
  })

  test('gives no letter and no order while the laboratory checks the report, and says so', async () => {
    const code = await redeemed()
    const letter = (isPreview: boolean) =>
      portal.as(CREATOR).familyCascade.letter({
        params: code.ofFinding,
        body: {
          ...{ member: 'mother', language: 'en', isPreview },
          names: { name: false, relation: false, illness: false },
        },
      })
    const upheld = await question(code.orderId)
    expect(await problemOfCall(letter(false))).toMatchObject({ status: 409, code: 'report-questioned' })
    expect((await letter(true)).code).toBeNull()
    expect(await code.listed()).toMatchObject({ isWithdrawn: false, isQuestioned: true, offers: [] })
    expect(await problemOfCall(code.begin())).toMatchObject({ code: 'report-questioned' })
    await upheld()
    expect((await letter(false)).code).not.toBeNull()
    expect(await code.listed()).toMatchObject({ isQuestioned: false })
    expect((await code.begin()).orderId).toBeGreaterThan(0)
  })

  test('refuses a draft begun from the code while the report is withdrawn', async () => {
    const code = await redeemed()
    const draft = { params: await filled(code), headers: {}, query: SIGNED }
    await send(code.orderId, { status: 'C', isWithdrawn: true })
    const { errors } = await problemOfCall(orders().submit(draft))
    expect(errors).toMatchObject([{ path: '/knownVariants/0/report', rule: 'withdrawn' }])
    await send(code.orderId, { status: 'C', words: 'It was this patient’s' })
    expect(await orders().submit(draft)).toMatchObject({ state: 'en-route' })
  })

  test('refuses a draft begun from the code while the laboratory checks the report', async () => {
    const code = await redeemed()
    const draft = { params: await filled(code), headers: {}, query: SIGNED }
    const upheld = await question(code.orderId)
    const { errors } = await problemOfCall(orders().submit(draft))
    expect(errors).toMatchObject([{ path: '/knownVariants/0/report', rule: 'questioned' }])
    await upheld()
    expect(await orders().submit(draft)).toMatchObject({ state: 'en-route' })
  })
})

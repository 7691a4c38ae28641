import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VisibleToFamily } from '#domain/family/cascade/steps.ts'
import { family as drawn } from '#domain/family/testing/families.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import type { VariantClass } from '#domain/orders/known-variants.ts'
import { administer } from '../../../database/connection/connect.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '../../../testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../../testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '../../../testing/world.ts'
import { geneticObx } from '../../results/testing/genetic-obx.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await administer(portal.database.url, (db) =>
    db
      .insertInto('known_variant_test')
      .values({
        ...{ test_code: 'KNO9', kinds: ['sequence'], most: 1, excluded_genes: [] },
        ...{ for_relatives: true, family_days: 90 },
      })
      .execute(),
  )
})
afterAll(() => portal?.stop())

const CREATOR = 'OrderCreator@P1'
const OTHER_CLINIC = `OrderSubmitter@${FOREIGN}`
const DOCUMENT = JSON.parse(
  JSON.stringify(
    drawn(
      ['grandmother', 'woman'],
      ['grandfather', 'man'],
      ['mother', 'woman', ['grandfather', 'grandmother']],
      ['aunt', 'woman', ['grandfather', 'grandmother'], { firstName: 'Benedikta', lastName: 'Quillon' }],
      ['father', 'man'],
      [
        'proband',
        'woman',
        ['father', 'mother'],
        { isProband: true, firstName: 'Aurelia', lastName: 'Quillon' },
      ],
    ),
  ).replaceAll('+', '-'),
)
const BRCA2 = { gene: 'BRCA2', cdna: 'NM_000059.4:c.5946del', protein: 'p.(Ser1982fs)' } as const
let minute = 0

interface Sent {
  status?: 'F' | 'C' | 'I' | 'O' | 'X'
  test?: string
  overall?: string
  variants?: readonly { call?: 'Present' | 'Absent'; variantClass: VariantClass }[]
  words?: string
  /** The report is not valid any more. */
  isWithdrawn?: boolean
}

/** A message about an order; later ones come a minute later, and are of today. */
async function send(order: number, { status = 'F', test = 'WES1', overall = 'Positive', ...more }: Sent) {
  minute += 1
  const at = new Date(Date.now() - 3_600_000 + minute * 60_000)
    .toISOString()
    .replace(/[-:T]/g, '')
    .slice(0, 14)
  const isReport = status === 'F' || status === 'C'
  const pdf = isReport ? (status === 'C' ? CORRECTED_REPORT : REPORT) : undefined
  const raw = laboratoryMessage(`R${order}-${minute}`, {
    ...{ order, number: `L-${order}`, status, test, at: `${at}+0000` },
    ...(pdf ? { pdf } : {}),
    ...(more.words ? { words: more.words } : {}),
  })
  const variants = more.variants ?? [{ variantClass: 'Pathogenic' as const }]
  const obx = isReport
    ? geneticObx(
        overall,
        variants.map((one) => ({ ...BRCA2, ...one })),
      )
    : []
  const message = raw + obx.join('')
  const sent = more.isWithdrawn ? message.replaceAll('||||||F\r', '||||||W\r') : message
  expect(await portal.receive(sent)).toContain('MSA|AA')
}

/** A family whose finding comes from a report, and a code for the aunt. */
async function start() {
  const first = await portal.submitted(readyOrder(), { by: 'OrderSubmitter@P1', at: PARENT })
  await send(first.id, {})
  const cascade = portal.as(CREATOR).familyCascade
  const { id } = await portal.as(CREATOR).families.create({
    params: { hospital: PARENT },
    body: { name: 'Quillon', document: DOCUMENT, familyKey: randomUUID() },
  })
  const params = { hospital: PARENT, id }
  const [found] = await cascade.reported({ params, query: { orderId: first.id } })
  const { findings } = await cascade.addFinding({
    params,
    body: {
      ...{ findingKey: randomUUID(), member: 'proband', inheritance: 'autosomal dominant' },
      report: { orderId: first.id, reportId: found?.reportId ?? 0, variantKeys: [found?.variantKey ?? ''] },
      ...{
        isAdultOnset: true,
        condition: '',
        agreed: { on: found?.reportedOn ?? '', words: 'At the visit' },
      },
    },
  })
  const ofFinding = { ...params, findingId: findings[0]?.id ?? 0 }
  const { code } = await cascade.letter({
    params: ofFinding,
    body: {
      ...{ member: 'aunt', language: 'es', isPreview: false },
      names: { name: false, relation: false, illness: false },
    },
  })
  const view = () => cascade.get({ params })
  const aunt = async () => {
    const relative = (await view()).findings[0]?.relatives.find(({ member }) => member === 'aunt')
    return [relative?.state, ...(relative?.steps.map(({ kind }) => kind).slice(1) ?? [])].join(', ')
  }
  return { code: code ?? '', view, aunt, orderId: first.id, ofFinding }
}

async function redeemed(tells: VisibleToFamily = 'nothing') {
  const started = await start()
  const codes = portal.as(OTHER_CLINIC).familyCodes
  const { id } = await codes.redeem({
    params: { hospital: FOREIGN },
    body: { code: started.code, isBrought: true, tells },
  })
  const begin = (testCode = 'KNO9', by = OTHER_CLINIC, hospital = FOREIGN) =>
    portal.as(by).familyCodes.order({ params: { hospital, id }, body: { draftKey: randomUUID(), testCode } })
  const tell = (next: VisibleToFamily) =>
    codes.tell({ params: { hospital: FOREIGN, id }, body: { tells: next } })
  const listed = async () =>
    (await codes.list({ params: { hospital: FOREIGN } })).find((one) => one.id === id)
  return { ...started, id, begin, tell, listed }
}
type Redeemed = Awaited<ReturnType<typeof redeemed>>

const orders = () => portal.as(OTHER_CLINIC).orders

/** The draft of a code, filled in and submitted as its clinic would. */
async function submitted({ begin }: Pick<Redeemed, 'begin'>) {
  const { orderId } = await begin()
  const params = { hospital: FOREIGN, id: orderId }
  const { version } = await orders().get({ params })
  const { patients, samples, indicationsForTesting, consents, payment, orderingProvider } = readyOrder(
    'Nguyễn',
    'KNO9',
  )
  const values = { patients, samples, indicationsForTesting, consents, payment, orderingProvider }
  await orders().patch({
    params,
    headers: { 'if-match': String(version) },
    body: [
      ...Object.entries(values).map(([name, value]) => ({
        ...{ op: 'replace' as const, path: `/${name}` },
        value: JSON.parse(JSON.stringify(value)),
      })),
      { op: 'replace' as const, path: '/knownVariants/0/purpose', value: 'predictive' },
    ],
  })
  const filled = await orders().get({ params })
  const checked = await orders().check({
    params: { hospital: FOREIGN },
    body: { document: filled.document, orderId },
  })
  expect(checked.points).toEqual([])
  return orders().submit({ params, headers: {}, query: SIGNED })
}

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
    const submitter = portal.as('OrderSubmitter@P1')
    const tasks = await submitter.followUp.ofOrder({ params: { h: PARENT, id: orderId } })
    const task = tasks.find(({ kind }) => kind === 'reclassification')
    const steps = await submitter.reclassification.get({ params: { h: PARENT, id: task?.id ?? 0 } })
    expect(steps.progress.relatives.map(({ relation }) => relation).sort()).toEqual([
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

  test('closes all steps while the report is withdrawn, for the clinic that redeemed the code too', async () => {
    const code = await redeemed()
    await send(code.orderId, { status: 'C', isWithdrawn: true })
    const [finding] = (await code.view()).findings
    expect(finding?.withdrawnOn).not.toBeNull()
    expect(finding?.relatives.some(({ isOpen }) => isOpen)).toBe(false)
    expect(finding?.changes.at(-1)?.reason).toBe('The report of the finding is not valid any more.')
    expect(await code.listed()).toMatchObject({ isWithdrawn: true, offers: [] })
    expect(await problemOfCall(code.begin())).toMatchObject({ status: 409 })
    await send(code.orderId, { status: 'C', words: 'It was this patient’s' })
    expect((await code.view()).findings[0]).toMatchObject({ withdrawnOn: null })
    expect(await code.listed()).toMatchObject({ isWithdrawn: false })
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import type { CopyKind } from '#domain/orders/copy.ts'
import { administer } from '#server/database/connection/connect.ts'
import { geneticObx } from '#server/features/results/testing/genetic-obx.ts'
import { offerKnownVariantTest } from '#server/testing/known-variant-test.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, twoTests } from '#server/testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const copy = ({ id }: Order, as: CopyKind) =>
  portal.as('OrderSubmitter@P1').orders.copy({
    params: { hospital: PARENT, id },
    body: { draftKey: randomUUID(), as },
  })
const related = async ({ id }: Order) => {
  const order = await portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
  return order.relatedOrders.map((one) => [one.id, one.relation, one.as])
}

test('an order names its source, the orders made from it, and other relatives’ orders', async () => {
  const first = await portal.submitted()
  expect(await related(first)).toEqual([])
  const mother = await copy(first, 'relative')
  const father = await copy(first, 'relative')
  const again = await copy(first, 'again')
  expect(await related(first)).toEqual([
    [mother.id, 'copy', 'relative'],
    [father.id, 'copy', 'relative'],
    [again.id, 'copy', 'again'],
  ])
  expect(await related(mother)).toEqual([
    [first.id, 'origin', 'relative'],
    [father.id, 'sibling', 'relative'],
  ])
  expect(await related(again)).toEqual([[first.id, 'origin', 'again']])
  const { relatedOrders } = await portal.as('OrderViewer@P1').orders.get({
    params: { hospital: PARENT, id: mother.id },
  })
  expect(relatedOrders[0]).toMatchObject({
    ...{ state: 'en-route', stage: 'en-route', testName: 'Whole Exome' },
    patient: { firstName: first.patient.firstName, lastName: first.patient.lastName },
  })
})

test('a related order with a requested cancellation shows that and its stage, as in the list', async () => {
  const first = await portal.submitted()
  const mother = await copy(first, 'relative')
  await portal.as('OrderSubmitter@P1').orders.cancel({
    params: { hospital: PARENT, id: first.id, sameHospital: PARENT },
    body: { reason: 'Ordered by mistake', type: 'Order' },
  })
  const { relatedOrders } = await portal.as('OrderViewer@P1').orders.get({
    params: { hospital: PARENT, id: mother.id },
  })
  expect(relatedOrders[0]).toMatchObject({ id: first.id, state: 'pending-cancellation', stage: 'en-route' })
})

test('a related order names its tests that are still awaited', async () => {
  const first = await portal.submitted(twoTests())
  const mother = await copy(first, 'relative')
  await report(first, {})
  const { relatedOrders } = await portal.as('OrderViewer@P1').orders.get({
    params: { hospital: PARENT, id: mother.id },
  })
  expect(relatedOrders[0]).toMatchObject({
    ...{ id: first.id, state: 'reported', pendingTests: [{ testCode: 'CYS4' }] },
  })
})

const KNO9 = { testCode: 'KNO9', testName: 'Known Variant', most: 1 }
const submitter = () => portal.as('OrderSubmitter@P1')
const offered = (id: number) => submitter().orders.relativeTests({ params: { hospital: PARENT, id } })
const copyWith = (id: number, more: { testCode?: string; variants?: object[] } = {}) =>
  submitter().orders.copy({
    params: { hospital: PARENT, id },
    body: { draftKey: randomUUID(), as: 'relative', ...(more as { testCode: string }) },
  })
let messages = 0
/** A report of the order, with its overall result and variants as data; a document alone without `overall`. */
async function report(
  { id }: Order,
  { overall, variants = [], status = 'F' }: { overall?: string; variants?: Variant[]; status?: string },
) {
  const raw = laboratoryMessage(`K${++messages}`, {
    ...{ order: id, number: `L-${id}`, status, at: '20260302100000' },
    pdf: Buffer.concat([REPORT, Buffer.from(`% ${messages}\n`)]),
  })
  const data = overall === undefined ? '' : geneticObx(overall, variants).join('')
  expect(await portal.receive(raw + data)).toContain('MSA|AA')
}
type Variant = Parameters<typeof geneticObx>[1][number]
const BRCA2: Variant = {
  ...{ gene: 'BRCA2', cdna: 'NM_000059.4:c.5946del', protein: 'p.(Ser1982fs)', variantClass: 'Pathogenic' },
}
const CFTR: Variant = {
  ...{ gene: 'CFTR', cdna: 'NM_000492.4:c.1A>G', variantClass: 'Uncertain significance' },
}

describe('[KFV-03] the test of an order’s variant, for a relative', () => {
  beforeAll(() => offerKnownVariantTest(portal))

  test('is offered within the family window with the variant of the report filled in, beside the same test', async () => {
    const first = await portal.submitted()
    expect(await offered(first.id)).toEqual([])
    await report(first, { overall: 'Positive', variants: [BRCA2] })
    const window = { until: '2026-05-31', daysLeft: expect.any(Number) }
    const named = { reportId: expect.any(Number), variantKey: expect.any(String) }
    expect(await offered(first.id)).toEqual([
      {
        ...{ ...KNO9, ...window },
        variants: [{ ...named, words: 'BRCA2 NM_000059.4:c.5946del p.(Ser1982fs), Pathogenic' }],
      },
    ])
    const cousin = await copyWith(first.id, { testCode: 'KNO9' })
    expect(cousin.document.tests).toMatchObject([{ testCode: 'KNO9' }])
    expect(cousin.document.knownVariants).toMatchObject([
      {
        ...{ kind: 'sequence', gene: 'BRCA2', hgncId: 'HGNC:1101', zygosity: 'Heterozygous' },
        ...{ variantClass: 'Pathogenic', laboratoryNumber: `L-${first.id}`, reportDate: '2026-03-02' },
        report: 'same-laboratory',
        carrier: { firstName: first.patient.firstName, lastName: first.patient.lastName, relation: '' },
      },
    ])
    expect(cousin.madeFrom).toEqual({ orderId: first.id, as: 'relative' })
    // A relative's order passes the variant on, and the window of the first report.
    expect(await offered(cousin.id)).toEqual([{ ...KNO9, ...window, variants: [] }])
    const same = await copyWith(first.id)
    expect(same.document.tests).toMatchObject([{ testName: 'Whole Exome' }])
    expect(same.document).not.toHaveProperty('knownVariants')
    expect(await problemOfCall(copyWith(first.id, { testCode: 'WES1' }))).toMatchObject({
      errors: [{ path: '/testCode', rule: 'unknown' }],
    })
  })

  test('is for the one of several variants that the user chooses', async () => {
    const first = await portal.submitted()
    await report(first, { overall: 'Positive', variants: [CFTR, BRCA2] })
    const [{ variants = [] } = {}] = await offered(first.id)
    expect(variants.map(({ words }) => words.split(' ')[0])).toEqual(['BRCA2', 'CFTR'])
    const chosen = variants.map(({ reportId, variantKey }) => ({ reportId, variantKey }))
    const copied = await copyWith(first.id, { testCode: 'KNO9', variants: chosen.slice(1) })
    expect(copied.document.knownVariants).toMatchObject([
      { gene: 'CFTR', cdna: expect.stringContaining('c.1A>G'), variantClass: 'Uncertain significance' },
    ])
    // Nobody chose: the report describes it.
    const open = await copyWith(first.id, { testCode: 'KNO9' })
    expect(open.document.knownVariants).toMatchObject([{ gene: '', report: 'same-laboratory' }])
    const unknown = [{ reportId: chosen[0]?.reportId ?? 0, variantKey: '9z' }]
    for (const variants of [chosen, unknown])
      expect(await problemOfCall(copyWith(first.id, { testCode: 'KNO9', variants }))).toMatchObject({
        errors: [{ path: '/variants', rule: 'unknown' }],
      })
  })

  test('is offered after a report without data or one that is positive without a variant, and not after a negative, preliminary or withdrawn one', async () => {
    const codes = async ({ id }: Order) => (await offered(id)).map(({ testCode }) => testCode)
    const document = await portal.submitted()
    await report(document, {})
    expect(await codes(document)).toEqual(['KNO9'])
    const unnamed = await portal.submitted()
    await report(unnamed, { overall: 'Positive' })
    expect(await codes(unnamed)).toEqual(['KNO9'])
    const negative = await portal.submitted()
    await report(negative, { overall: 'Negative' })
    expect(await codes(negative)).toEqual([])
    const preliminary = await portal.submitted()
    await report(preliminary, { overall: 'Positive', variants: [BRCA2], status: 'P' })
    expect(await codes(preliminary)).toEqual([])
    const withdrawn = await portal.submitted()
    await report(withdrawn, { overall: 'Positive', variants: [BRCA2] })
    expect(await codes(withdrawn)).toEqual(['KNO9'])
    await administer(portal.database.url, (db) =>
      db.updateTable('report').set({ state: 'withdrawn' }).where('order_id', '=', withdrawn.id).execute(),
    )
    await administer(portal.database.url, (db) =>
      db.deleteFrom('reported_result').where('order_id', '=', withdrawn.id).execute(),
    )
    expect(await codes(withdrawn)).toEqual([])
  })
})

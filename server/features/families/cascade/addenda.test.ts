import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offerKnownVariantTest } from '../../../testing/known-variant-test.ts'
import { startPortal, type TestPortal } from '../../../testing/portal.ts'
import { CREATOR, redeemedCodes, type Sent } from './testing/redeemed-codes.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await offerKnownVariantTest(portal)
})
afterAll(() => portal?.stop())

const { send, start, redeemed, submitted } = redeemedCodes(() => portal)

const OF_CFTR = {
  ...({ gene: 'CFTR', variantClass: 'Pathogenic' } as const),
  ...{ cdna: 'NM_000492.4:c.1521_1523del', protein: 'p.(Phe508del)' },
}
const DOCUMENT_ADDED: Sent = { isAddendum: true, isDocument: true }
const OTHER_ADDED: Sent = { isAddendum: true, variants: [OF_CFTR] }
const DOCUMENT_ALONE: Sent = { status: 'C', isDocument: true, words: 'A misspelled name' }

describe('[CASC-05] a version of the family’s report', () => {
  test.each([
    ['a document that is added', [DOCUMENT_ADDED]],
    ['another finding that is added', [OTHER_ADDED]],
    ['a correction that is a document', [DOCUMENT_ALONE]],
    ['another finding that is added to a document', [DOCUMENT_ALONE, OTHER_ADDED]],
  ] as const)('leaves all as it was if it does not repeat the variant: %s', async (_, messages) => {
    const { view, orderId } = await start()
    const before = (await view()).findings[0]
    for (const message of messages) await send(orderId, message)
    expect((await view()).findings[0]).toEqual(before)
  })

  test('has the class that an addendum gives the variant; one that leaves it out leaves the clinic’s own', async () => {
    const { view, orderId, ofFinding } = await start()
    const finding = async () => (await view()).findings[0]
    const vus = { variantClass: 'Uncertain significance' } as const
    await portal.as(CREATOR).familyCascade.changeClass({
      params: ofFinding,
      body: { ...vus, on: '2026-01-10', words: 'By the board' },
    })
    await send(orderId, OTHER_ADDED)
    expect(await finding()).toMatchObject({ ...vus, withdrawnOn: null })
    await send(orderId, { isAddendum: true, variants: [{ variantClass: 'Likely pathogenic' }] })
    expect(await finding()).toMatchObject({ variantClass: 'Likely pathogenic', withdrawnOn: null })
    await send(orderId, {
      isAddendum: true,
      variants: [{ call: 'Absent', variantClass: 'Likely pathogenic' }],
    })
    expect((await finding())?.withdrawnOn).not.toBeNull()
    // Whether the variant is there, a document does not tell.
    await send(orderId, DOCUMENT_ALONE)
    expect((await finding())?.withdrawnOn).not.toBeNull()
  })
})

test('a relative’s result is what their report and its addenda give together, of the day on which it was first given', async () => {
  const code = await redeemed('result')
  const { id } = await submitted(code)
  await send(id, {
    ...{ test: 'KNO9', overall: 'Negative' },
    variants: [{ call: 'Absent', variantClass: 'Pathogenic' }],
  })
  const before = await code.view()
  expect(await code.aunt()).toBe('negative, code redeemed, sample, negative')
  await send(id, { ...OTHER_ADDED, test: 'KNO9', overall: 'Positive' })
  expect(await code.view()).toEqual(before)
  await send(id, { ...DOCUMENT_ADDED, test: 'KNO9' })
  expect(await code.view()).toEqual(before)
  await send(id, { isAddendum: true, test: 'KNO9', variants: [{ variantClass: 'Pathogenic' }] })
  expect(await code.aunt()).toBe('positive, code redeemed, sample, positive')
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { blankSample, type OrderDocument } from '#domain/orders/document.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { BAD_CASES, type Change, first, mother, policyholder, proband, sample } from '../testing/bad-cases.ts'

let portal: TestPortal
const by = 'OrderSubmitter@P1'
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** The points for which submitting `document` is refused; also checks that nothing else happened. */
async function pointsOf(document: OrderDocument): Promise<[string, string][]> {
  const draft = await portal.draft(document)
  const params = { hospital: PARENT, id: draft.id }
  const refusal = await problemOfCall(portal.as(by).orders.submit({ params, headers: {}, query: SIGNED }))
  expect(refusal).toMatchObject({ status: 422, code: 'order-not-ready' })
  expect(refusal.errors?.every(({ message }) => message !== '')).toBe(true)
  expect(await portal.as(by).orders.get({ params })).toEqual(draft)
  const sent = portal.worker.db.selectFrom('message_out').selectAll()
  expect(await sent.where('order_id', '=', draft.id).execute()).toEqual([])
  return (refusal.errors ?? []).map(({ path, rule }) => [path, rule])
}

const wrong = (...changes: Change[]) => {
  const document = readyOrder()
  for (const change of changes) change(document)
  return document
}

describe('[ORDER-01] an invalid order is not submitted, and stays as it was', () => {
  test.each(BAD_CASES)('%s', async (_, change, ...points) => {
    expect(await pointsOf(wrong(change))).toEqual(points)
  })

  test('reports the errors in all parts together', async () => {
    const sections = [
      'an invalid email address',
      'no specimen',
      'no indication',
      'a refused consent to the test itself',
      'no provider',
    ]
    const chosen = BAD_CASES.filter(([what]) => [...sections, 'a duplicate test', 'no payer'].includes(what))
    const points = await pointsOf(wrong(...chosen.map(([, change]) => change)))
    expect(points.map(([path]) => path)).toEqual([
      '/tests/1/testCode',
      '/patients/0/contacts/1/value',
      '/samples',
      '/indicationsForTesting',
      '/consents/proband/testing',
      '/payment/billingType',
      '/orderingProvider/npi',
    ])
  })
})

describe('accepts unusual but valid orders', () => {
  test.each<[string, Change]>([
    [
      'a specimen of the mother, who comes along',
      (o) => {
        // Another person's mother: her earlier answers do not apply here.
        o.patients.push({ ...mother(), firstName: 'Huệ' })
        o.samples.push({ ...blankSample('relative-1', 's2'), specimenType: 'Saliva' })
        o.consents.push(...o.consents.map((one) => ({ ...one, patient: 'relative-1' })))
      },
    ],
    ['another person’s policy', (o) => void policyholder(o)],
    [
      'a date of birth today',
      (o) => {
        proband(o).dateOfBirth = todayAtLaboratory(new Date())
        sample(o).dateOfCollection = todayAtLaboratory(new Date())
      },
    ],
    [
      'a postal code from abroad',
      (o) =>
        void Object.assign(first(proband(o).addresses), {
          postalCode: 'K1A 0B1',
          state: 'ON',
          country: 'Canada',
        }),
    ],
    ['a refused optional consent', (o) => void Object.assign(o.consents[1] ?? {}, { answer: false })],
  ])('%s', async (_, change) => {
    const draft = await portal.draft(wrong(change))
    const params = { hospital: PARENT, id: draft.id }
    expect((await portal.as(by).orders.submit({ params, headers: {}, query: SIGNED })).state).toBe('en-route')
  })
})

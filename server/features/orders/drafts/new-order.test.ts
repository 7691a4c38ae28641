import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrder } from '#domain/orders/document.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const begun = (document = newOrder()) => portal.draft(document)

test('[ENT-04] a new order has one blank test, patient and sample; one for benefits verification starts as a draft verification', async () => {
  const order = await begun()
  const { document } = order
  expect(document.tests).toMatchObject([{ testCode: '', testName: '' }])
  expect(document.patients).toMatchObject([
    { relationship: 'Proband', firstName: '', lastName: '', dateOfBirth: '', sex: '' },
  ])
  expect(document.samples).toMatchObject([{ patient: 'proband', specimenType: '', dateOfCollection: '' }])
  const { addOnTests, indicationsForTesting, recipients, consents, kits } = document
  expect({ addOnTests, indicationsForTesting, recipients, consents, kits }).toEqual({
    ...{ addOnTests: [], indicationsForTesting: [], recipients: [], consents: [], kits: [] },
  })
  expect(document.payment).toMatchObject({ billingType: '', paymentMethod: 'None' })
  expect(order.patient).toEqual({ fetuses: '', firstName: '', lastName: '', dateOfBirth: '', sex: '' })
  expect([document.isVOB, order.vobStatus]).toEqual([false, null])

  const verification = await begun({ ...newOrder(), isVOB: true })
  expect([verification.document.isVOB, verification.vobStatus]).toEqual([true, 'draft'])
})

import { describe, expect, it } from 'vitest'
import { blankPatient, blankSample, blankTest, newOrder, PROBAND } from './document.ts'

describe('a new order', () => {
  it('has one blank test, one blank patient and one blank sample of that patient, and nothing else', () => {
    const order = newOrder()
    expect(order.tests).toEqual([blankTest()])
    expect(order.tests[0]).toEqual({
      testCode: '',
      testName: '',
      displayCode: '',
      genes: [],
      customPanelId: null,
    })
    expect(order.patients).toEqual([blankPatient('Proband', PROBAND)])
    expect(order.samples).toEqual([blankSample(PROBAND, 's1')])
    const { addOnTests, indicationsForTesting, recipients, consents, kits } = order
    expect([addOnTests, indicationsForTesting, recipients, consents, kits]).toEqual([[], [], [], [], []])
    expect([order.isVOB, order.addOn, order.overrides, order.imaging]).toEqual([false, null, [], []])
    expect(order.payment).toMatchObject({ billingType: '', paymentMethod: 'None' })
    expect(order.orderingProvider).toEqual({ physicianId: null, firstName: '', lastName: '', npi: '' })
  })

  it('has the given provider', () => {
    const provider = { physicianId: 7, firstName: 'Maren', lastName: 'Oduya', npi: '1234567893' }
    expect(newOrder(provider).orderingProvider).toEqual(provider)
  })

  it('shares nothing with another new order', () => {
    const [one, other] = [newOrder(), newOrder()]
    one.patients[0]?.ethnicities.push('Other')
    one.samples.pop()
    one.payment.insurance.company = 'Tidewater Mutual'
    expect(other).toEqual(newOrder())
  })

  it('is unchanged after a round trip through JSON', () => {
    expect(JSON.parse(JSON.stringify(newOrder()))).toEqual(newOrder())
  })
})

import { describe, expect, it } from 'vitest'
import { COPY_KINDS, copyOf } from './copy.ts'
import { blankPatient, blankSample, newOrder, type OrderDocument } from './document.ts'
import { completeOrder, MOTHER, TESTED_MOTHER, withChanges } from './testing/complete-order.ts'
import { pointsOf } from './testing/rows.ts'

/** An order with something in every part. */
const original = (): OrderDocument =>
  withChanges(completeOrder(), {
    ...TESTED_MOTHER,
    '/patients/2': { ...MOTHER, key: 'relative-2', relationship: 'Sibling', firstName: 'Minh' },
    '/samples/0/bgFamilyNumber': 'F-77',
    '/clinicalNotes': 'Seizures.',
    '/imaging/0': { type: 'MRI', result: 'Normal', date: '', details: '' },
    '/priorTesting/performed': 'Yes',
    '/familyHistory/familyHistoryOfDiseaseBeingTested': 'Yes',
    '/familyHistory/diagnoses/0': {
      ...{ relationshipType: 'Maternal', relative: 'Aunt', diagnosis: 'Epilepsy', ageAtDiagnosis: '31' },
    },
    '/recipients/0': { name: 'Dr. Tomas Quill', fax: '', email: 'quill@clinic.test' },
    '/kits/0': { kitType: 'Blood', quantity: 2 },
    '/addOn': { orderId: 3, sampleId: 4, labNumber: 'L3', kind: 'add-on' },
    '/overrides/0': { key: 'specimen-old:s1', reason: 'Wanted' },
  })

/** Blank except for the laboratory's own number of the family. */
const ofFamily = { ...blankSample('proband', 's1'), bgFamilyNumber: 'F-77' }

describe('a repeated order', () => {
  const copy = copyOf(original(), 'again')

  it('has the same people, tests, clinical part, payer and provider', () => {
    const { samples, consents, overrides, addOn, kits, ...rest } = copy
    expect(original()).toMatchObject(rest)
  })

  it('has a new specimen for each role that a person’s had', () => {
    const tumor = { ...blankSample('proband', 's1'), role: 'Tumor' as const, state: 'Fixed' as const }
    const normal = { ...blankSample('proband', 's2'), role: 'Matched normal' as const }
    const { samples } = copyOf(
      { ...completeOrder(), samples: [tumor, { ...tumor, key: 's7' }, normal] },
      'again',
    )
    expect(samples).toEqual([{ ...blankSample('proband', 's1'), role: 'Tumor' }, normal])
  })

  it('has new specimens of everyone who gave one, unanswered consents, no overrides, and is no add-on', () => {
    expect(copy.samples).toEqual([ofFamily, blankSample('relative-1', 's2')])
    expect([copy.consents, copy.overrides, copy.addOn, copy.kits]).toEqual([[], [], null, []])
    const numbered = { ...original(), assignNewLabNumber: true }
    for (const kind of COPY_KINDS) expect(copyOf(numbered, kind)).not.toHaveProperty('assignNewLabNumber')
  })

  it('lacks only the specimens and the answers', () => {
    const open = pointsOf(copy)
    expect(open).toHaveLength(6)
    expect(open.every((point) => /^(specimens|consents) .* required$/.test(point))).toBe(true)
  })

  it('has a specimen of the patient if the order had none of its own', () => {
    expect(copyOf({ ...original(), samples: [] }, 'again').samples).toEqual([blankSample('proband', 's1')])
  })
})

describe('an order for a relative', () => {
  const copy = copyOf(original(), 'relative', 'L-41')

  it('has a new patient with only the last name and the home address filled in', () => {
    expect(copy.patients).toEqual([
      {
        ...blankPatient('Proband', 'proband'),
        lastName: 'Nguyễn',
        addresses: original().patients[0]?.addresses,
      },
    ])
    expect(copy.samples).toEqual([ofFamily])
  })

  it('keeps tests, provider, payer and whether the condition is in the family, and nothing else of the patient', () => {
    const blank = newOrder()
    expect(copy.tests).toEqual(original().tests)
    expect(copy.orderingProvider).toEqual(original().orderingProvider)
    // Whoever treats the one may not know the other's result.
    expect(copy.recipients).toEqual([])
    expect(copy.payment.billingType).toBe('Intitutional')
    const { familyHistoryOfDiseaseBeingTested } = original().familyHistory
    // A maternal aunt of the one may be the sister of the other, or nobody's relative.
    expect(copy.familyHistory).toEqual({ ...blank.familyHistory, familyHistoryOfDiseaseBeingTested })
    for (const part of ['indicationsForTesting', 'clinicalNotes', 'imaging', 'priorTesting'] as const)
      expect(copy[part]).toEqual(blank[part])
    expect([copy.consents, copy.overrides, copy.addOn, copy.kits]).toEqual([[], [], null, []])
  })

  it('names the original patient as the carrier of the known variant, and leaves the analysis open', () => {
    expect(copy.familyTestingRequest).toMatchObject({
      targetSequencing: false,
      targetSequencingData: {
        ...{ probandFirstName: 'Linh', probandLastName: 'Nguyễn', dateOfBirth: '2019-03-14' },
        ...{ testCode: '1600', familyNumber: 'F-77', labNumber: 'L-41', relationshipToProband: '' },
      },
    })
  })

  it('keeps the policy, with the original patient as its holder if it was theirs', () => {
    const insured = withChanges(original(), {
      '/payment/billingType': 'Insurance',
      '/payment/insurance/company': 'Tidewater Mutual',
      '/payment/insurance/holderRelationship': 'Self',
    })
    expect(copyOf(insured, 'relative').payment.insurance).toMatchObject({
      ...{ company: 'Tidewater Mutual', holderRelationship: '' },
      ...{ holderFirstName: 'Linh', holderLastName: 'Nguyễn', holderDateOfBirth: '2019-03-14' },
    })
    const ofMother = withChanges(insured, {
      '/payment/insurance/holderRelationship': 'Other',
      '/payment/insurance/holderFirstName': 'Mai',
    })
    expect(copyOf(ofMother, 'relative').payment.insurance).toMatchObject({
      ...{ holderRelationship: '', holderFirstName: 'Mai', holderLastName: '' },
    })
  })
})

describe('the order converted from a benefits verification', () => {
  it('has everything unchanged, with a specimen, and asks for consent', () => {
    const vob = { ...original(), isVOB: true, samples: [], addOn: null }
    expect(copyOf(vob, 'order')).toEqual({
      ...vob,
      ...{ isVOB: false, consents: [], overrides: [], samples: [blankSample('proband', 's1')] },
    })
  })

  it('keeps the entered specimens', () => {
    expect(copyOf({ ...original(), isVOB: true }, 'order').samples).toEqual(original().samples)
  })
})

it('keeps answers to the laboratory’s own questions of the same people, without files', () => {
  const answer = (linkId: string, more: object) => ({
    ...{ questionnaire: 'tumor', version: '1', linkId },
    values: [{ value: 'x', ...more }],
  })
  const answers = [answer('site', {}), answer('pathology-report', { documentId: 3 })]
  const order = { ...original(), answers }
  expect(copyOf(order, 'again').answers).toEqual([answers[0]])
  expect(copyOf(order, 'order').answers).toEqual([answers[0]])
  expect(copyOf(order, 'relative')).not.toHaveProperty('answers')
  expect(copyOf({ ...original(), answers: answers.slice(1) }, 'again')).not.toHaveProperty('answers')
})

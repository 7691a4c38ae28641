import { expect, it } from 'vitest'
import type { TestDetails } from '#contract/catalogue.ts'
import { blankPatient, blankSample, blankTest, newOrder } from '#domain/orders/document.ts'
import type { FormState } from '../draft/order-form.ts'
import { overlapName, sideInWords } from './overlap-words.ts'

const blank = newOrder()
const state = {
  document: {
    ...blank,
    tests: [blankTest('1600', 'Exome')],
    patients: [...blank.patients, blankPatient('Mother', 'm')],
    samples: [blankSample('m', 's2')],
  },
  tests: [{ code: '1600', testName: 'Exome', consents: [{ id: 'ny', title: 'New York samples' }] }],
} as unknown as FormState & { tests: TestDetails[] }

it.each([
  ['/clinicalNotes', 'Clinical notes'],
  ['/patients/proband/firstName', 'Patient: First name'],
  ['/patients/m/dateOfBirth', 'Mother: Date of birth'],
  ['/patients/m', 'Mother'],
  ['/patients/gone', 'Removed person'],
  ['/samples/s2/specimenType', 'Specimen (Mother): Specimen type'],
  ['/consents/m ny/answer', 'New York samples (Mother)'],
  ['/tests/1600', 'Exome'],
  ['/payment/insurance/memberId', 'Member ID'],
])('%s → %s', (path, words) => expect(overlapName(path, state)).toBe(words))

it('says a side in words, and without the keys of the document', () => {
  expect(sideInWords(undefined)).toBe('removed')
  expect(sideInWords('2019-03-14')).toBe('14 Mar 2019')
  expect(sideInWords({ ...blankSample('m', 's2'), specimenType: 'Blood' })).toBe('Blood')
})

import { expect, it } from 'vitest'
import type { TestDetails } from '#contract/catalogue.ts'
import { blankPatient, blankSample, blankTest, newOrder } from '#domain/orders/document.ts'
import { blankVariant } from '#domain/orders/known-variants.ts'
import { blankFetus, blankPregnancy } from '#domain/orders/pregnancy.ts'
import type { FormState } from '../draft/order-form.ts'
import { overlapName, sideInWords } from './overlap-words.ts'

const blank = newOrder()
const finding = {
  ...{ patient: 'fetus-1', termId: 'HP:0002119', label: 'Ventriculomegaly', release: '2026-01-08' },
  status: 'present',
}
const state = {
  document: {
    ...blank,
    tests: [blankTest('1600', 'Exome')],
    patients: [...blank.patients, blankPatient('Mother', 'm')],
    samples: [blankSample('m', 's2')],
    pregnancy: { ...blankPregnancy(), fetuses: [blankFetus('fetus-1', 'A'), blankFetus('fetus-2', 'B')] },
    knownVariants: [{ ...blankVariant('v1'), gene: 'BRCA2', cdna: 'c.5946del' }, blankVariant('v2')],
    phenotype: [finding],
  },
  tests: [
    {
      ...{ code: '1600', testName: 'Exome', consents: [{ id: 'ny', title: 'New York samples' }] },
      questionnaires: [
        { id: 'diet', about: 'person', items: [{ linkId: 'meat', text: 'Eats meat?', type: 'boolean' }] },
      ],
    },
  ],
} as unknown as FormState & { tests: TestDetails[] }

it.each([
  ['/clinicalNotes', 'Clinical notes'],
  ['/patients/proband/firstName', 'Patient: First name'],
  ['/pregnancy/dueDate', 'Due date'],
  ['/pregnancy/fetuses/fetus-2', 'fetus B'],
  ['/pregnancy/fetuses/fetus-2/label', 'fetus B: Label'],
  ['/pregnancy/fetuses/fetus-3', 'Removed person'],
  ['/knownVariants/v1/gene', 'Known variant BRCA2 c.5946del: Gene'],
  ['/knownVariants/v2', 'Known variant'],
  ['/knownVariants/v3', 'Removed known variant'],
  ['/consentRecords/m/signerName', 'Signature of consent (Mother): Signer’s name'],
  ['/phenotype/fetus-1 HP:0002119/note', 'Ventriculomegaly (fetus A): Note'],
  ['/phenotype/m HP:0001250', 'HP:0001250 (Mother)'],
  ['/answers/diet meat m', 'Eats meat? (Mother)'],
  ['/answers/diet meat m/values', 'Eats meat? (Mother)'],
  ['/patients/m/dateOfBirth', 'Mother: Date of birth'],
  ['/patients/m', 'Mother'],
  ['/patients/gone', 'Removed person'],
  ['/samples/s2/specimenType', 'Specimen (Mother): Specimen type'],
  ['/consents/m ny/answer', 'New York samples (Mother)'],
  ['/patients/proband/contacts/Phone#2', 'Patient: Phone 2'],
  ['/phenotype/m HP:0001250#2', 'HP:0001250 (Mother)'],
  ['/tests/1600', 'Exome'],
  ['/tests/1600#2', 'Exome'],
  ['/payment/insurance/memberId', 'Member ID'],
])('%s → %s', (path, words) => expect(overlapName(path, state)).toBe(words))

it('says a side in words, and without the keys of the document', () => {
  expect(sideInWords(undefined)).toBe('removed')
  expect(sideInWords('2019-03-14')).toBe('14 Mar 2019')
  expect(sideInWords({ ...blankSample('m', 's2'), specimenType: 'Blood' })).toBe('Blood')
})

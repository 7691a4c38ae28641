import { expect, test } from 'vitest'
import type { OrderDocument, PatientKey } from './document.ts'
import { forSpecimenOf } from './for-specimen.ts'
import { featuresOf } from './phenotype.ts'
import { subjectsOf } from './subject.ts'
import { completeOrder, FATHER, MOTHER, TESTED_MOTHER, withChanges } from './testing/complete-order.ts'
import { twins } from './testing/prenatal-order.ts'

const found = (patient: PatientKey, termId: string) =>
  ({ patient, termId, label: '', status: 'present', release: '' }) as const
/** The twins with their father, and a finding of each. */
const family = (): OrderDocument => ({
  ...twins(),
  patients: [
    ...twins().patients,
    { ...FATHER, kinship: { kinshipKind: 'Biological', familySide: '', twin: '' } },
  ],
  phenotype: [found('fetus-1', 'HP:0001250'), found('fetus-2', 'HP:0001252'), found('proband', 'HP:0000822')],
})

test('[SUBJ-03] an added test on the specimen of one twin is for this twin only', () => {
  const added = forSpecimenOf(family(), 'fetus-2')
  expect(subjectsOf(added)).toEqual(['fetus-2'])
  expect(featuresOf(added).map(({ patient }) => patient)).toEqual(['fetus-2', 'proband'])
  expect(added.patients).toEqual(family().patients)
  expect(added.pregnancy?.fetusCount).toBe(2)
})

test('[SUBJ-03] on the blood of a fetus’s mother it is for her, who stays pregnant', () => {
  const added = forSpecimenOf(family(), 'proband')
  expect(subjectsOf(added)).toEqual(['proband'])
  expect(added.patients).toEqual(twins().patients)
  expect(added.pregnancy).toEqual({ ...twins().pregnancy, fetuses: [] })
  expect(featuresOf(added).map(({ termId }) => termId)).toEqual(['HP:0000822'])
})

test('[SUBJ-03] on a relative’s specimen it is for the relative, with nothing of the patient', () => {
  const added = forSpecimenOf(family(), FATHER.key)
  const { affected: _, ...father } = FATHER
  expect(added.patients).toEqual([
    { ...father, key: 'proband', relationship: 'Proband', affected: '', payment: null },
  ])
  expect(added.pregnancy).toBeUndefined()
  expect([added.indicationsForTesting, added.clinicalNotes, featuresOf(added)]).toEqual([[], '', []])
  expect(added.payment).toEqual(family().payment)
  expect(added.orderingProvider).toEqual(family().orderingProvider)
  const child = withChanges(completeOrder(), TESTED_MOTHER)
  expect(forSpecimenOf(child, MOTHER.key).patients).toMatchObject([{ firstName: MOTHER.firstName }])
})

test('on the patient’s own specimen the order goes along as it is', () => {
  const child = withChanges(completeOrder(), TESTED_MOTHER)
  expect(forSpecimenOf(child, 'proband')).toBe(child)
  expect(forSpecimenOf(child, 'relative-9')).toBe(child)
})

import { isAskedOf } from '#domain/consent/consent.ts'
import {
  blankPatient,
  blankSample,
  type OrderDocument,
  type Patient,
  PROBAND,
  type Sample,
} from '#domain/orders/document.ts'

/** The patient's parents, unaffected. */
function parentsOf({ patients: [patient] }: OrderDocument): Patient[] {
  return (['Mother', 'Father'] as const).map((relationship, index) => ({
    ...blankPatient(relationship, `relative-${index + 1}`),
    ...{ firstName: index === 0 ? 'Marina' : 'Jorge', lastName: patient?.lastName ?? '' },
    ...{ affected: 'Unaffected' as const, dateOfBirth: `193${index}-05-06` },
    sex: index === 0 ? ('Female' as const) : ('Male' as const),
  }))
}

/** The people of an order of one patient, and both parents. */
export const withParents = (document: OrderDocument): Patient[] => [
  ...document.patients,
  ...parentsOf(document),
]

/** The same with everybody's blood and their answers to the test's questions, as an exome of a trio needs them. */
export function trioOf(
  document: OrderDocument,
  questions: readonly (Parameters<typeof isAskedOf>[0] & { id: string })[],
): Pick<OrderDocument, 'patients' | 'samples' | 'consents'> {
  const parents = parentsOf(document)
  const samples = parents.map(
    ({ key }, index): Sample => ({ ...blankSample(key, `s${index + 2}`), specimenType: 'Blood' }),
  )
  const consents = parents.flatMap(({ key: patient }) =>
    questions
      .filter((question) => isAskedOf(question, patient, PROBAND))
      .map(({ id: consentId }) => ({ patient, consentId, answer: true, reviewed: true })),
  )
  return {
    patients: [...document.patients, ...parents],
    samples: [...document.samples, ...samples],
    consents: [...document.consents, ...consents],
  }
}

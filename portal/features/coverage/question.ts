import { isIsoDate } from '#domain/dates/dates.ts'
import { blankPatient, blankSample, newOrder, type OrderDocument, PROBAND } from '#domain/orders/document.ts'

/**
 * What the price of a document’s tests depends on, as a document with nothing else in it, in JSON: the same text for the
 * same price, so that nothing is asked again while somebody types a clinical note, and nothing more of a patient is sent.
 */
export function priceQuestion({
  tests,
  addOnTests,
  patients,
  samples,
  payment,
  isVOB,
  addOn,
}: OrderDocument): string {
  const [patient] = patients
  const question: OrderDocument = {
    ...newOrder(),
    // An added test's day is that of the specimen at the laboratory, which the server knows.
    ...{ tests, addOnTests, payment, isVOB, addOn },
    patients: patient
      ? [
          {
            ...blankPatient(patient.relationship, patient.key),
            firstName: patient.firstName,
            lastName: patient.lastName,
            dateOfBirth: patient.dateOfBirth,
          },
        ]
      : [],
    // Of a specimen only its day of collection: the day of the service (domain/coverage/service-day.ts).
    samples: samples
      .filter(({ dateOfCollection }) => isIsoDate(dateOfCollection))
      .map(({ key, dateOfCollection }) => ({
        ...blankSample(patient?.key ?? PROBAND, key),
        dateOfCollection,
      })),
  }
  return JSON.stringify(question)
}

/** The document of a `priceQuestion`. */
export function documentOf(question: string): OrderDocument {
  return JSON.parse(question) as OrderDocument
}

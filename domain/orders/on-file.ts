import { specimenNumber } from '../samples/sample.ts'
import type { OrderDocument, Sample } from './document.ts'
import { letters } from './identity.ts'
import type { SpecimenOf } from './rule-context.ts'
import { subjectsOf } from './subject.ts'

type Ordered = Pick<OrderDocument, 'patients' | 'pregnancy' | 'samples' | 'addOn'>

/** The path of an added test's specimen, which has no fields of its own in the order. */
export const ON_FILE = '/addOn/sampleId'

/**
 * Whether the name and birth date are the patient's. Names get corrected and dates mistyped, one at a time: a difference in
 * two of the three means another person.
 */
export function isPatients({ patients: [patient] }: Pick<Ordered, 'patients'>, owner: SpecimenOf): boolean {
  const matches = patient && [
    letters(patient.firstName) === letters(owner.firstName),
    letters(patient.lastName) === letters(owner.lastName),
    patient.dateOfBirth === owner.dateOfBirth,
  ]
  return matches !== undefined && matches.filter(Boolean).length >= 2
}

/** Whether whoever gave the specimen is the one who is tested. */
export function isOfTested(document: Ordered, owner: SpecimenOf): boolean {
  const tested = subjectsOf(document)
  const giver = owner.fetus ?? document.patients[0]?.key
  return isPatients(document, owner) && tested.length === 1 && tested[0] === giver
}

/**
 * The specimen of an added test, as one of whoever is tested now, with its number for a key: keys are only unique within
 * their order. Null for any other order, while it is not known, and if it is another person's. What it was for in its own
 * order does not matter in this one: there it may have been a relative's.
 */
export function specimenOnFile(document: Ordered, owner: SpecimenOf | null | undefined): Sample | null {
  const { addOn } = document
  const [subject] = subjectsOf(document)
  if (!addOn || !owner?.sample || subject === undefined || !isOfTested(document, owner)) return null
  const { role = '', ...sample } = owner.sample
  const kept = role === 'Tumor' || role === 'Matched normal' ? { role } : {}
  return { ...sample, ...kept, patient: subject, key: specimenNumber(addOn.orderId, sample.key) }
}

/** The specimens that an order's tests are done on: those it brings, then that of an added test (`specimenOnFile`). */
export function specimensIn(document: Ordered, owner: SpecimenOf | null | undefined): Sample[] {
  const onFile = specimenOnFile(document, owner)
  return onFile ? [...document.samples, onFile] : [...document.samples]
}

/** The path of a field of a specimen of the order, new or on file. */
export function specimenPath({ samples }: Pick<Ordered, 'samples'>, sample: Sample, field: keyof Sample) {
  const index = samples.indexOf(sample)
  return index < 0 ? ON_FILE : `/samples/${index}/${field}`
}

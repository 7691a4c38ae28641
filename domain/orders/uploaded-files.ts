import type { OrderDocument } from './document.ts'
import { warningKey } from './family.ts'
import { differencesOf, haveOtherNumbers, letters, type Named, type NotedPatient } from './identity.ts'
import type { UploadedFile } from './rule-context.ts'

type WithPatients = Pick<OrderDocument, 'patients'>

/**
 * Whether what was made for `noted`, such as a letter or an uploaded file, is for the order's patient of now: a draft may
 * have been changed to another one. Null: it is not known for whom. Twins differ in first name and record number.
 */
export function isForPatient(noted: NotedPatient | null, { patients }: WithPatients): boolean {
  const [patient] = patients
  if (noted === null || patient === undefined) return true
  const isOtherNumber = haveOtherNumbers(noted.recordNumber ?? '', patient.recordNumber)
  return differencesOf(noted, patient) + (isOtherNumber ? 1 : 0) < 2
}

/** The rule that warns of a file of another patient. */
export const FILE_OF_ANOTHER = 'file-of-another'

/** A warning's subject: the file, and the patient of now, so that another change warns again. */
export function aboutFile(
  { id }: Pick<UploadedFile, 'id'>,
  { firstName, lastName, dateOfBirth }: Named,
): string {
  const name = [lastName, firstName].map((one) => letters(one).slice(0, 40))
  return `${id} ${[dateOfBirth, ...name].join('-')}`
}

/** The file that a warning's key is about; null if it is another rule's. */
export function fileOfWarning(key: string): number | null {
  const prefix = warningKey(FILE_OF_ANOTHER, '')
  return key.startsWith(prefix) ? Number.parseInt(key.slice(prefix.length), 10) : null
}

/**
 * The files that were uploaded before the patient was named in full, and that are therefore the patient's of now as far
 * as anybody can tell.
 */
export function filesToName(document: WithPatients, uploads: readonly UploadedFile[]): number[] {
  const isComplete = (person: Named) =>
    [person.firstName, person.lastName, person.dateOfBirth].every((one) => one.trim() !== '')
  return uploads
    .filter(({ uploadedFor }) => !isComplete(uploadedFor) && isForPatient(uploadedFor, document))
    .map(({ id }) => id)
}

import { type OrderDocument, type Patient, PROBAND } from '../orders/document.ts'
import { differencesOf, haveOtherNumbers, personKey } from '../orders/identity.ts'
import { MRN, REFERENCE } from './columns.ts'
import type { ReadRow } from './row.ts'

export const probandOf = ({ patients }: Pick<OrderDocument, 'patients'>) =>
  patients.find(({ key }) => key === PROBAND)

/** Whether a number that tells the row's patient from others can't be read: then the row is not recognized at all. */
export const hasUnreadNumber = ({ errors }: ReadRow) =>
  errors.some(({ column }) => column === REFERENCE || column === MRN)

/**
 * Identifies a row among all rows of the same test and institution, however often it is uploaded: by the
 * clinic's own reference, otherwise by patient and specimen; null if the row has too little data. Twins without
 * references may have the same one (otherMarks).
 */
export function rowKey(row: ReadRow, testCode: string): string | null {
  const { document, reference } = row
  if (hasUnreadNumber(row)) return null
  if (reference !== '') return `${testCode} reference ${reference.toLowerCase()}`
  const proband = probandOf(document)
  const person = proband ? personKey(proband) : null
  const { specimenType = '', dateOfCollection = '' } = document.samples[0] ?? {}
  return person === null ? null : `${testCode} patient ${person} ${specimenType} ${dateOfCollection}`.trim()
}

/** For each of `keys`, the first earlier position of the same key; null if there is none. */
export function earlierPositions(keys: readonly (string | null)[]): (number | null)[] {
  const first = new Map<string, number>()
  return keys.map((key, position) => {
    if (key === null) return null
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, position)
    return earlier ?? null
  })
}

type Marked = Pick<Patient, 'firstName' | 'lastName' | 'recordNumber'>

const figuresIn = (name: string) => name.replace(/\P{N}+/gu, ' ').trim()

/**
 * Which marks of two people of one name and date of birth contradict each other, as those of newborn twins do: the figures in
 * the name (Twin1 Doe, Twin2 Doe), and the MRN. One that only one of them has may have been added.
 */
export function otherMarks(one: Marked, other: Marked) {
  const [own, others] = [one, other].map(({ firstName, lastName }) =>
    [firstName, lastName].map(figuresIn).filter(Boolean).join(' '),
  )
  return {
    figures: own !== '' && others !== '' && own !== others,
    recordNumber: haveOtherNumbers(one.recordNumber, other.recordNumber),
  }
}

/**
 * Whether an order may be for another patient than the row that was recognized as it. By its patient: any mark
 * differs. By its reference, of first name, last name, date of birth and MRN one may have been corrected.
 */
export function isAnotherPatient({ reference }: ReadRow, patient: Patient, ordered: Patient): boolean {
  const { figures, recordNumber } = otherMarks(patient, ordered)
  if (figures || (recordNumber && reference === '')) return true
  return differencesOf(patient, ordered) + (recordNumber ? 1 : 0) >= 2
}

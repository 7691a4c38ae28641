import { PROBAND } from '../orders/document.ts'
import { personKey } from '../orders/identity.ts'
import type { ReadRow } from './row.ts'

/**
 * Identifies a row among all rows of the same test and institution, however often it is uploaded: by the
 * clinic's own reference, otherwise by patient and specimen; null if the row has too little data.
 */
export function rowKey({ document, reference }: ReadRow, testCode: string): string | null {
  if (reference !== '') return `${testCode} reference ${reference.toLowerCase()}`
  const proband = document.patients.find((patient) => patient.key === PROBAND)
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

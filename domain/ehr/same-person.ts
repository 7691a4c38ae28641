import type { Patient } from '../orders/document.ts'
import { searchable } from '../text/searchable.ts'
import type { TheirPatient } from './ehr-order.ts'

/** Whether one thing that identifies a person is the same in two places; null if one of them does not tell it. */
type Compared = boolean | null

/**
 * Whether two orders of a hospital are of one person: two of record number, date of birth and full name are the same, or
 * one is and none is another. Twins have their family name and date of birth in common, and an MRN each.
 */
export function isSamePatient(one: TheirPatient, other: TheirPatient): boolean {
  return isOne([haveNumber(one.numbers, other.numbers), ...comparedOf(one, other)])
}

/**
 * Whether what two orders of one number tell of their patients contradicts each other: a cancellation may name the number
 * alone.
 */
export function isOtherPatient(one: TheirPatient, other: TheirPatient): boolean {
  const compared = [haveNumber(one.numbers, other.numbers), ...comparedOf(one, other)]
  return compared.includes(false) && !isOne(compared)
}

/** Whether a message tells of its patient what identifies one. */
export function isIdentified({ numbers, lastName, dateOfBirth }: TheirPatient): boolean {
  return lastName !== '' || dateOfBirth !== '' || numbers.some(({ number }) => number !== '')
}

/** Whether a number of a system and type that both have is the same. Each is looked at once: a message may have thousands. */
function haveNumber(one: TheirPatient['numbers'], other: TheirPatient['numbers']): Compared {
  const kinds = new Set<string>()
  const numbers = new Set<string>()
  for (const { number, system, type } of one) {
    if (number === '') continue
    const kind = JSON.stringify([system, type])
    kinds.add(kind)
    numbers.add(`${kind} ${number}`)
  }
  let isComparable = false
  for (const { number, system, type } of other) {
    const kind = JSON.stringify([system, type])
    if (number === '' || !kinds.has(kind)) continue
    if (numbers.has(`${kind} ${number}`)) return true
    isComparable = true
  }
  return isComparable ? false : null
}

/** Whether the patient of an order here is still the one for whom the hospital ordered: people correct what it sent. */
export function isPatientHere(sent: TheirPatient, here: PatientHere | undefined): boolean {
  if (!here) return false
  const compared = comparedHere(sent, here)
  // What both leave out contradicts nothing: a hospital may send a name alone.
  return isOne(compared) || compared.every((each) => each === null)
}

/** Whether somebody on an order here is this patient for certain: an order without a name is nobody's. */
export const isCertainlyHere = (sent: TheirPatient, here: PatientHere): boolean =>
  isOne(comparedHere(sent, here))

type PatientHere = Pick<Patient, 'recordNumber' | 'firstName' | 'lastName' | 'dateOfBirth'>

function comparedHere(sent: TheirPatient, here: PatientHere): Compared[] {
  const numbers = sent.numbers.map(({ number }) => number.trim()).filter(Boolean)
  const own = here.recordNumber.trim()
  return [own === '' || numbers.length === 0 ? null : numbers.includes(own), ...comparedOf(sent, here)]
}

function isOne(compared: readonly Compared[]): boolean {
  const same = compared.filter((each) => each === true).length
  return same >= 2 || (same === 1 && !compared.includes(false))
}

type Named = Pick<TheirPatient, 'firstName' | 'lastName' | 'dateOfBirth'>

/** Date of birth and name. A family name alone is no name: newborns and their twins share it. */
function comparedOf(one: Named, other: Named): Compared[] {
  const born =
    one.dateOfBirth === '' || other.dateOfBirth === '' ? null : one.dateOfBirth === other.dateOfBirth
  const [last, first] = [compare(one.lastName, other.lastName), compare(one.firstName, other.firstName)]
  const name = last === false || first === false ? false : last && first
  return [born, name]
}

function compare(one: string, other: string): Compared {
  const [a, b] = [letters(one), letters(other)]
  return a === '' || b === '' ? null : a === b
}

const letters = (text: string) => searchable(text).replaceAll(/[^\p{L}]/gu, '')

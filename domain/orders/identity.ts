import { isIsoDate } from '../dates/dates.ts'
import { searchable } from '../text/searchable.ts'
import type { OrderDocument, Patient } from './document.ts'

/** A name for comparison: its letters, without accents and case. */
export function letters(name: string): string {
  return searchable(name).replace(/[^\p{L}]/gu, '')
}

export type Named = Pick<Patient, 'firstName' | 'lastName' | 'dateOfBirth'>

/** A record number for comparison: without case and signs, nor the leading zeros that spreadsheets drop. */
const numberOf = (recordNumber: string) =>
  recordNumber
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/^0+/, '')

/** Whether two people have record numbers, and different ones. */
export function haveOtherNumbers(one: string, other: string): boolean {
  const [here, there] = [numberOf(one), numberOf(other)]
  return here !== '' && there !== '' && here !== there
}

/** Whom something was made for, noted when it was; without record number where that was not noted yet. */
export type NotedPatient = Named & { recordNumber?: string }

/**
 * The key that identifies a person in other orders, however their name was typed there: 'nguyen linh
 * 2019-03-14'. Null without last name, first name and date of birth.
 */
export function personKey(person: Named): string | null {
  const [last, first] = [letters(person.lastName), letters(person.firstName)]
  return last && first && isIsoDate(person.dateOfBirth) ? `${last} ${first} ${person.dateOfBirth}` : null
}

/** The keys of all people of an order who have one, each once. */
export function peopleKeys(document: Pick<OrderDocument, 'patients'>): string[] {
  const keys = document.patients.map(personKey).filter((key) => key !== null)
  return [...new Set(keys)]
}

/**
 * How many of first name, last name and date of birth differ. What was not typed yet is no difference; first and last
 * name exchanged are one.
 */
export function differencesOf(one: Named, other: Named): number {
  const differs = (here: string, there: string) => here !== '' && there !== '' && here !== there
  const [first, last] = [letters(one.firstName), letters(one.lastName)]
  const [otherFirst, otherLast] = [letters(other.firstName), letters(other.lastName)]
  const isExchanged =
    first !== '' && last !== '' && first !== last && first === otherLast && last === otherFirst
  const differences = [
    !isExchanged && differs(first, otherFirst),
    isExchanged || differs(last, otherLast),
    differs(one.dateOfBirth, other.dateOfBirth),
  ]
  return differences.filter(Boolean).length
}

/**
 * Whether two records name different people: two of first name, last name and date of birth differ. Names get corrected and
 * dates mistyped, one at a time.
 */
export function isAnotherPerson(one: Named, other: Named): boolean {
  return differencesOf(one, other) >= 2
}

import { isIsoDate } from '../dates/dates.ts'
import { searchable } from '../text/searchable.ts'
import type { OrderDocument, Patient } from './document.ts'

/** What of a name is compared: its letters, without accents and case. */
export function letters(name: string): string {
  return searchable(name).replace(/[^\p{L}]/gu, '')
}

/**
 * What finds somebody again in other orders, however their name was typed there: 'nguyen linh 2019-03-14'. Null without
 * a last name, a first name and a birthday.
 */
export function personKey(person: Pick<Patient, 'firstName' | 'lastName' | 'dateOfBirth'>): string | null {
  const [last, first] = [letters(person.lastName), letters(person.firstName)]
  return last && first && isIsoDate(person.dateOfBirth) ? `${last} ${first} ${person.dateOfBirth}` : null
}

/** The keys of everybody of an order who can be found again; each once. */
export function peopleKeys(document: Pick<OrderDocument, 'patients'>): string[] {
  const keys = document.patients.map(personKey).filter((key) => key !== null)
  return [...new Set(keys)]
}

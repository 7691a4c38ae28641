import { isIsoDate } from '../dates/dates.ts'
import { searchable } from '../text/searchable.ts'
import type { OrderDocument, Patient } from './document.ts'

/** A name for comparison: its letters, without accents and case. */
export function letters(name: string): string {
  return searchable(name).replace(/[^\p{L}]/gu, '')
}

/**
 * The key that identifies a person in other orders, however their name was typed there: 'nguyen linh
 * 2019-03-14'. Null without last name, first name and date of birth.
 */
export function personKey(person: Pick<Patient, 'firstName' | 'lastName' | 'dateOfBirth'>): string | null {
  const [last, first] = [letters(person.lastName), letters(person.firstName)]
  return last && first && isIsoDate(person.dateOfBirth) ? `${last} ${first} ${person.dateOfBirth}` : null
}

/** The keys of all people of an order who have one, each once. */
export function peopleKeys(document: Pick<OrderDocument, 'patients'>): string[] {
  const keys = document.patients.map(personKey).filter((key) => key !== null)
  return [...new Set(keys)]
}

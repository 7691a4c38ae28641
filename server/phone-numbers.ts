import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { FieldError } from '#contract/errors.ts'
import type { PhoneEntry } from '#contract/people.ts'

/** The problem with a number that has the right form but that no country could have assigned. `path` is its pointer. */
export function phoneErrorsOf(phoneNumber: string, path: string): FieldError[] {
  if (parsePhoneNumberFromString(phoneNumber)?.isValid()) return []
  const message = 'There is no such phone number. Check the country and the digits.'
  return [{ path, rule: 'phone', message }]
}

/** The same for each number of a list. `at` is the list's pointer. */
export function phoneErrors(phones: readonly PhoneEntry[], at: string): FieldError[] {
  return phones.flatMap(({ phoneNumber }, index) => phoneErrorsOf(phoneNumber, `${at}/${index}/phoneNumber`))
}

import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { FieldError } from '#contract/errors.ts'
import type { PhoneEntry } from '#contract/people.ts'

/** What is wrong with numbers that have the right form: no country has such a number. `at` is the list's pointer. */
export function phoneErrors(phones: readonly PhoneEntry[], at: string): FieldError[] {
  return phones.flatMap(({ phoneNumber }, index) =>
    parsePhoneNumberFromString(phoneNumber)?.isValid()
      ? []
      : [
          {
            path: `${at}/${index}/phoneNumber`,
            rule: 'phone',
            message: 'There is no such phone number. Check the country and the digits.',
          },
        ],
  )
}

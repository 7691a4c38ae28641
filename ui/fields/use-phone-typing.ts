import { type ChangeEvent, useState } from 'react'
import type * as numberingPlans from '../phone.ts'
import { dialledAtHome, formatNational, hasWords } from '../phone-at-home.ts'
import { usePhones } from '../use-phones.ts'

type Phones = typeof numberingPlans

export interface Typing {
  country: numberingPlans.PhoneCountry
  typed: string
  value: string
  /** The numbering plans used to read it. */
  phones: Phones | undefined
}

function read(value: string, phones: Phones | undefined): Typing {
  if (hasWords(value) || !phones)
    return { country: 'US', typed: formatNational(value) ?? value, value, phones }
  return { ...phones.readPhone(value), value, phones }
}

/** The numbering plans arrived: a number is formatted, and a plus or a 1 that was just typed stays. */
export function readAgain(typing: Typing, phones: Phones | undefined): Typing {
  const { typed, value, country } = typing
  if (!phones || typed === read(value, undefined).typed) return read(value, phones)
  const known = phones.countryOf(typed, country)
  return { ...typing, typed: phones.formatPhone(typed, known), country: known, phones }
}

/**
 * A phone number being typed: formatted in its country's style, with its E.164 value. Text with letters (an
 * extension) is not reformatted. Until the numbering plans are loaded, it is treated as a number of the USA.
 */
export function usePhoneTyping(value: string, onChange: (value: string) => void) {
  const phones = usePhones(true)
  const [typing, setTyping] = useState(() => read(value, phones))
  // The value was changed from outside: another tab saved, or the form was reset.
  if (typing.value !== value) setTyping(read(value, phones))
  else if (typing.phones !== phones) setTyping(readAgain(typing, phones))

  const countryOf = (typed: string) => phones?.countryOf(typed, typing.country) ?? typing.country
  const numberOf = (typed: string, country: numberingPlans.PhoneCountry) =>
    phones ? phones.phoneValue(typed, country) : dialledAtHome(typed)
  const type = (typed: string, country = countryOf(typed)) => {
    const next = hasWords(typed) ? typed : numberOf(typed, country)
    setTyping({ typed, country, value: next, phones })
    onChange(next)
  }
  const format = (typed: string, country: numberingPlans.PhoneCountry) =>
    hasWords(typed) || !phones ? typed : phones.formatPhone(typed, country)

  return {
    country: typing.country,
    setCountry: (country: numberingPlans.PhoneCountry) =>
      type(
        hasWords(typing.typed) || !phones ? typing.typed : phones.inCountry(typing.typed, country),
        country,
      ),
    input: {
      value: typing.typed,
      onChange: ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
        // Formats only text typed at the end: in the middle, or while deleting, the cursor would jump.
        // A space at the end may begin an extension, which is kept as typed.
        const isAtEnd = input.selectionStart === input.value.length && !input.value.endsWith(' ')
        const grows = input.value.length > typing.typed.length && isAtEnd
        type(grows ? format(input.value, countryOf(input.value)) : input.value)
      },
      onBlur: () => setTyping((now) => ({ ...now, typed: format(now.typed, now.country) })),
    },
  }
}

import { type ChangeEvent, useState } from 'react'
import {
  countryOf,
  formatPhone,
  hasWords,
  inCountry,
  type PhoneCountry,
  phoneValue,
  readPhone,
} from '../phone.ts'

interface Typing {
  country: PhoneCountry
  typed: string
  value: string
}

const read = (value: string): Typing => ({
  ...(hasWords(value) ? { country: 'US', typed: value } : readPhone(value)),
  value,
})

/**
 * A phone number while it is typed: written as its country writes it, its value E.164. What has letters in it (an
 * extension) is nobody's to write otherwise, and stays as it was typed.
 */
export function usePhoneTyping(value: string, onChange: (value: string) => void) {
  const [typing, setTyping] = useState(() => read(value))
  // The number came from elsewhere: another tab saved, or the form was set back.
  if (typing.value !== value) setTyping(read(value))

  const type = (typed: string, country = countryOf(typed, typing.country)) => {
    const next = hasWords(typed) ? typed : phoneValue(typed, country)
    setTyping({ typed, country, value: next })
    onChange(next)
  }
  const format = (typed: string, country: PhoneCountry) =>
    hasWords(typed) ? typed : formatPhone(typed, country)

  return {
    country: typing.country,
    setCountry: (country: PhoneCountry) =>
      type(hasWords(typing.typed) ? typing.typed : inCountry(typing.typed, country), country),
    input: {
      value: typing.typed,
      onChange: ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
        // Only what is typed at the end: in the middle, or while deleting, the cursor would jump.
        const grows = input.value.length > typing.typed.length && input.selectionStart === input.value.length
        type(grows ? format(input.value, countryOf(input.value, typing.country)) : input.value)
      },
      onBlur: () => setTyping((now) => ({ ...now, typed: format(now.typed, now.country) })),
    },
  }
}

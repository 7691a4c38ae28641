import { countryProblem, postalCodeProblem, regionProblem } from '../addresses/checks.ts'
import type { CountryOfAddress } from '../addresses/countries.ts'
import { type IsoDate, readIsoDate } from '../dates/dates.ts'
import { ICD10 } from '../icd10/diagnosis-code.ts'
import type { Country } from '../lookups.ts'
import { characterInWords, unseen } from '../text/unseen.ts'

/** The message for an invalid value, null for a valid one. `today` is the laboratory's date. */
type FieldCheck<T> = (value: T, today: IsoDate) => string | null
/** A rule of one field. */
export type Check<T> = readonly [rule: string, check: FieldCheck<T>]

/** 7 to 15 digits (E.164), in any usual grouping, and an extension. */
const PHONE = /^\+?(?:[\s()./-]*\d){7,15}[\s()./-]*(?:(?:x|ext\.?)\s*\d{1,6})?$/i
/** The current year and the 125 before it (specification §9, "Date years"). */
const YEARS_BACK = 125

export const needed =
  (name: string): FieldCheck<string> =>
  (value) =>
    value.trim() === '' ? `${name} is required` : null

/** Checks a value only if it is not empty. */
export const ifGiven =
  (check: FieldCheck<string>): FieldCheck<string> =>
  (value, today) =>
    value.trim() === '' ? null : check(value, today)

export const matches =
  (pattern: RegExp, message: string): FieldCheck<string> =>
  (value) =>
    pattern.test(value.trim()) ? null : message

/** The pattern is the specification's (§5). */
export const email = matches(/^\S+@\S+\.\S+$/, 'Enter a valid email address')
export const phone = (what: 'phone' | 'fax') => matches(PHONE, `Enter a valid ${what} number`)

/** Nothing in a name of which the form and the specimen's label show something else, or nothing. */
export const seen: FieldCheck<string> = (value) => {
  const hidden = unseen(value).map(characterInWords)
  return hidden.length > 0
    ? `This has a character that cannot be seen (${hidden.join(', ')}). Type it again`
    : null
}

export const icd10: FieldCheck<string> = (value) =>
  ICD10.test(value) ? null : `${value} is not an ICD-10 code. Enter a code such as G40.309`

export const pastDate =
  (name: string): FieldCheck<string> =>
  (value, today) => {
    if (readIsoDate(value) === null) return `${name}: enter a valid date`
    if (value > today) return `${name} cannot be in the future`
    const tooOld = Number(value.slice(0, 4)) < Number(today.slice(0, 4)) - YEARS_BACK
    return tooOld ? `${name}: enter a valid date` : null
  }

const withoutDot = (message: string | null) => message?.replace(/\.$/, '') ?? null

/** Region and postal code of an address: checked within the USA and Canada, free for other countries. */
export const region =
  (country: Country): FieldCheck<string> =>
  (state) =>
    withoutDot(regionProblem(country, state))
export const postalCode =
  (country: Country): FieldCheck<string> =>
  (code) =>
    withoutDot(postalCodeProblem(country, code))
export const whichCountry =
  (country: Country): FieldCheck<NonNullable<CountryOfAddress['otherCountry']>> =>
  (otherCountry) =>
    withoutDot(countryProblem({ country, otherCountry }))

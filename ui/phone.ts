import {
  AsYouType,
  type CountryCallingCode,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'
import { byName } from '#domain/text/order.ts'

export type PhoneCountry = CountryCode

export interface CountryChoice {
  code: PhoneCountry
  /** 'United States' */
  name: string
  /** Digits only: '1', '44'. */
  calling: string
}

const FIRST: readonly PhoneCountry[] = ['US', 'CA', 'MX']
const names = new Intl.DisplayNames('en', { type: 'region' })

/** Every country with a calling code: the neighbors first, then by name. */
export const PHONE_COUNTRIES: readonly CountryChoice[] = getCountries()
  .map((code) => ({ code, name: names.of(code) ?? code, calling: getCountryCallingCode(code) }))
  .sort((a, b) => rank(a.code) - rank(b.code) || byName(a.name, b.name))

/** As select options: short in the field, in full in the list. */
export const COUNTRY_OPTIONS = PHONE_COUNTRIES.map(({ code, calling }) => ({
  value: code,
  label: `${code} +${calling}`,
}))
const FULL_NAMES = new Map<string, string>(
  PHONE_COUNTRIES.map(({ code, name, calling }) => [code, `${name} +${calling}`]),
)

/** 'United Kingdom +44' */
export function countryInFull(code: string): string {
  return FULL_NAMES.get(code) ?? code
}

function rank(code: PhoneCountry): number {
  const index = FIRST.indexOf(code)
  return index === -1 ? FIRST.length : index
}

export function isPhoneCountry(code: string): code is PhoneCountry {
  return isSupportedCountry(code)
}

/** The main country of a shared calling code: +44 is Great Britain's, not Guernsey's. */
function mainCountry(calling: CountryCallingCode): PhoneCountry | undefined {
  return metadata.country_calling_codes[calling]?.[0]
}

/**
 * Formats typed text in the country's style: '(614) 555-0101'; with a leading plus internationally: '+44 20
 * 7946 0018'.
 */
export function formatPhone(typed: string, country: PhoneCountry): string {
  return new AsYouType(country).input(typed)
}

/** E.164 as far as typed: '+1614' for '(614)'; '' for nothing. */
export function phoneValue(typed: string, country: PhoneCountry): string {
  const reader = new AsYouType(country)
  reader.input(typed)
  return reader.getNumberValue() ?? ''
}

/**
 * The country of a number typed with a plus; the chosen one if the number does not tell. Countries that share
 * a calling code (+1) are told apart only as far as the browser's numbering plan can: otherwise the chosen
 * one stays.
 */
export function countryOf(typed: string, chosen: PhoneCountry): PhoneCountry {
  if (!typed.trim().startsWith('+')) return chosen
  const reader = new AsYouType()
  reader.input(typed)
  const calling = reader.getCallingCode()
  if (calling === undefined || calling === getCountryCallingCode(chosen)) return chosen
  return reader.getNumber()?.country ?? mainCountry(calling) ?? chosen
}

/** The typed number in another country's format: its calling code is removed. */
export function inCountry(typed: string, country: PhoneCountry): string {
  if (!typed.trim().startsWith('+')) return formatPhone(typed, country)
  const reader = new AsYouType()
  reader.input(typed)
  return formatPhone(reader.getNumber()?.nationalNumber ?? '', country)
}

/** A stored number and its country, for editing: in national format if the country is known. */
export function readPhone(e164: string): { country: PhoneCountry; typed: string } {
  const number = parsePhoneNumberFromString(e164)
  if (number) {
    const country = number.country ?? mainCountry(number.countryCallingCode)
    if (country) return { country, typed: number.formatNational() }
  }
  const country = countryOf(e164, 'US')
  return { country, typed: formatPhone(e164, country) }
}

/**
 * A stored number for display: '(614) 555-0101' in the USA and Canada, '+44 20 7946 0018' abroad; anything
 * else unchanged.
 */
export function showPhone(e164: string): string {
  const number = parsePhoneNumberFromString(e164)
  if (!number?.isPossible()) return e164
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational()
}

import { CALLING_CODES } from './calling-codes.ts'
import { asciiDigits } from './digits.ts'

/** Where the country's own prefix may also begin a number, only one that is longer by it has it: 1 (614) …, 8 (812) …. */
const WITH_PREFIX: Readonly<Record<string, number>> = { '1': 11, '8': 11 }

/**
 * The number as the world dials it, `+16145550101`: what begins with a plus, or with 00, is taken as it is; any other
 * is of the country.
 */
export function worldNumber(typed: string, country: string): string {
  const text = asciiDigits(typed).trim()
  const digits = text.replace(/\D/g, '')
  // Words, an extension: the rules refuse it, and nothing of it is lost.
  if (digits === '' || /\p{L}/u.test(text)) return text
  if (text.startsWith('+')) return `+${digits}`
  const { code = '', prefix = '' } = CALLING_CODES.find((one) => one.country === country) ?? {}
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  if (code === '1' && digits.startsWith('011')) return `+${digits.slice(3)}`
  const long = WITH_PREFIX[prefix]
  const dialled = prefix !== '' && digits.startsWith(prefix) && (long === undefined || digits.length === long)
  return `+${code}${dialled ? digits.slice(prefix.length) : digits}`
}

/** The country that a number typed with a plus is of; null where it does not say, or says the chosen one's code. */
export function countryFromPrefix(typed: string, chosen: string): string | null {
  const text = asciiDigits(typed).trim()
  if (!text.startsWith('+')) return null
  const digits = text.replace(/\D/g, '')
  const fits = CALLING_CODES.filter(({ code }) => digits.startsWith(code))
  if (fits.length === 0 || fits.some(({ country }) => country === chosen)) return null
  return fits.find(({ country }) => MAIN.has(country))?.country ?? fits[0]?.country ?? null
}

/** Of the countries that share a calling code, the one for which it stands. */
const MAIN = new Set(['US', 'GB', 'RU', 'AU', 'IT', 'NO', 'FI', 'FR', 'MA', 'GP', 'RE', 'SH', 'CW'])

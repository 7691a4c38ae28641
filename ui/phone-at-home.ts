/**
 * Phone numbers with +1, the most common here, without the world's numbering plans (ui/phone.ts): those are
 * larger than most pages, and are loaded later.
 */

const NATIONAL_NUMBER = /^\+1([2-9]\d\d)(\d{3})(\d{4})$/

/** Whether it has an extension ('614-555-0101 x12'), or is not a number at all: kept as typed. */
export function hasWords(typed: string): boolean {
  return /\p{L}/u.test(typed)
}

/** '(614) 555-0101' for '+16145550101'; null for any other country. */
export function formatNational(e164: string): string | null {
  const [, area, exchange, line] = NATIONAL_NUMBER.exec(e164) ?? []
  return area === undefined ? null : `(${area}) ${exchange}-${line}`
}

/** E.164 as far as typed, with +1 unless it starts with a plus; '' for nothing. */
export function dialledAtHome(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return ''
  const withCode = typed.trim().startsWith('+') || (digits.length === 11 && digits.startsWith('1'))
  return `+${withCode ? '' : '1'}${digits}`
}

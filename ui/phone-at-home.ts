/**
 * Phone numbers of +1, which most here are, without the numbering plans of the world (ui/phone.ts): those are larger than
 * most pages, and come later.
 */

const NATIONAL_NUMBER = /^\+1([2-9]\d\d)(\d{3})(\d{4})$/

/** An extension ('614-555-0101 x12'), or no number at all: to be kept as it was typed. */
export function hasWords(typed: string): boolean {
  return /\p{L}/u.test(typed)
}

/** '(614) 555-0101' for '+16145550101'; null for any other. */
export function formatNational(e164: string): string | null {
  const [, area, exchange, line] = NATIONAL_NUMBER.exec(e164) ?? []
  return area === undefined ? null : `(${area}) ${exchange}-${line}`
}

/** E.164 as far as it was typed, of the United States unless a plus is in front; '' for nothing. */
export function dialledAtHome(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  if (digits === '') return ''
  const withCode = typed.trim().startsWith('+') || (digits.length === 11 && digits.startsWith('1'))
  return `+${withCode ? '' : '1'}${digits}`
}

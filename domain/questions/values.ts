import { isIsoDate } from '../dates/dates.ts'
import type { AnswerValue } from '../orders/answers.ts'

/** At most 15 figures: what HL7's NM and FHIR's decimal, read as a JSON number, both carry without loss. */
const DECIMAL = /^-?\d{1,9}(\.\d{1,6})?$/
const INTEGER = /^-?\d{1,9}$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/

export function isDecimal(text: string): boolean {
  return DECIMAL.test(text.trim())
}

export function isInteger(text: string): boolean {
  return INTEGER.test(text.trim())
}

/** A day and time with its offset from UTC: `2026-03-11T14:05-05:00`. */
export function isMoment(text: string): boolean {
  const [day = '', time = '', ...more] = text.trim().split('T')
  return more.length === 0 && isIsoDate(day) && TIME.test(time)
}

/**
 * Compares two values of a question's type: negative, 0 or positive; null if they cannot be compared, because one
 * is not valid or their units differ.
 */
export function compareValues(
  type: string,
  one: Pick<AnswerValue, 'value' | 'unit'>,
  other: Pick<AnswerValue, 'value' | 'unit'>,
): number | null {
  const [left, right] = [one.value.trim(), other.value.trim()]
  if (type === 'integer' || type === 'decimal' || type === 'quantity') {
    if (!isDecimal(left) || !isDecimal(right)) return null
    return type === 'quantity' && one.unit !== other.unit ? null : Number(left) - Number(right)
  }
  if (type === 'date') return isIsoDate(left) && isIsoDate(right) ? compareText(left, right) : null
  if (type === 'dateTime')
    return isMoment(left) && isMoment(right) ? Date.parse(left) - Date.parse(right) : null
  return left === right ? 0 : null
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

import { ifGiven, phone } from '../field-checks.ts'
import type { Finding } from '../points.ts'
import { apply, type RuleInput } from './rule.ts'

/** Somebody who is to be called needs a number. */
export function urgentContactRules(known: RuleInput): Finding[] {
  const { name = '', phone: number = '' } = known.document.urgentContact ?? {}
  return apply(
    known,
    '/urgentContact/phone',
    number,
    [
      'required',
      (value) =>
        name.trim() !== '' && value.trim() === ''
          ? `Enter the phone number at which ${name.trim()} receives urgent results`
          : null,
    ],
    ['phone', ifGiven(phone('phone'))],
  )
}

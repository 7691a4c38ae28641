import {
  type AppointmentError,
  type AppointmentField,
  type AppointmentTyped,
  appointmentErrors,
  cleaned,
} from '#domain/counseling/appointment.ts'
import { asciiDigits } from './digits.ts'
import { worldNumber } from './phone.ts'

/** What the page's elements hold, by their name. */
export const CONTROLS = [
  'firstName',
  'lastName',
  'dateMonth',
  'dateDay',
  'dateYear',
  'labNumber',
  'guardianFirstName',
  'guardianLastName',
  'email',
  'phoneCountry',
  'phone',
  'preferredContact',
  'preferredLanguage',
  'insurancePolicyName',
  'insuranceId',
  'insuranceGroup',
  'acknowledged',
] as const
export type Control = (typeof CONTROLS)[number]
/** A checkbox that is set has 'on', one that is not ''. */
export type Typed = Readonly<Record<Control, string>>

/** A field of the request, or the acknowledgment, which is not sent: nothing is sent without it. */
export type Item = AppointmentField | 'acknowledged'

/** The element in which a field is typed, the first where there are several. */
export function controlOf(item: Item): Control {
  if (item === 'dateOfBirth') return 'dateMonth'
  return item === 'phoneNumber' ? 'phone' : item
}

/** The field that is typed in an element. */
export function itemOf(control: Control): Item {
  if (control === 'dateMonth' || control === 'dateDay' || control === 'dateYear') return 'dateOfBirth'
  return control === 'phone' || control === 'phoneCountry' ? 'phoneNumber' : control
}

/** `YYYY-MM-DD` of what was typed, which need not be a day; '' for nothing. */
function dayOf({ dateYear, dateMonth, dateDay }: Typed): string {
  const [year = '', month = '', day = ''] = [dateYear, dateMonth, dateDay].map((part) =>
    asciiDigits(part).trim(),
  )
  return year + month + day === '' ? '' : [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}

/** What is sent of it, cleaned as the server does. */
export function requestOf(typed: Typed): AppointmentTyped {
  return cleaned({
    firstName: typed.firstName,
    lastName: typed.lastName,
    dateOfBirth: dayOf(typed),
    labNumber: typed.labNumber,
    guardianFirstName: typed.guardianFirstName,
    guardianLastName: typed.guardianLastName,
    email: typed.email,
    phoneNumber: worldNumber(typed.phone, typed.phoneCountry),
    preferredLanguage: typed.preferredLanguage,
    preferredContact: typed.preferredContact,
    insurancePolicyName: typed.insurancePolicyName,
    insuranceId: typed.insuranceId,
    insuranceGroup: typed.insuranceGroup,
  })
}

/**
 * What has to be set before the form can be submitted (specification §5, GC-10), in the page's order. The language has a
 * default on most pages; where it has none, the server would take English for it.
 */
export function missingItems(typed: Typed): Item[] {
  const has: [Item, boolean][] = [
    ['firstName', requestOf(typed).firstName !== ''],
    ['lastName', requestOf(typed).lastName !== ''],
    ['dateOfBirth', [typed.dateYear, typed.dateMonth, typed.dateDay].every((part) => part.trim() !== '')],
    ['email', typed.email.trim() !== ''],
    ['phoneNumber', typed.phone.trim() !== ''],
    ['preferredContact', typed.preferredContact !== ''],
    ['preferredLanguage', typed.preferredLanguage !== ''],
    ['acknowledged', typed.acknowledged !== ''],
  ]
  return has.flatMap(([item, set]) => (set ? [] : [item]))
}

export type Errors = Readonly<Partial<Record<AppointmentField, AppointmentError['rule']>>>

export function errorsOf(typed: Typed, today: string): Errors {
  return Object.fromEntries(
    appointmentErrors(requestOf(typed), today).map(({ field, rule }) => [field, rule]),
  )
}

/** The visitor's day. */
export function dayHere(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

import { hasAllDigits } from './phone-lengths.ts'

/**
 * A patient's request on the public form (specification §3, Appointment request). All fields are text as
 * typed.
 */
export interface AppointmentRequest {
  readonly firstName: string
  readonly lastName: string
  /** YYYY-MM-DD */
  readonly dateOfBirth: string
  readonly labNumber: string
  readonly guardianFirstName: string
  readonly guardianLastName: string
  readonly email: string
  readonly phoneNumber: string
  readonly preferredLanguage: PreferredLanguage
  /** Opt-out of text messages: yes, they opt out. */
  readonly preferredContact: 'yes' | 'no'
  readonly insurancePolicyName: string
  readonly insuranceId: string
  readonly insuranceGroup: string
}
export type AppointmentField = keyof AppointmentRequest
/** The same before validation: any text. */
export type AppointmentTyped = Readonly<Record<AppointmentField, string>>

/** Specification §5 (GC-13), in its order; the first is the default. */
export const PREFERRED_LANGUAGES = [
  'English',
  'Spanish',
  'Mandarin',
  'Cantonese',
  'Arabic',
  'American Sign Language',
  'Vietnamese',
  'Russian',
  'Haitian Creole',
  'Korean',
] as const
export type PreferredLanguage = (typeof PREFERRED_LANGUAGES)[number]

/**
 * Maximum lengths in characters, specification §5 and §9 (GC-09); fields without one there have one of ours.
 */
export const LONGEST = {
  firstName: 225,
  lastName: 10,
  dateOfBirth: 10,
  labNumber: 10,
  guardianFirstName: 40,
  guardianLastName: 39,
  email: 254,
  phoneNumber: 40,
  preferredLanguage: 30,
  preferredContact: 3,
  insurancePolicyName: 255,
  insuranceId: 50,
  insuranceGroup: 50,
} as const satisfies Record<AppointmentField, number>

/**
 * A form submitted sooner was filled in by a program: our form waits this long, and the server refuses the
 * rest.
 */
export const SHORTEST_OPEN_MS = 3_000

/** Specification §5 (GC-05), verbatim. */
export const MESSAGES = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  dateOfBirth: 'Date of birth is required',
  email: 'Email is required',
  emailPattern: 'Enter a valid email address',
  phoneNumber: 'Phone number is required',
  preferredContact: 'Preferred contact is required',
} as const

/** The rule that a field breaks; the form has the words for it, in the visitor's language. */
export type AppointmentRule = 'required' | 'email' | 'date' | 'future' | 'too-long' | 'phone' | 'choice'
export interface AppointmentError {
  readonly field: AppointmentField
  readonly rule: AppointmentRule
}

const NAMES: readonly AppointmentField[] = ['firstName', 'lastName', 'guardianFirstName', 'guardianLastName']
const REQUIRED: readonly AppointmentField[] = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'email',
  'phoneNumber',
  'preferredContact',
]

const FIELDS = Object.keys(LONGEST) as AppointmentField[]

const RULE_MESSAGES = {
  email: MESSAGES.emailPattern,
  date: 'Enter a valid date',
  future: 'Date cannot be in the future',
  phone: 'Enter a valid phone number with area or country code',
  choice: 'Choose one from the list',
} as const satisfies Record<Exclude<AppointmentRule, 'required' | 'too-long'>, string>

/**
 * Keeps letters of any script with their marks, spaces, apostrophes and hyphens; drops everything else
 * (GC-07). The wide space of Chinese keyboards becomes a space, and non-breaking hyphens become hyphens:
 * otherwise two names would be joined.
 */
export function nameCharacters(text: string): string {
  return text
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[^\p{L}\p{M} '’-]/gu, '')
}

/** Adds the plus of an international number if it is missing (GC-11). */
export function withPlus(phone: string): string {
  const plain = phone.trim()
  return plain === '' || plain.startsWith('+') ? plain : `+${plain}`
}

export function emailFits(email: string): boolean {
  return /^\S+@\S+\.\S+$/.test(email)
}

/**
 * The request as stored: names without invalid characters, the phone number with its plus, defaults filled
 * in.
 */
export function cleaned(typed: AppointmentTyped): AppointmentTyped {
  const entries = FIELDS.map((field) => [
    field,
    // Composed form, in which an accent is part of its letter: otherwise it would count as a character.
    (NAMES.includes(field) ? nameCharacters(typed[field].normalize('NFC')) : typed[field]).trim(),
  ])
  const result: AppointmentTyped = Object.fromEntries(entries)
  return {
    ...result,
    phoneNumber: withPlus(result.phoneNumber),
    preferredLanguage: result.preferredLanguage || PREFERRED_LANGUAGES[0],
    preferredContact: result.preferredContact.toLowerCase(),
  }
}

/**
 * All errors of a cleaned request, in the form's order (specification §5). `today` is the visitor's or the
 * laboratory's date, whichever is later, so that nobody is refused for living east of the laboratory.
 */
export function appointmentErrors(request: AppointmentTyped, today: string): AppointmentError[] {
  return FIELDS.flatMap((field) => {
    const rule = failedRule(field, request[field], today)
    return rule ? [{ field, rule }] : []
  })
}

/** Whether a cleaned request has no errors. */
export function isRight(request: AppointmentTyped, today: string): request is AppointmentRequest {
  return appointmentErrors(request, today).length === 0
}

const REQUIRED_MESSAGES: Partial<Record<AppointmentField, string>> = MESSAGES

/** The English message of an error; verbatim if the specification gives it. It repeats no input. */
export function messageOf({ field, rule }: AppointmentError): string {
  if (rule === 'required') return REQUIRED_MESSAGES[field] ?? 'Required'
  if (rule === 'too-long') return `Enter at most ${LONGEST[field]} characters`
  return RULE_MESSAGES[rule]
}

const CHOICES: Partial<Record<AppointmentField, readonly string[]>> = {
  preferredLanguage: PREFERRED_LANGUAGES,
  preferredContact: ['yes', 'no'],
}

function failedRule(field: AppointmentField, value: string, today: string): AppointmentRule | null {
  if (value === '') return REQUIRED.includes(field) ? 'required' : null
  if (field in CHOICES && !CHOICES[field]?.includes(value)) return 'choice'
  if (field === 'dateOfBirth') return isDay(value) ? (value > today ? 'future' : null) : 'date'
  if ([...value].length > LONGEST[field]) return 'too-long'
  if (field === 'email' && !emailFits(value)) return 'email'
  if (field === 'phoneNumber' && !isPhone(value)) return 'phone'
  return null
}

/** Whether it is a phone number with plus and calling code, in any usual grouping. */
function isPhone(value: string): boolean {
  return /^\+[\d\s().-]+$/.test(value) && hasAllDigits(value.replace(/\D/g, ''))
}

function isDay(value: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true
  )
}

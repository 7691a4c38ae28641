import { hasAllDigits } from './phone-lengths.ts'

/** What a patient asks for on the public form (specification §3, Appointment request). All are text as typed. */
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
  /** Whether they do not want text messages: yes, they opt out. */
  readonly preferredContact: 'yes' | 'no'
  readonly insurancePolicyName: string
  readonly insuranceId: string
  readonly insuranceGroup: string
}
export type AppointmentField = keyof AppointmentRequest
/** The same before it is known to be right: any text. */
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

/** Specification §5 and §9 (GC-09), in characters; those without a number there have one of ours. */
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

/** A form that was open for less was filled in by a program: ours waits that long, and the server refuses the rest. */
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

/** What is wrong with one field: the rule it breaks; the words for it are the form's, in the visitor's language. */
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
 * Letters of any script with their marks, spaces, apostrophes and hyphens stay; anything else is dropped (GC-07). The
 * wide space of Chinese keyboards is a space, and the hyphens that never break are hyphens: without them two names
 * would become one.
 */
export function nameCharacters(text: string): string {
  return text
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[^\p{L}\p{M} '’-]/gu, '')
}

/** With the plus that an international number begins with (GC-11). */
export function withPlus(phone: string): string {
  const plain = phone.trim()
  return plain === '' || plain.startsWith('+') ? plain : `+${plain}`
}

export function emailFits(email: string): boolean {
  return /^\S+@\S+\.\S+$/.test(email)
}

/** What is kept of what was typed: names without what names do not have, the phone number with its plus, the default. */
export function cleaned(typed: AppointmentTyped): AppointmentTyped {
  const entries = FIELDS.map((field) => [
    field,
    // In the one form in which an accent is part of its letter: else it would count as a character by itself.
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
 * All that is wrong with a cleaned request, field by field in the form's order (specification §5). `today` is the
 * visitor's day or the laboratory's, whichever is later: nobody is refused for living east of it.
 */
export function appointmentErrors(request: AppointmentTyped, today: string): AppointmentError[] {
  return FIELDS.flatMap((field) => {
    const rule = failedRule(field, request[field], today)
    return rule ? [{ field, rule }] : []
  })
}

/** Whether nothing is wrong with a cleaned request. */
export function isRight(request: AppointmentTyped, today: string): request is AppointmentRequest {
  return appointmentErrors(request, today).length === 0
}

const REQUIRED_MESSAGES: Partial<Record<AppointmentField, string>> = MESSAGES

/** The English words for an error; those that the specification gives are verbatim. They repeat nothing that was typed. */
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

/** With its plus and calling code, grouped as people like. */
function isPhone(value: string): boolean {
  return /^\+[\d\s().-]+$/.test(value) && hasAllDigits(value.replace(/\D/g, ''))
}

function isDay(value: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true
  )
}

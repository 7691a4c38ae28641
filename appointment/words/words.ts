import type { PreferredLanguage } from '#domain/counseling/appointment.ts'

/**
 * All that the page says in one language. `{lab}`, `{partner}` and `{phone}` stand for the laboratory, the counseling
 * partner and the laboratory's telephone number.
 */
export interface Words {
  /** Of the browser's tab. */
  title: string
  /** For search engines. */
  description: string
  heading: string
  info: string
  /** The name of the list of languages. */
  languages: string
  noScript: string
  /** The name of the notice: in the acknowledgment, the footer and above the dialog. */
  privacyNotice: string
  /** Above the notice itself; empty in English. */
  noticeInEnglish: string
  close: string
  contact: string
  form: FormWords
}

/** What the browser needs: the form's part. */
export interface FormWords {
  allRequired: string
  optional: string
  patient: string
  firstName: string
  lastName: string
  /** `{most}` is the number of characters. */
  lastNameHint: string
  dateOfBirth: string
  month: string
  day: string
  year: string
  /** January first. */
  months: readonly string[]
  labNumber: string
  labNumberHint: string
  guardian: string
  guardianHint: string
  guardianFirstName: string
  guardianLastName: string
  contactSection: string
  email: string
  phoneNumber: string
  country: string
  optOut: string
  select: string
  yes: string
  no: string
  /** Under the choice about text messages. */
  textConsent: string
  preferredLanguage: string
  preferredLanguages: Readonly<Record<PreferredLanguage, string>>
  insurance: string
  insuranceHint: string
  insurancePolicyName: string
  insuranceId: string
  insuranceGroup: string
  /** The acknowledgment of the privacy notice, before and after the notice's name. */
  acknowledge: readonly [before: string, after: string]
  privacyNotice: string
  acknowledgment: string
  stillNeeded: string
  submit: string
  submitting: string
  success: string
  successNext: string
  failure: string
  failureNext: string
  checkFields: string
  errors: {
    firstName: string
    lastName: string
    dateOfBirth: string
    email: string
    phoneNumber: string
    preferredContact: string
    emailPattern: string
    phone: string
    date: string
    future: string
    /** `{most}` is the number of characters. */
    tooLong: string
    choice: string
  }
}

/** The same words with these names put in; what else stands in braces stays. */
export function withNames<T>(words: T, names: Readonly<Record<'lab' | 'partner', string>>): T {
  const put = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replace(/\{(lab|partner)\}/g, (_, name: keyof typeof names) => names[name])
    if (Array.isArray(value)) return value.map(put)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, put(one)]))
    return value
  }
  return put(words) as T
}

import type { PreferredLanguage } from '#domain/counseling/appointment.ts'
import type { DatePart } from './words/languages.ts'
import type { FormWords } from './words/words.ts'

/** What the page gives its script, so that the script brings no words of its own. */
export interface PageData {
  language: string
  /** Whose names of countries are shown. */
  countries: string
  date: readonly DatePart[]
  /** The preferred language that is chosen at first; '' for none. */
  preferredLanguage: PreferredLanguage | ''
  /** The laboratory’s, to be called. */
  phone: string
  words: FormWords
}

/** The ids in the page of the script’s data, of the element that React takes over, and of the privacy notice. */
export const DATA_ID = 'form-data'
export const FORM_ID = 'appointment'
export const NOTICE_ID = 'privacy-notice'
/** What is said while the script is not there, after a while. */
export const LATE_ID = 'late'
/** The year of the copyright line. */
export const YEAR_ID = 'year'

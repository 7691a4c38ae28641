import type { PreferredLanguage } from '#domain/counseling/appointment.ts'
import type { FormLanguage } from '#domain/counseling/form-languages.ts'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ht } from './ht.ts'
import { ko } from './ko.ts'
import { ru } from './ru.ts'
import { vi } from './vi.ts'
import type { Words } from './words.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

export type DatePart = 'year' | 'month' | 'day'

interface Language {
  /** As its speakers call it. */
  name: string
  direction: 'ltr' | 'rtl'
  /** The parts of a date in the order in which its readers write them. */
  date: readonly [DatePart, DatePart, DatePart]
  /** Whose names of countries are shown: browsers have none in Haitian Creole; its readers know the French ones. */
  countries: string
  /**
   * What its readers speak, chosen until they choose another; '' where nobody can tell: those who read traditional
   * characters speak Mandarin or Cantonese.
   */
  preferredLanguage: PreferredLanguage | ''
  words: Words
}

const DAY_FIRST = ['day', 'month', 'year'] as const
const MONTH_FIRST = ['month', 'day', 'year'] as const
const YEAR_FIRST = ['year', 'month', 'day'] as const

/** The languages of the form. */
export const FORM_LANGUAGES = {
  en: {
    name: 'English',
    direction: 'ltr',
    date: MONTH_FIRST,
    countries: 'en',
    preferredLanguage: 'English',
    words: en,
  },
  es: {
    name: 'Español',
    direction: 'ltr',
    date: DAY_FIRST,
    countries: 'es',
    preferredLanguage: 'Spanish',
    words: es,
  },
  'zh-Hans': {
    name: '简体中文',
    direction: 'ltr',
    date: YEAR_FIRST,
    countries: 'zh-Hans',
    preferredLanguage: 'Mandarin',
    words: zhHans,
  },
  'zh-Hant': {
    name: '繁體中文',
    direction: 'ltr',
    date: YEAR_FIRST,
    countries: 'zh-Hant',
    preferredLanguage: '',
    words: zhHant,
  },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    date: DAY_FIRST,
    countries: 'ar',
    preferredLanguage: 'Arabic',
    words: ar,
  },
  vi: {
    name: 'Tiếng Việt',
    direction: 'ltr',
    date: DAY_FIRST,
    countries: 'vi',
    preferredLanguage: 'Vietnamese',
    words: vi,
  },
  ru: {
    name: 'Русский',
    direction: 'ltr',
    date: DAY_FIRST,
    countries: 'ru',
    preferredLanguage: 'Russian',
    words: ru,
  },
  ht: {
    name: 'Kreyòl ayisyen',
    direction: 'ltr',
    date: DAY_FIRST,
    countries: 'fr',
    preferredLanguage: 'Haitian Creole',
    words: ht,
  },
  ko: {
    name: '한국어',
    direction: 'ltr',
    date: YEAR_FIRST,
    countries: 'ko',
    preferredLanguage: 'Korean',
    words: ko,
  },
} as const satisfies Record<FormLanguage, Language>

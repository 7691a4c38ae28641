/** The languages of letters to relatives, by BCP 47 tag, as their speakers call them. */
export const LETTER_LANGUAGES = {
  en: 'English',
  es: 'Español',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
  ar: 'العربية',
  vi: 'Tiếng Việt',
  ru: 'Русский',
  ht: 'Kreyòl ayisyen',
  ko: '한국어',
  fr: 'Français',
} as const
export type LetterLanguage = keyof typeof LETTER_LANGUAGES
export const LETTER_LANGUAGE_TAGS = Object.keys(LETTER_LANGUAGES) as LetterLanguage[]

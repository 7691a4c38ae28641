/** The languages of the appointment form, by BCP 47 tag, in the order of its menu. */
export const FORM_LANGUAGE_TAGS = ['en', 'es', 'zh-Hans', 'zh-Hant', 'ar', 'vi', 'ru', 'ht', 'ko'] as const

export type FormLanguage = (typeof FORM_LANGUAGE_TAGS)[number]

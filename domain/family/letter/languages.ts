import { ar } from './words/ar.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { ht } from './words/ht.ts'
import { ko } from './words/ko.ts'
import { ru } from './words/ru.ts'
import { vi } from './words/vi.ts'
import { zhHans } from './words/zh-hans.ts'
import { zhHant } from './words/zh-hant.ts'
import type { LetterWords } from './words.ts'

/** By BCP 47 tag: those of the appointment form, and French. */
export const LETTERS = {
  en: { direction: 'ltr', words: en },
  es: { direction: 'ltr', words: es },
  'zh-Hans': { direction: 'ltr', words: zhHans },
  'zh-Hant': { direction: 'ltr', words: zhHant },
  ar: { direction: 'rtl', words: ar },
  vi: { direction: 'ltr', words: vi },
  ru: { direction: 'ltr', words: ru },
  ht: { direction: 'ltr', words: ht },
  ko: { direction: 'ltr', words: ko },
  fr: { direction: 'ltr', words: fr },
} as const satisfies Record<string, { direction: 'ltr' | 'rtl'; words: LetterWords }>

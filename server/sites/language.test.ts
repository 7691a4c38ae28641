import { expect, test } from 'vitest'
import { languageOf } from './language.ts'

const LANGUAGES = ['en', 'es', 'zh-Hans', 'zh-Hant', 'ar', 'vi', 'ru', 'ht', 'ko']

test.each([
  [undefined, undefined, 'en'],
  ['es', 'ko', 'es'],
  ['ES', undefined, 'es'],
  [undefined, 'es-MX,es;q=0.9,en;q=0.8', 'es'],
  [undefined, 'zh-TW', 'zh-Hant'],
  [undefined, 'zh-CN', 'zh-Hans'],
  [undefined, 'zh', 'zh-Hans'],
  [undefined, 'en;q=0.2, vi;q=0.7', 'vi'],
  [undefined, 'fr, ru;q=0.5', 'ru'],
  [undefined, 'fr, de', 'en'],
  [undefined, 'ko;q=0, ar', 'ar'],
  ['xx-nonsense!!', 'ht', 'ht'],
  [['es', 'ko'], '*', 'en'],
  [undefined, ';;q=,,,', 'en'],
  [undefined, `${'fr,'.repeat(31)}es`, 'es'],
  [undefined, `${'fr,'.repeat(32)}es`, 'en'],
])('with %j chosen and %j requested: shows %s', (chosen, accepted, language) => {
  expect(languageOf(LANGUAGES, chosen, accepted)).toBe(language)
})

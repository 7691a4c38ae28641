import path from 'node:path'
import { fileURLToPath } from 'node:url'

// Complete TTFs: web font packages are split into one file per script.

/** The fonts of everything that is in Latin letters. "Nguyễn" is; PDF's built-in fonts are Western European only. */
export const MAIN_FONTS = {
  regular: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
} as const

/** A font for the letters that the main one lacks. One weight: bold Han and Devanagari are hard to read on a label. */
interface ScriptFont {
  name: string
  file: string
}

function font(address: string): ScriptFont {
  const file = fileURLToPath(address)
  return { name: path.basename(file, '.ttf'), file }
}

/** Rare Latin, Greek and Cyrillic letters, phonetic signs and marks. */
const LATIN = font(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'))
const CHINESE = font(
  import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
)
const JAPANESE = font(
  import.meta.resolve('@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf'),
)
const KOREAN = font(
  import.meta.resolve('@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf'),
)

/** Each has a package of its own, named after it. */
const SCRIPTS = [
  ...['Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Gujarati', 'Gurmukhi', 'Tamil', 'Telugu', 'Kannada'],
  ...[
    'Malayalam',
    'Sinhala',
    'Thai',
    'Lao',
    'Khmer',
    'Myanmar',
    'Armenian',
    'Georgian',
    'Ethiopic',
    'Cherokee',
  ],
]

const OF_SCRIPT = SCRIPTS.map((script): [script: RegExp, ScriptFont] => [
  new RegExp(`\\p{scx=${script}}`, 'u'),
  font(
    import.meta.resolve(
      `@expo-google-fonts/noto-sans-${script.toLowerCase()}/400Regular/NotoSans${script}_400Regular.ttf`,
    ),
  ),
])

const EAST_ASIAN = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]/u

export const SCRIPT_FONTS: readonly ScriptFont[] = [
  ...[LATIN, CHINESE, JAPANESE, KOREAN],
  ...OF_SCRIPT.map(([, font]) => font),
]

/**
 * The fonts that may have a letter, the likeliest first. Chinese, Japanese and Korean write many characters differently:
 * `text`, of which the letter is a part, tells which of them it is if it has kana or Hangul.
 */
export function fontsFor(letter: string, text: string): ScriptFont[] {
  const own = OF_SCRIPT.filter(([script]) => script.test(letter)).map(([, font]) => font)
  if (own.length > 0) return [...own, LATIN]
  if (EAST_ASIAN.test(letter)) {
    if (/\p{sc=Hangul}/u.test(text)) return [KOREAN, CHINESE, JAPANESE]
    if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return [JAPANESE, CHINESE, KOREAN]
    return [CHINESE, JAPANESE, KOREAN]
  }
  return /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u.test(letter) ? [LATIN] : [LATIN, CHINESE]
}

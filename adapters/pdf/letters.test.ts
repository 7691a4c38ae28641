import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { NOT_PRINTED, unprintable } from '#domain/text/printable.ts'
import { MAIN_FONTS, SCRIPT_FONTS } from './fonts.ts'
import { PLAIN, printLetters } from './letters.ts'

const RANGES = fileURLToPath(new URL('../../domain/text/printed-ranges.ts', import.meta.url))

function opened() {
  const document = printLetters(new PDFDocument({ compress: false }))
  /** The characters for which a font has a glyph. */
  const lettersOf = (name: string): number[] => {
    document.font(name)
    return (document as unknown as { _font: { font: { characterSet: number[] } } })._font.font.characterSet
  }
  return { document, lettersOf }
}

/** What is written into a page for a text, uncompressed. One document, whose fonts are opened once. */
const { document: page } = opened()
let chunks: string[] = []
const add = page.addContent.bind(page)
page.addContent = (one) => {
  chunks.push(String(one))
  return add(one)
}
function operatorsOf(text: string): string {
  chunks = []
  page.font('regular').text(text, 50, 50, { width: 300 })
  return chunks.join('\n')
}

/** The texts of the parts of a line, from left to right. */
const partsOf = (text: string) =>
  [...operatorsOf(text).matchAll(/BT\n(.*?)\nET/gs)].map(([, block = '']) =>
    [...block.matchAll(/ActualText <FEFF(\w*)>/g)]
      .map(([, codes = '']) => Buffer.from(codes, 'hex').swap16().toString('utf16le'))
      .join(''),
  )

test('the domain knows which characters the fonts have', () => {
  const { lettersOf } = opened()
  const fonts = ['regular', ...SCRIPT_FONTS.map(({ name }) => name)]
  const seen = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u
  const all = [...new Set(fonts.flatMap(lettersOf))]
    .filter((code) => seen.test(String.fromCodePoint(code)))
    .sort((one, two) => one - two)
  const ranges: [number, number][] = []
  for (const code of all) {
    const last = ranges.at(-1)
    if (last?.[1] === code - 1) last[1] = code
    else ranges.push([code, code])
  }
  const inBase36 = ranges.map(([first, last], at) => {
    const more = last - first
    return (first - (ranges[at - 1]?.[1] ?? 0)).toString(36) + (more > 0 ? `.${more.toString(36)}` : '')
  })
  const file = `/** Generated from the fonts by adapters/pdf/letters.test.ts: UPDATE_GOLDEN=1 npm run unit -- adapters/pdf/letters */
export const PRINTED_RANGES =
  '${inBase36.join(' ')}'
`
  if (process.env.UPDATE_GOLDEN) writeFileSync(RANGES, file)
  expect(readFileSync(RANGES, 'utf8')).toBe(file)
})

test('what is printed as ever is in the main fonts, and no letter of it turns', () => {
  const { lettersOf } = opened()
  for (const name of Object.keys(MAIN_FONTS)) {
    const letters = new Set(lettersOf(name))
    const missing = Array.from({ length: 0x10000 }, (_, code) => code).filter(
      (code) => code !== 10 && PLAIN.test(String.fromCharCode(code)) && !letters.has(code),
    )
    expect(missing).toEqual([])
  }
})

test.each([
  // In a font of its own each; the spaces between are the main font's.
  ['서연 김', ['서연', ' ', '김']],
  ['𠮷田 Ken', ['𠮷', '田', ' Ken']],
  ['さくら 山田', ['さくら', ' ', '山田']],
  ['नमिता कृष्णन्', ['नमिता', ' ', 'कृष्णन्']],
  ['Ǆ ẞ', ['Ǆ', ' ẞ']],
  ['ᏣᎳᎩ', ['ᏣᎳᎩ']],
  ['Ő'.normalize('NFD'), ['Ő']],
  ['Nguyễn'.normalize('NFD'), ['Nguyễn'.normalize('NFD')]],
  // From the left as they are drawn: what runs to the left is turned, and the numbers in it are not.
  ['Ali علي Ben', ['Ali ', 'يلع', ' Ben']],
  ['(4) علي 12', ['(4) ', '12', ' يلع']],
  ['\u2068علي (4)\u2069, 12 Mar', [')', '4', '( يلع', ', 12 Mar']],
  // No font has them, or they would cover the line above.
  ['Otto 👍🏽👍 Meyer', [`Otto ${NOT_PRINTED} Meyer`]],
  ['علي 👍 بن', ['نب', ' ', NOT_PRINTED, ' يلع']],
  ['𞤀𞤁 x', [NOT_PRINTED, ' x']],
  [`Z${'\u0301'.repeat(60)}algo`, [`${NOT_PRINTED}algo`]],
])('%s is printed as %j', (text, parts) => {
  expect(partsOf(text)).toEqual(parts)
})

test('text in the letters of the main font is written as if there were no other font', () => {
  for (const text of ['Nguyễn Ångström – “46,XX”', 'Ёлкин Ελένη']) {
    expect(operatorsOf(text)).not.toContain('ActualText')
  }
})

test('a document is the same whatever was printed before it', async () => {
  const printed = async (text: string): Promise<string> => {
    const document = printLetters(new PDFDocument({ compress: false, info: { CreationDate: new Date(0) } }))
    document.font('regular').text(text).end()
    return Buffer.concat(await document.toArray()).toString('latin1')
  }
  // Two letters with one glyph.
  const first = await printed('O\u2019Casey')
  expect(await printed('O\u02bcCasey')).toContain('<02bc>')
  expect(first).toContain('<2019>')
  expect(await printed('O\u2019Casey')).toBe(first)
})

test('the same width is measured and drawn, at the right too', () => {
  const { document } = opened()
  document.font('bold').fontSize(9)
  const width = document.widthOfString('علي بن أحمد')
  expect(width).toBeGreaterThan(20)
  expect(width).toBeLessThan(80)
  const places: number[] = []
  const add = document.addContent.bind(document)
  document.addContent = (one) => {
    const [, x] = /^1 0 0 1 ([\d.]+) [\d.]+ Tm/.exec(String(one)) ?? []
    if (x) places.push(Number(x))
    return add(one)
  }
  document.text('علي بن أحمد', 100, 100, { width: 200, align: 'right' })
  expect(places[0]).toBeCloseTo(300 - width, 2)
})

test('any text is printed, and has the mark where letters are missing', () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 })
  const name = fc.string({
    unit: fc.constantFrom(...'aẞَّ́̈علשָׁकि्षស្ត្រីက္ခြ์กำ김𠮷〆👍\u200d\u200c (12) '),
    maxLength: 30,
  })
  fc.assert(
    fc.property(fc.oneof(text, name), (any) => {
      const operators = operatorsOf(any)
      const hex = Buffer.from(NOT_PRINTED, 'utf16le').swap16().toString('hex').toUpperCase()
      if (unprintable(any.replace(/[\p{Bidi_Control}\p{Cc}]/gu, '')).length > 0)
        expect(operators).toContain(hex)
    }),
    { numRuns: 50 },
  )
})

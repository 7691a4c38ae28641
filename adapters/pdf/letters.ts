import { readFileSync } from 'node:fs'
import bidiFactory from 'bidi-js'
import { create, type Font } from 'fontkit'
import type PDFDocument from 'pdfkit'
import { clustersOf, isOverloaded, NOT_PRINTED } from '#domain/text/printable.ts'
import { fontsFor, MAIN_FONTS, SCRIPT_FONTS } from './fonts.ts'
import { type OpenFont, shaped, showing } from './shape.ts'

/** What the main font certainly has, from left to right: nearly every text, which the library prints as ever. */
export const PLAIN =
  /^[ -~\u00a0-\u00ac\u00ae-\u0148\u014a-\u017f\u1ea0-\u1ef9\u2010-\u2014\u2018-\u201d\u2022\u2026\n]*$/

const TURNS =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u2067\u202b\u202e\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Says how others are to be read, and is not printed. */
const UNSEEN = /[\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu
const MARK = /\p{M}/u
/** A font need not know these to print the letter that they follow. */
const OPTIONAL = /\p{Default_Ignorable_Code_Point}/u

/** Of the library's insides, what printing with several fonts needs. It is tested with the release in use. */
interface Inside {
  _font: OpenFont
  _fontSize: number
  _fragment: (text: string, x: number, y: number, options: Fragment) => void
  widthOfString: (text: string, options?: object) => number
  page: { height: number; fonts: Record<string, object> }
}
interface Fragment {
  align?: string
  width?: number
  lineWidth?: number
  baseline?: string | number
}

/** A part of a line that is printed with one font, in one direction. */
interface Part {
  text: string
  /** null for the main font. */
  font: string | null
  level: number
}

/**
 * Lets a document print every script for which there is a font, each with its own letters' forms and direction, and
 * `NOT_PRINTED` in the place of what no font has. The fonts are read when a text needs them; plain text is printed as if
 * there were none. Call it once, after the document was made.
 */
export function printLetters<Document extends InstanceType<typeof PDFDocument>>(
  document: Document,
): Document {
  for (const [name, file] of Object.entries(MAIN_FONTS)) registerMain(document, name, file)
  for (const { name, file } of SCRIPT_FONTS) document.registerFont(name, file)
  const inside = document as unknown as Inside
  const draw = inside._fragment.bind(document)
  const measure = inside.widthOfString.bind(document)

  /** Runs `act` with the font of this name; null leaves the main one. */
  function withFont<Result>(name: string | null, act: (font: OpenFont) => Result): Result {
    const main = inside._font
    if (name !== null) document.font(name)
    try {
      return act(inside._font)
    } finally {
      inside._font = main
    }
  }

  const has = (name: string | null, letter: string) =>
    withFont(name, ({ font }) =>
      [...letter].every((one) => OPTIONAL.test(one) || font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0)),
    )

  /** The first of the fonts that has the letter, as it was typed or with its marks in it; undefined if none has. */
  function fontOf(letter: string, fonts: readonly (string | null)[]) {
    const forms = [...new Set([letter, letter.normalize('NFC')])]
    for (const font of fonts) {
      const text = forms.find((form) => has(font, form))
      if (text !== undefined) return { text, font }
    }
    return undefined
  }

  /** The parts of a line, from left to right; null if the main font prints it as it is. */
  function partsOf(line: string): Part[] | null {
    if (PLAIN.test(line)) return null
    const levels = TURNS.test(line) ? bidi.getEmbeddingLevels(inBasicLetters(line), 'ltr').levels : null
    const parts: Part[] = []
    let at = 0
    for (const cluster of clustersOf(line)) {
      const level = levels?.[at] ?? 0
      at += cluster.length
      const seen = cluster.replace(UNSEEN, '')
      if (seen === '') continue
      const last = parts.at(-1)
      // Spaces and signs of a name that runs to the left are part of it; to the right, every word stands by itself.
      const before = last && last.level === level && level % 2 === 1 ? [last.font] : []
      const script = () => fontsFor(seen, line).map(({ name }) => name)
      const found = isOverloaded(seen) ? undefined : fontOf(seen, [...before, null, ...script()])
      const part = found ? { ...found, level } : { text: NOT_PRINTED, font: null, level: level + (level % 2) }
      if (!found && last?.text.endsWith(NOT_PRINTED)) continue
      if (last && last.font === part.font && last.level === part.level) last.text += part.text
      else parts.push(part)
    }
    const [only, second] = parts
    if (only && !second && only.font === null && only.level === 0 && only.text === line && !MARK.test(line))
      return null
    return inVisualOrder(parts)
  }

  /** The part's glyphs and its width. */
  function formed({ text, font, level }: Part) {
    const glyphs = withFont(font, (own) => shaped(own, text, level % 2 === 1))
    const room = glyphs.reduce((sum, one) => sum + one.room, 0)
    return { text, font, glyphs, isToLeft: level % 2 === 1, width: (room / 1000) * inside._fontSize }
  }

  inside.widthOfString = (text, options) => {
    const parts = partsOf(text)
    return parts ? widthOf(parts.map(formed)) : measure(text, options)
  }

  inside._fragment = (line, x, y, options) => {
    const parts = partsOf(line)
    if (!parts) return draw(line, x, y, options)
    const all = parts.map(formed)
    const { align, width, lineWidth = 0, baseline } = options
    const free = width ? lineWidth - widthOf(all) : 0
    let left = x + (align === 'right' ? free : align === 'center' ? free / 2 : 0)
    // All letters stand on the line of the main font.
    const top = baseline === 'alphabetic' ? y : y + (inside._font.ascender / 1000) * inside._fontSize
    document.save().transform(1, 0, 0, -1, 0, inside.page.height)
    for (const { text, font, glyphs, isToLeft, width: own } of all) {
      withFont(font, (open) => {
        inside.page.fonts[open.id] ??= open.ref()
        const operators = [
          'BT',
          `1 0 0 1 ${left.toFixed(4)} ${(inside.page.height - top).toFixed(4)} Tm`,
          `/${open.id} ${inside._fontSize} Tf`,
          ...showing(open, { text, glyphs, isToLeft }, inside._fontSize),
          'ET',
        ]
        for (const one of operators) document.addContent(one)
      })
      left += own
    }
    document.restore()
  }
  return document
}

/** The main fonts, once they were used: to read their tables takes several times what it takes to print a page. */
const opened = new Map<string, Font>()

function registerMain(document: InstanceType<typeof PDFDocument>, name: string, file: string): void {
  const font = opened.get(file) ?? create(readFileSync(file))
  if (!('layout' in font)) throw new Error(`${file} is not a single font`)
  opened.set(file, font)
  // A glyph keeps the letters that it stood for first, so every document has its own.
  const own: unknown = Object.create(font, { _glyphs: { value: {} } })
  // The library takes open fonts; its types do not know it yet.
  document.registerFont(name, own as Uint8Array)
}

const widthOf = (parts: readonly { width: number }[]) => parts.reduce((sum, { width }) => sum + width, 0)

// Its types describe another kind of module.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/** The library of directions knows only characters of one unit. */
const inBasicLetters = (line: string) =>
  line.replace(/[\u{10000}-\u{10ffff}]/gu, (one) =>
    TURNS.test(one) ? '\u05d0\u05d0' : /\p{L}/u.test(one) ? 'aa' : '**',
  )

/** Turns around the order of what is read from right to left (UAX #9, rule L2). */
function inVisualOrder(parts: readonly Part[]): Part[] {
  const ordered = [...parts]
  const highest = Math.max(0, ...parts.map(({ level }) => level))
  for (let level = highest; level > 0; level--)
    for (let first = 0; first < ordered.length; first++) {
      let end = first
      while ((ordered[end]?.level ?? -1) >= level) end++
      if (end > first) ordered.splice(first, end - first, ...ordered.slice(first, end).reverse())
      first = end
    }
  return ordered
}

import { Buffer as Bytes } from 'node:buffer'
import { Blob, Buffer, ClusterLevel, Direction, Face, Font, shape } from 'harfbuzzjs'

/** A font as the library that writes PDFs has opened it. */
export interface OpenFont {
  /** Tells it from others: PostScript's. */
  name: string
  /** In the document. */
  id: string
  ascender: number
  /** From the font's units to thousandths of its size. */
  scale: number
  font: {
    stream: { buffer: Uint8Array }
    hasGlyphForCodePoint: (code: number) => boolean
    getGlyph: (id: number) => { advanceWidth: number }
  }
  /** The glyphs that the document embeds, and by their number in it their widths and letters. */
  subset: { includeGlyph: (id: number) => number }
  widths: number[]
  unicode: number[][]
  ref: () => object
}

/** A glyph of a text, from the left: where it stands and how much room it takes, in thousandths of the font's size. */
export interface Placed {
  id: number
  right: number
  up: number
  room: number
  /** What it stands for; the first of several glyphs of a letter stands for all of it. */
  letters: string
}

/** At most 26 MB, if every font has been used; the threads that print end when they are idle. */
const fonts = new Map<string, Font>()

function fontOf({ name, font }: OpenFont): Font {
  const known = fonts.get(name)
  if (known) return known
  const opened = new Font(new Face(new Blob(font.stream.buffer)))
  fonts.set(name, opened)
  return opened
}

/**
 * The glyphs of a text in one font and direction. By HarfBuzz, which knows how every script is spelled: the shaper of the
 * library that writes PDFs throws on some words of Telugu and Gurmukhi.
 */
export function shaped(open: OpenFont, text: string, isToLeft: boolean): Placed[] {
  const buffer = new Buffer()
  buffer.addText(text)
  buffer.setDirection(isToLeft ? Direction.RTL : Direction.LTR)
  // In scripts that run to the left, every mark stands for itself.
  if (isToLeft) buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
  buffer.setLanguage('en')
  buffer.guessSegmentProperties()
  shape(fontOf(open), buffer)
  const places = buffer.getGlyphPositions()
  const infos = buffer.getGlyphInfos()
  const starts = [...new Set(infos.map(({ cluster }) => cluster)), text.length].sort((one, two) => one - two)
  return infos.map(({ codepoint: id, cluster }, at) => {
    const { xOffset = 0, yOffset = 0, xAdvance = 0 } = places[at] ?? {}
    const end = starts[starts.indexOf(cluster) + 1]
    return {
      id,
      ...{ right: xOffset * open.scale, up: yOffset * open.scale, room: xAdvance * open.scale },
      letters: infos[at - 1]?.cluster === cluster ? '' : text.slice(cluster, end),
    }
  })
}

const number = (value: number) => String(Math.round(value * 1000) / 1000)

/** As PDF writes a text of any letters: with a mark in front, the higher byte first. */
const utf16 = (text: string) => Bytes.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex').toUpperCase()

/**
 * The operators of a page that show the glyphs with the font's `size` from the current place on, and say which text they are:
 * several letters share a glyph, and some have glyphs in another order. Readers take the letters from the left, and turn what
 * is read from the right; so each of those is a text of its own.
 */
export function showing(
  open: OpenFont,
  { text, glyphs, isToLeft }: { text: string; glyphs: readonly Placed[]; isToLeft: boolean },
  size: number,
): string[] {
  const operators: string[] = []
  let row: string[] = []
  let [pen, reached, height] = [0, 0, 0]
  const flush = () => {
    if (row.length > 0) operators.push(`[${row.join(' ')}] TJ`)
    row = []
  }
  glyphs.forEach(({ id, right, up, room, letters }, at) => {
    const own = open.subset.includeGlyph(id)
    open.widths[own] ??= open.font.getGlyph(id).advanceWidth * open.scale
    open.unicode[own] ??= [...letters].map((one) => one.codePointAt(0) ?? 0)
    if (at === 0 || (isToLeft && letters !== '')) {
      flush()
      if (at > 0) operators.push('EMC')
      operators.push(`/Span <</ActualText <${utf16(isToLeft ? letters : text)}>>> BDC`)
    }
    if (up !== height) {
      flush()
      operators.push(`${number((up / 1000) * size)} Ts`)
      height = up
    }
    const ahead = pen + right - reached
    if (Math.abs(ahead) > 0.01) row.push(number(-ahead))
    row.push(`<${own.toString(16).padStart(4, '0')}>`)
    reached = pen + right + (open.widths[own] ?? 0)
    pen += room
  })
  flush()
  if (glyphs.length > 0) operators.push('EMC')
  return operators
}

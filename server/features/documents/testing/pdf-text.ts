import { inflateSync } from 'node:zlib'

interface Piece {
  /** Starts at 1. */
  page: number
  /** Points from the page's left and bottom edges. */
  x: number
  y: number
  text: string
}

/** The texts in a PDF that pdfkit wrote with embedded fonts, in the order written. */
export function piecesOf(pdf: Uint8Array): Piece[] {
  const source = Buffer.from(pdf).toString('latin1')
  const objects = new Map(
    [...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [id, body ?? '']),
  )
  const stream = (id: string | undefined) => {
    const packed = /stream\n([\s\S]*?)\nendstream/.exec(objects.get(id) ?? '')?.[1] ?? ''
    return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
  }
  /** Maps a font's glyph, four hexadecimal digits, to its character. */
  const letters = (font: string | undefined) => {
    const map = stream(/\/ToUnicode (\d+)/.exec(objects.get(font) ?? '')?.[1])
    return new Map(
      [...map.matchAll(/<(\w{4})> <\w{4}> \[(.*?)\]/gs)].flatMap(([, first = '', list = '']) =>
        [...list.matchAll(/<([\w ]+)>/g)].map(([, codes = ''], index): [string, string] => [
          (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0'),
          Buffer.from(codes.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
        ]),
      ),
    )
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body))
  return pages.flatMap((body, index) => {
    const resources = objects.get(/\/Resources (\d+)/.exec(body)?.[1]) ?? ''
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name, letters(id)]),
    )
    const blocks = /BT\n1 0 0 1 ([\d.]+) ([\d.]+) Tm\n\/(F\d+) [\d.]+ Tf\n(.*?)\nET/gs
    return [...stream(/\/Contents (\d+)/.exec(body)?.[1]).matchAll(blocks)].map(
      ([, x, y, font, block = '']) => ({
        page: index + 1,
        x: Number(x),
        y: Number(y),
        text: actualText(block) ?? read(block, fonts.get(font)),
      }),
    )
  })
}

/** What a text says it is (`/ActualText`); undefined if it does not say. What runs to the left says each letter. */
function actualText(block: string): string | undefined {
  const texts = [...block.matchAll(/\/ActualText <FEFF(\w*)>/g)].map(([, codes = '']) =>
    Buffer.from(codes, 'hex').swap16().toString('utf16le'),
  )
  if (texts.length === 0) return undefined
  return (/[\p{sc=Arabic}\p{sc=Hebrew}]/u.test(texts.join('')) ? texts.reverse() : texts).join('')
}

/** The letters of the glyphs that are shown from the first place on. */
function read(block: string, letters: Map<string, string> | undefined): string {
  const [, first = ''] = /\[(.*?)\] TJ/s.exec(block) ?? []
  return [...first.matchAll(/<(\w+)>/g)]
    .flatMap(([, glyphs = '']) => glyphs.match(/.{4}/g) ?? [])
    .map((glyph) => letters?.get(glyph) ?? '\ufffd')
    .join('')
}

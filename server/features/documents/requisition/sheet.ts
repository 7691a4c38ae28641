import { clustersOf } from '#domain/text/printable.ts'

const INK = '#1a1f24'
export const QUIET = '#5b6670'
export const LINE = '#c8d0d6'
export const MARGIN = 40
const LETTER_WIDTH = 612
export const WIDTH = LETTER_WIDTH - 2 * MARGIN
/** Between columns. */
export const GUTTER = 20

/** A paragraph, which may contain line breaks. `before` is the space above it, in points. */
export interface Line {
  text: string
  bold?: boolean
  size?: number
  color?: string
  before?: number
  /** Indent from the block's left edge. */
  indent?: number
  /** On the same line as the one before. */
  isBeside?: boolean
}

export type Sheet = PDFKit.PDFDocument

/** Imported here because the libraries are large, and starting the server does not wait for them. */
export async function newSheet(
  info: { Title: string; Author: string; CreationDate: Date },
  { lang = 'en', layout = 'portrait' }: { lang?: 'en' | 'es'; layout?: 'portrait' | 'landscape' } = {},
): Promise<Sheet> {
  const [{ default: PDFDocument }, { printLetters }] = await Promise.all([
    import('pdfkit'),
    import('#adapters/pdf/letters.ts'),
  ])
  const sheet = new PDFDocument({
    ...{ size: 'LETTER', layout, bufferPages: true, lang, displayTitle: true, info },
    // Leaves room below for the line at the end of every page.
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + 22 },
  })
  return printLetters(sheet)
}

/** The finished file. */
export async function bytesOf(sheet: Sheet): Promise<Buffer> {
  const chunks: Buffer[] = []
  sheet.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise<void>((resolve, reject) => sheet.on('end', resolve).on('error', reject))
  sheet.end()
  await written
  return Buffer.concat(chunks)
}

/** Longer than a variant in HGVS that people copy from the page. */
const LONG_WORDS = /\S{201,}/gu
const PIECE = 50
/** Words of letters that are more than one character, which the library would tear apart at the end of a line. */
const COMPOSED_WORDS = /\S*[\p{M}\p{Join_Control}\u{10000}-\u{10ffff}]\S*/gu
const COMPOSED_PIECE = 6

/**
 * The text with places to break its longest words (zero-width spaces): the library measures a word letter by letter to
 * find where it must be broken, which takes minutes for thousands of letters.
 */
function breakable(text: string): string {
  return text
    .replace(LONG_WORDS, (word) => pieces(clustersOf(word), PIECE))
    .replace(COMPOSED_WORDS, (word) => pieces(clustersOf(word), COMPOSED_PIECE))
}

const pieces = (letters: readonly string[], length: number) =>
  Array.from({ length: Math.ceil(letters.length / length) }, (_, index) =>
    letters.slice(index * length, (index + 1) * length).join(''),
  ).join('\u200b')

export function write(sheet: Sheet, line: Line, x: number, y: number, width: number): void {
  const { text, bold, size = 9, color = INK, indent = 0 } = line
  sheet
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(color)
    .text(breakable(text), x + indent, y, { width: width - indent })
}

function heightOf(sheet: Sheet, { text, bold, size = 9, indent = 0 }: Line, width: number): number {
  return sheet
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .heightOfString(breakable(text), { width: width - indent })
}

/** The position of each line below the top of its block, and the block's height. */
function layout(sheet: Sheet, lines: readonly Line[], width: number) {
  let [top, bottom] = [0, 0]
  const tops = lines.map((line) => {
    if (!line.isBeside) top = bottom + (line.before ?? 0)
    bottom = Math.max(bottom, top + heightOf(sheet, line, width))
    return top
  })
  return { tops, height: bottom }
}

export function cellHeight(sheet: Sheet, lines: readonly Line[], width: number): number {
  return layout(sheet, lines, width).height
}

const bottomOf = (sheet: Sheet) => sheet.page.height - sheet.page.margins.bottom

/** Starts a new page unless `height` is left on this one. */
export function ensure(sheet: Sheet, height: number): void {
  if (sheet.y + height > bottomOf(sheet)) sheet.addPage()
}

/**
 * Draws blocks of equal width side by side, kept on one page; `columns` is how many fit. Blocks higher than a
 * page are drawn one after the other, over as many pages as needed.
 */
export function drawColumns(sheet: Sheet, cells: readonly (readonly Line[])[], columns = cells.length): void {
  const width = (WIDTH - (columns - 1) * GUTTER) / columns
  const height = Math.max(...cells.map((lines) => cellHeight(sheet, lines, width)))
  if (height > bottomOf(sheet) - MARGIN) {
    for (const lines of cells) flow(sheet, lines)
    return
  }
  ensure(sheet, height)
  const top = sheet.y
  cells.forEach((lines, column) => {
    const { tops } = layout(sheet, lines, width)
    lines.forEach((line, index) => {
      write(sheet, line, MARGIN + column * (width + GUTTER), top + (tops[index] ?? 0), width)
    })
  })
  sheet.x = MARGIN
  sheet.y = top + height
}

/** Draws one column of this width at the left margin: what is on its right keeps its room. */
export function drawNarrow(sheet: Sheet, lines: readonly Line[], width: number): void {
  const { tops, height } = layout(sheet, lines, width)
  const top = sheet.y
  lines.forEach((line, index) => {
    write(sheet, line, MARGIN, top + (tops[index] ?? 0), width)
  })
  sheet.x = MARGIN
  sheet.y = top + height
}

/** Draws the lines over as many pages as needed. */
export function flow(sheet: Sheet, lines: readonly Line[]): void {
  for (const line of lines) {
    sheet.y += line.before ?? 0
    ensure(sheet, 12)
    write(sheet, { ...line, indent: 0 }, MARGIN, sheet.y, WIDTH)
  }
  sheet.x = MARGIN
}

/** Draws a section title; keeps `room` below it on the same page. */
export function heading(sheet: Sheet, title: string, room = 30): void {
  sheet.y += 11
  ensure(sheet, 18 + room)
  write(sheet, { text: title, bold: true, size: 10 }, MARGIN, sheet.y, WIDTH)
  rule(sheet, sheet.y + 2)
  sheet.y += 7
}

export function rule(sheet: Sheet, y: number): void {
  sheet
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke()
}

/**
 * Writes the last line of every page from `first` on: a title, and `right`'s text for the page at the right.
 */
export function signPages(
  sheet: Sheet,
  first: number,
  left: string,
  right: (page: number, count: number) => string,
): void {
  const count = sheet.bufferedPageRange().count - first
  for (let page = 0; page < count; page++) {
    sheet.switchToPage(first + page)
    const { margins } = sheet.page
    const { bottom } = margins
    // Below the margin, where text would otherwise start a new page. The next page copies its margins from
    // this one.
    margins.bottom = 0
    const y = sheet.page.height - MARGIN - 4
    rule(sheet, y - 6)
    sheet.font('regular').fontSize(8).fillColor(QUIET)
    sheet.text(left, MARGIN, y, { width: 0.6 * WIDTH, height: 10, ellipsis: true })
    sheet.text(right(page + 1, count), MARGIN, y, { width: WIDTH, align: 'right' })
    margins.bottom = bottom
  }
}

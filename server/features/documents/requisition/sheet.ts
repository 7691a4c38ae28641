import { fileURLToPath } from 'node:url'

// PDF's own fonts hold Western European letters only; these print "Nguyễn". A whole TTF, because the web's font
// packages are cut into one file for each script.
const REGULAR = fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'))
const BOLD = fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'))

const INK = '#1a1f24'
export const QUIET = '#5b6670'
export const LINE = '#c8d0d6'
export const MARGIN = 40
const LETTER_WIDTH = 612
export const WIDTH = LETTER_WIDTH - 2 * MARGIN
/** Between columns. */
export const GUTTER = 20

/** A paragraph: its text may have line breaks. `before` is the space above it, in points. */
export interface Line {
  text: string
  bold?: boolean
  size?: number
  color?: string
  before?: number
  /** How far it begins from the block's left edge. */
  indent?: number
  /** Goes on at the height of the line before it. */
  isBeside?: boolean
}

export type Sheet = PDFKit.PDFDocument

/** Its library is large, and a start does not wait for it. */
export async function newSheet(
  info: { Title: string; Author: string; CreationDate: Date },
  lang: 'en' | 'es' = 'en',
): Promise<Sheet> {
  const { default: PDFDocument } = await import('pdfkit')
  const sheet = new PDFDocument({
    ...{ size: 'LETTER', bufferPages: true, lang, displayTitle: true, info },
    // Below is the line that every page ends with.
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + 22 },
  })
  return sheet.registerFont('regular', REGULAR).registerFont('bold', BOLD)
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

export function write(sheet: Sheet, line: Line, x: number, y: number, width: number): void {
  const { text, bold, size = 9, color = INK, indent = 0 } = line
  sheet
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(color)
    .text(text, x + indent, y, { width: width - indent })
}

function heightOf(sheet: Sheet, { text, bold, size = 9, indent = 0 }: Line, width: number): number {
  return sheet
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .heightOfString(text, { width: width - indent })
}

/** Where each line of a block stands below its top, and how high the block is. */
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

/** Begins a new page unless `height` is left on this one. */
export function ensure(sheet: Sheet, height: number): void {
  if (sheet.y + height > bottomOf(sheet)) sheet.addPage()
}

/**
 * Blocks of equal width next to each other, kept on one page; `columns` is how many find room. What is higher than a
 * page flows over as many as it needs, one block after the other.
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

/** Line after line, over as many pages as it needs. */
export function flow(sheet: Sheet, lines: readonly Line[]): void {
  for (const line of lines) {
    sheet.y += line.before ?? 0
    ensure(sheet, 12)
    write(sheet, { ...line, indent: 0 }, MARGIN, sheet.y, WIDTH)
  }
  sheet.x = MARGIN
}

/** A section's title; what follows needs `room` on the same page. */
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

/** The last line of every page from `first` on: what it is of, and at the right what `right` says of each page. */
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
    // Written below the margin: it would begin a page of its own. The next page takes its margins from this one.
    margins.bottom = 0
    const y = sheet.page.height - MARGIN - 4
    rule(sheet, y - 6)
    sheet.font('regular').fontSize(8).fillColor(QUIET)
    sheet.text(left, MARGIN, y, { width: 0.6 * WIDTH, height: 10, ellipsis: true })
    sheet.text(right(page + 1, count), MARGIN, y, { width: WIDTH, align: 'right' })
    margins.bottom = bottom
  }
}

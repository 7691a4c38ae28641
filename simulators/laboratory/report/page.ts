import PDFDocument from 'pdfkit'
import { printLetters } from '#adapters/pdf/letters.ts'
import { DEMONSTRATION_MARK } from '#domain/reports/demonstration/report.ts'

/** In points: a letter page of 612 by 792. */
const LEFT = 54
const RIGHT = 558
const TOP = 64
const BOTTOM = 72
export const WIDTH = RIGHT - LEFT

const INK = '#1a1f24'
export const QUIET = '#56616b'
const LINE = '#c8d0d6'
const WARN = { ink: '#7a3b00', ground: '#fff1df' }

export type Page = PDFKit.PDFDocument

/** A report being written; footers are added at the end, when the number of pages is known. */
export function openPage(info: { title: string; author: string; at: Date }): Page {
  const page = new PDFDocument({
    size: 'LETTER',
    bufferPages: true,
    margins: { left: LEFT, right: 612 - RIGHT, top: TOP, bottom: BOTTOM },
    info: { Title: info.title, Author: info.author, CreationDate: info.at },
  })
  return printLetters(page)
}

export function text(page: Page, words: string, size = 9.5, { bold = false, colour = INK } = {}): void {
  page
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(colour)
    .text(words, LEFT, page.y, { width: WIDTH, lineGap: 1.5 })
}

/** Begins a new page if less than `height` points are left. */
export function keepTogether(page: Page, height: number): void {
  if (page.y + height > 792 - BOTTOM) page.addPage()
}

export function heading(page: Page, words: string): void {
  keepTogether(page, 60)
  page.moveDown(0.9)
  text(page, words, 11, { bold: true })
  const y = page.y + 1
  page.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor(LINE).stroke()
  page.y = y + 5
}

export function paragraphs(page: Page, lines: readonly string[], size = 9.5): void {
  for (const line of lines) {
    text(page, line, size)
    page.moveDown(0.35)
  }
}

/** A colored box with lines of text, the first in bold. */
export function box(
  page: Page,
  lines: readonly string[],
  colours: { ink: string; ground: string },
  size = 12,
): void {
  const [first = '', ...rest] = lines
  const inner = WIDTH - 24
  const measure = (words: string, bold: boolean, at: number) =>
    page
      .font(bold ? 'bold' : 'regular')
      .fontSize(at)
      .heightOfString(words, { width: inner, lineGap: 1.5 })
  const height =
    measure(first, true, size) + rest.reduce((sum, line) => sum + measure(line, false, 9.5) + 3, 0) + 16
  keepTogether(page, height)
  const top = page.y
  page.rect(LEFT, top, WIDTH, height).fill(colours.ground)
  page.rect(LEFT, top, 4, height).fill(colours.ink)
  page.y = top + 8
  const put = (words: string, bold: boolean, at: number) =>
    page
      .font(bold ? 'bold' : 'regular')
      .fontSize(at)
      .fillColor(bold ? colours.ink : INK)
      .text(words, LEFT + 14, page.y, { width: inner, lineGap: 1.5 })
  put(first, true, size)
  for (const line of rest) {
    page.y += 3
    put(line, false, 9.5)
  }
  page.y = top + height + 6
}

export const warning = (page: Page, lines: readonly string[]) => box(page, lines, WARN, 10.5)

/** Labeled values in columns of equal width. */
export function columns(
  page: Page,
  sections: readonly { title: string; details: [string, string][] }[],
): void {
  const gap = 16
  const width = (WIDTH - gap * (sections.length - 1)) / sections.length
  const top = page.y
  let lowest = top
  for (const [index, { title, details }] of sections.entries()) {
    const x = LEFT + index * (width + gap)
    page.font('bold').fontSize(8.5).fillColor(QUIET).text(title.toUpperCase(), x, top, { width })
    for (const [label, value] of details) {
      const y = page.y + 3
      page.font('regular').fontSize(8).fillColor(QUIET).text(label, x, y, { width })
      page
        .font('regular')
        .fontSize(9.5)
        .fillColor(INK)
        .text(value || 'Not given', x, page.y, { width })
    }
    lowest = Math.max(lowest, page.y)
  }
  page.y = lowest + 8
}

/** A table with columns of these `widths`; the first row is the header. */
export function table(page: Page, rows: readonly (readonly string[])[], widths: readonly number[]): void {
  for (const [index, row] of rows.entries()) {
    const style = index === 0 ? ('bold' as const) : ('regular' as const)
    page.font(style).fontSize(index === 0 ? 8.5 : 9.5)
    const heights = row.map((cell, at) => page.heightOfString(cell, { width: (widths[at] ?? 0) - 8 }))
    const height = Math.max(...heights) + 8
    keepTogether(page, height)
    const top = page.y
    let x = LEFT
    for (const [at, cell] of row.entries()) {
      page
        .font(style)
        .fontSize(index === 0 ? 8.5 : 9.5)
        .fillColor(index === 0 ? QUIET : INK)
        .text(cell, x + 4, top + 4, { width: (widths[at] ?? 0) - 8 })
      x += widths[at] ?? 0
    }
    page
      .moveTo(LEFT, top + height)
      .lineTo(RIGHT, top + height)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke()
    page.y = top + height
  }
  page.y += 6
}

/** Marks each page as a demonstration, with the report's owner and the page number in the footer. */
export function finish(page: Page, owner: string): void {
  const { count } = page.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    page.switchToPage(index)
    // Otherwise text near the edge would begin another page.
    page.page.margins = { left: 0, right: 0, top: 0, bottom: 0 }
    page.rect(0, 0, 612, 26).fill(WARN.ground)
    const centred = { width: 612, align: 'center', lineBreak: false } as const
    page.font('bold').fontSize(9).fillColor(WARN.ink).text(DEMONSTRATION_MARK, 0, 8, centred)
    page
      .save()
      .rotate(-50, { origin: [306, 396] })
      .font('bold')
      .fontSize(64)
    page.fillColor('#8a949c', 0.09).text('DEMONSTRATION', 0, 364, centred).restore()
    page.moveTo(LEFT, 738).lineTo(RIGHT, 738).lineWidth(0.5).strokeColor(LINE).stroke()
    page.font('regular').fontSize(8).fillColor(QUIET, 1)
    page.text(owner, LEFT, 744, { width: WIDTH - 80, height: 10, ellipsis: true })
    page.text(`Page ${index + 1} of ${count}`, RIGHT - 80, 744, { width: 80, align: 'right' })
    page.font('bold').fillColor(WARN.ink).text(DEMONSTRATION_MARK, LEFT, 758, { width: WIDTH })
  }
}

/** The bytes of the finished PDF. */
export async function bytesOf(page: Page): Promise<Buffer> {
  const chunks: Buffer[] = []
  const written = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject))
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  page.end()
  await written
  return Buffer.concat(chunks)
}

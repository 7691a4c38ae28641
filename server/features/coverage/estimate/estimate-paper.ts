import type { SavedEstimate } from '#contract/coverage.ts'
import {
  cellHeight,
  ensure,
  type Laboratory,
  type Line,
  MARGIN,
  type Sheet,
  WIDTH,
  write,
} from '#server/features/documents/public.ts'
import type { EstimateWords } from './estimate-words.ts'

/** Large enough for readers who see such a paper for the first time. */
export const BODY = 10
export const SMALL = 8.5
export const TITLE = 11.5
export const AMOUNT_WIDTH = 90
export const INDENT = 14

/** The letterhead: the laboratory, and the patient's clinic. */
export interface EstimateLetterhead {
  laboratory: Laboratory
  clinic: string
}

export interface Paper {
  sheet: Sheet
  saved: SavedEstimate
  words: EstimateWords
  letterhead: EstimateLetterhead
}

export const nameAndCodes = ({ name, code, cptCodes }: SavedEstimate['tests'][number]) =>
  `${name} (${[code, ...(cptCodes.length > 0 ? [`CPT ${cptCodes.join(', ')}`] : [])].join('; ')})`

export function section(sheet: Sheet, title: string, room = 30): void {
  sheet.y += 11
  ensure(sheet, 16 + room)
  write(sheet, { text: title, bold: true, size: TITLE }, MARGIN, sheet.y, WIDTH)
}

export function paragraph(text: string): Line {
  return { text, size: BODY }
}

export function bullet(text: string): Line[] {
  return [
    { text: '•', size: BODY, before: 1 },
    { text, size: BODY, indent: 10, isBeside: true },
  ]
}

/** A paragraph; its amount, if it has one, is at the right of its first line. */
export function line(sheet: Sheet, { size = BODY, before = 0, ...of }: Line, figure = ''): void {
  const written = { ...of, size }
  const width = figure ? WIDTH - AMOUNT_WIDTH - 10 : WIDTH
  sheet.y += before
  ensure(sheet, cellHeight(sheet, [written], width))
  const top = sheet.y
  write(sheet, written, MARGIN, top, width)
  const bottom = sheet.y
  if (figure)
    sheet
      .font(of.bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor('#1a1f24')
      .text(figure, MARGIN + WIDTH - AMOUNT_WIDTH, top, { width: AMOUNT_WIDTH, align: 'right' })
  sheet.x = MARGIN
  sheet.y = bottom
}

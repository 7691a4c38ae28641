import type { FamilyDocument } from '#domain/family/document.ts'
import { withoutIdentity } from '#domain/family/formats/identify.ts'
import { layoutFamily } from '#domain/family/layout/layout.ts'
import { LAYERS } from '#domain/family/sheet/labels.ts'
import type { Mark } from '#domain/family/sheet/marks.ts'
import { sheetOf } from '#domain/family/sheet/sheet.ts'
import { bytesOf, MARGIN, newSheet, type Sheet as Paper, QUIET } from '../documents/public.ts'

export interface PrintedFamily {
  id: number
  name: string
  document: FamilyDocument
  /** Names, and days and years of people's lives, are only printed if somebody asked for them; otherwise ages. */
  withNames: boolean
  laboratory: string
  /** Today at the laboratory, `2026-11-23`. */
  day: string
  now: Date
}

const INK = '#1a1f24'
const TITLE_HEIGHT = 34
const KEY_LINE = 16
/** What a meaning in the key stands after, and what is free between two entries. */
const KEY_SIGN = 28
const KEY_GAP = 18
const KEY_SIZE = 8
/** Points kept free below, for the line with who told it and when. */
const FOOT = 34

/**
 * A family's drawing as a PDF, one landscape US Letter page: the marks of the screen, smaller if they need it, and the
 * key. CPU-bound: run it as heavy work.
 */
export async function printDrawing(family: PrintedFamily): Promise<Uint8Array> {
  const { document, withNames } = family
  const layers = new Set(LAYERS.filter((layer) => withNames || layer !== 'names'))
  // Placed by the whole record: the numbers of people are those of the screen.
  const layout = layoutFamily(document)
  const drawing = sheetOf(withNames ? document : withoutIdentity(document, family.day), layout, layers)
  const title = withNames ? `Family ${family.name}` : `Family ${family.id}`
  const paper = await newSheet(
    { Title: title, Author: family.laboratory, CreationDate: family.now },
    { layout: 'landscape' },
  )
  const { width, height } = paper.page
  const key = inLines(paper, drawing.key, width - 2 * MARGIN)
  const keyHeight = ((key.at(-1)?.line ?? -1) + 1) * KEY_LINE
  const room = {
    width: width - 2 * MARGIN,
    height: height - 2 * MARGIN - TITLE_HEIGHT - keyHeight - FOOT,
  }
  const scale = Math.min(1, room.width / drawing.width, room.height / drawing.height)
  line(paper, title, MARGIN, MARGIN, 14, true)
  paper
    .save()
    .translate(MARGIN + (room.width - drawing.width * scale) / 2, MARGIN + TITLE_HEIGHT)
    .scale(scale)
  for (const mark of drawing.lines) draw(paper, mark)
  for (const { numeral, y } of drawing.generations)
    draw(paper, { kind: 'words', words: numeral, at: [10, y + 4], anchor: 'start', size: 13, isBold: true })
  for (const { at, marks } of drawing.people) for (const mark of marks) draw(paper, mark, at)
  paper.restore()
  const keyTop = height - MARGIN - FOOT - keyHeight + KEY_LINE / 2
  for (const { marks, sign, meaning, left, line: at } of key) {
    const x = MARGIN + left
    const y = keyTop + at * KEY_LINE
    paper
      .save()
      .translate(x + 12, y)
      .scale(0.6)
    for (const mark of marks) draw(paper, mark)
    paper.restore()
    if (sign !== '') line(paper, sign, x, y - 4, KEY_SIZE, true)
    line(paper, meaning, x + KEY_SIGN, y - 4, KEY_SIZE, false)
  }
  line(paper, footOf(family), MARGIN, height - MARGIN - 12, 8, false, QUIET)
  return bytesOf(paper)
}

/** Where each entry of the key stands: beside the one before, as wide as its words, or in a new line. */
function inLines<Entry extends { meaning: string }>(paper: Paper, key: readonly Entry[], room: number) {
  paper.font('regular').fontSize(KEY_SIZE)
  let [left, line] = [0, 0]
  return key.map((entry) => {
    const width = KEY_SIGN + paper.widthOfString(entry.meaning)
    if (left > 0 && left + width > room) [left, line] = [0, line + 1]
    const placed = { ...entry, left, line }
    left += width + KEY_GAP
    return placed
  })
}

/** Who told it, when, and when it was printed: numbers such as II-3 hold for this day. */
function footOf({ document: { informant, takenOn }, withNames, day, laboratory }: PrintedFamily): string {
  return [
    informant === '' || !withNames ? '' : `Told by ${informant}`,
    takenOn === '' ? '' : `Taken ${takenOn}`,
    `Printed ${day}; the numbers of people hold for this day`,
    laboratory,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

function line(
  paper: Paper,
  text: string,
  x: number,
  y: number,
  size: number,
  isBold: boolean,
  color = INK,
): void {
  paper
    .font(isBold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(color)
    .text(text, x, y, { lineBreak: false })
}

/** `at`: what the mark's numbers are counted from. */
function draw(paper: Paper, mark: Mark, [x, y]: readonly [number, number] = [0, 0]): void {
  if (mark.kind === 'words') {
    paper.font(mark.isBold ? 'bold' : 'regular').fontSize(mark.size)
    const left = mark.anchor === 'middle' ? paper.widthOfString(mark.words) / 2 : 0
    paper
      .fillColor(INK)
      .text(mark.words, x + mark.at[0] - left, y + mark.at[1], { lineBreak: false, baseline: 'alphabetic' })
    return
  }
  paper.save().translate(x, y).path(mark.d)
  if (mark.fill !== 'none') paper.fill(mark.fill === 'ink' ? INK : '#fff')
  else {
    paper.lineWidth(mark.stroke).strokeColor(INK)
    if (mark.isDashed) paper.dash(4, { space: 3 })
    paper.stroke()
  }
  paper.restore()
}

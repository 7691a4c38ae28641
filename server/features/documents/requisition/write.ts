import { drawBarcode } from './barcode.ts'
import type { Label, Requisition } from './content.ts'
import {
  bytesOf,
  cellHeight,
  drawColumns,
  drawNarrow,
  ensure,
  flow,
  GUTTER,
  heading,
  LINE,
  type Line,
  MARGIN,
  newSheet,
  QUIET,
  rule,
  type Sheet,
  signPages,
  WIDTH,
  write,
} from './sheet.ts'
import type { Field } from './words.ts'

const LABELS_IN_A_ROW = 3
const BARCODE_WIDTH = 170

/**
 * Requisitions as one PDF, US Letter. Each starts on a new page; an ordinary order has one page, others more
 * if needed. CPU-bound: run it as heavy work.
 */
export async function writeRequisitions({
  requisitions,
  now,
}: {
  requisitions: readonly Requisition[]
  now: Date
}): Promise<Uint8Array> {
  const sheet = await newSheet({
    Title: titleOf(requisitions),
    Author: requisitions[0]?.laboratory.name ?? '',
    CreationDate: now,
  })
  for (const [index, requisition] of requisitions.entries()) {
    if (index > 0) sheet.addPage()
    one(sheet, requisition)
  }
  return bytesOf(sheet)
}

function titleOf(requisitions: readonly Requisition[]): string {
  const [first] = requisitions
  return requisitions.length === 1 && first
    ? `Requisition ${first.orderId}`
    : `${requisitions.length} requisitions`
}

function one(sheet: Sheet, requisition: Requisition): void {
  const first = sheet.bufferedPageRange().count - 1
  head(sheet, requisition)
  tests(sheet, requisition)
  people(sheet, requisition.people)
  labels(sheet, requisition.labels)
  const left = {
    title: 'Indications',
    lines: requisition.indications.map((text): Line => ({ text, before: 2 })),
  }
  const right = { title: 'Ordering provider', lines: fieldLines(requisition.provider) }
  pair(sheet, left, right)
  pair(
    sheet,
    { title: 'Payment', lines: titled(requisition.payments) },
    { title: 'Consents', lines: titled(requisition.consents, 28) },
  )
  if (requisition.clinical.length > 0) {
    heading(sheet, 'Clinical information')
    for (const field of requisition.clinical) drawColumns(sheet, [fieldLines([field], 90)])
  }
  if (requisition.additions.length > 0) {
    heading(sheet, 'Additions')
    for (const { title, lines } of requisition.additions)
      flow(sheet, [
        { text: title, size: 8, color: QUIET, before: 4 },
        ...lines.map((text): Line => ({ text, before: 1 })),
      ])
  }
  const { orderId, patientName, printedOn } = requisition
  const foot = `Order ${orderId}  ·  ${patientName}`
  signPages(sheet, first, foot, (page, count) => `Printed ${printedOn}  ·  Page ${page} of ${count}`)
}

function head(sheet: Sheet, { laboratory, orderId, order, attestation }: Requisition): void {
  const [name, address]: [Line, Line] = [
    { text: laboratory.name, bold: true, size: 16 },
    { text: [...laboratory.address, laboratory.phone].join('  ·  '), size: 8, color: QUIET, before: 2 },
  ]
  const title: Line = { text: 'Test requisition', size: 11, before: 10 }
  drawNarrow(sheet, [name, address, title], WIDTH - BARCODE_WIDTH - GUTTER)
  const bottom = sheet.y
  const x = MARGIN + WIDTH - BARCODE_WIDTH
  drawBarcode(sheet, orderId, { x, y: MARGIN, most: BARCODE_WIDTH, height: 34, align: 'right' })
  sheet
    .font('bold')
    .fontSize(11)
    .fillColor('#000000')
    .text(`Order ${orderId}`, x, MARGIN + 39, { width: BARCODE_WIDTH, align: 'right' })
  sheet
    .font('regular')
    .fontSize(8)
    .fillColor(QUIET)
    .text('Placer order number', x, sheet.y, { width: BARCODE_WIDTH, align: 'right' })
  sheet.y = Math.max(bottom, sheet.y) + 8
  rule(sheet, sheet.y)
  sheet.y += 8
  drawColumns(
    sheet,
    order.map(([label, value]) => [
      { text: label, size: 8, color: QUIET },
      { text: value, before: 1 },
    ]),
  )
  if (attestation) flow(sheet, [{ text: `Signed: ${attestation}`, size: 8, color: QUIET, before: 5 }])
}

function tests(sheet: Sheet, requisition: Requisition): void {
  heading(sheet, 'Tests')
  for (const { code, name, note } of requisition.tests)
    drawColumns(sheet, [
      [
        { text: code, bold: true, before: 2 },
        { text: name, indent: 70, isBeside: true },
        ...(note ? [{ text: note, size: 8, color: QUIET, indent: 70, before: 1 }] : []),
      ],
    ])
}

/** One patient takes the full width; several are printed two to a row. */
function people(sheet: Sheet, all: Requisition['people']): void {
  const [alone] = all
  const whose = /^(Mother|Gestational carrier)/.exec(alone?.role ?? '')?.[0] ?? 'Patient'
  if (all.length > 1) {
    heading(sheet, `${whose} and relatives`, 60)
    rows(sheet, all.map(personLines), 2)
    return
  }
  heading(sheet, whose, 60)
  if (!alone) return
  drawColumns(sheet, [[{ text: alone.name, bold: true, size: 11 }]])
  const half = Math.ceil(alone.fields.length / 2)
  drawColumns(
    sheet,
    [alone.fields.slice(0, half), alone.fields.slice(half)].map((fields) => fieldLines(fields)),
    2,
  )
}

function personLines({ role, name, fields }: Requisition['people'][number]): Line[] {
  return [
    { text: role, size: 8, color: QUIET },
    { text: name, bold: true, size: 11, before: 1 },
    ...fieldLines(fields),
  ]
}

const LABEL_WIDTH = 80
/** On average, in points. */
const WIDTH_OF_LETTER = 4.9

/** The width of the widest label, which long ones would exceed. */
function labelWidth(fields: readonly Field[]): number {
  const longest = Math.max(0, ...fields.map(([label]) => label.length))
  return longest <= 16 ? LABEL_WIDTH : Math.ceil(longest * WIDTH_OF_LETTER)
}

/** Labels at the left, values at the right; below a label that is too long for the given width. */
function fieldLines(fields: readonly Field[], width = labelWidth(fields)): Line[] {
  return fields.flatMap(([label, value]): Line[] => [
    { text: label, color: QUIET, before: 2 },
    { text: value, indent: width, isBeside: label.length * WIDTH_OF_LETTER <= width },
  ])
}

/** Groups of fields, each under its title if it has one. */
function titled(groups: readonly { title: string; fields: Field[] }[], width?: number): Line[] {
  return groups.flatMap(({ title, fields }, index) => [
    ...(title ? [{ text: title, bold: true, before: index > 0 ? 5 : 2 }] : []),
    ...fieldLines(fields, width),
  ])
}

/** Two sections side by side; only one if the other is empty. */
function pair(sheet: Sheet, ...sections: { title: string; lines: Line[] }[]): void {
  const filled = sections.filter(({ lines }) => lines.length > 0)
  if (filled.length === 0) return
  const width = (WIDTH - GUTTER) / 2
  const height = Math.max(...filled.map(({ lines }) => cellHeight(sheet, lines, width)))
  if (filled.length === 1 || height > 600) {
    for (const { title, lines } of filled) {
      // What does not fit below its title starts with it on the next page; what fits on none, below its title.
      const room = cellHeight(sheet, lines, WIDTH)
      heading(sheet, title, room > 600 ? 30 : room)
      drawColumns(sheet, [lines])
    }
    return
  }
  sheet.y += 11
  ensure(sheet, height + 20)
  const top = sheet.y
  filled.forEach(({ title }, column) => {
    write(sheet, { text: title, bold: true, size: 10 }, MARGIN + column * (width + GUTTER), top, width)
  })
  rule(sheet, sheet.y + 2)
  sheet.y += 7
  drawColumns(
    sheet,
    filled.map(({ lines }) => lines),
  )
}

function rows(sheet: Sheet, cells: readonly Line[][], columns: number): void {
  for (let first = 0; first < cells.length; first += columns) {
    if (first > 0) sheet.y += 8
    drawColumns(sheet, cells.slice(first, first + columns), columns)
  }
}

/** A box per specimen, to be cut out or scanned. */
function labels(sheet: Sheet, all: readonly Label[]): void {
  if (all.length === 0) return
  const width = (WIDTH - (LABELS_IN_A_ROW - 1) * 10) / LABELS_IN_A_ROW
  const inner = width - 20
  const lines = ({ name, lines: words }: Label): Line[] => [
    { text: name, bold: true },
    ...words.map((text) => ({ text, size: 8, before: 1 })),
  ]
  const height = 52 + Math.max(...all.map((label) => cellHeight(sheet, lines(label), inner)))
  heading(sheet, all.length === 1 ? 'Specimen' : 'Specimens', height)
  for (let first = 0; first < all.length; first += LABELS_IN_A_ROW) {
    if (first > 0) sheet.y += 8
    ensure(sheet, height)
    const top = sheet.y
    all.slice(first, first + LABELS_IN_A_ROW).forEach((label, column) => {
      const left = MARGIN + column * (width + 10)
      sheet.roundedRect(left, top, width, height, 4).lineWidth(0.75).strokeColor(LINE).stroke()
      drawBarcode(sheet, label.code, { x: left + 10, y: top + 8, most: inner, height: 24 })
      write(sheet, { text: label.code, bold: true }, left + 10, top + 34, inner)
      let y = sheet.y + 2
      for (const line of lines(label)) {
        write(sheet, line, left + 10, y + (line.before ?? 0), inner)
        y = sheet.y
      }
    })
    sheet.y = top + height
  }
}

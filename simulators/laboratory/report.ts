import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import type { Act } from './acts.ts'
import { findingFor } from './findings.ts'
import type { Taken } from './journal.ts'

// PDF's own fonts hold Western European letters only; these print "Nguyễn". A whole TTF, because the web's font
// packages are cut into one file for each script.
const REGULAR = fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'))
const BOLD = fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'))

const MARGIN = 56
const INK = '#1a1f24'
const QUIET = '#5b6670'

interface Options {
  laboratoryName: string
  seed: number
  at: Date
  /** From 2 on it finds something else. */
  version: number
  /** What kind of report it is; `words` say why it changed. */
  act: Act['do']
  words: string
}

/** What stands on top of a report that is not the first final one. */
const HEADINGS: Partial<Record<Act['do'], string>> = {
  preliminary: 'Preliminary report. Results may change.',
  correct: 'Corrected report. It replaces every earlier one, which contained an error.',
  amend: 'Amended report. It replaces every earlier one.',
  addendum: 'Addendum. The report before stays valid.',
}

/** The report of an order, one page; the same bytes for the same order and options. */
export async function writeReport(order: Taken, options: Options): Promise<Buffer> {
  const { laboratoryName, seed, at, version, act, words } = options
  const page = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    info: { Title: `Report ${order.laboratoryNumber}`, Author: laboratoryName, CreationDate: at },
  })
  page.registerFont('regular', REGULAR).registerFont('bold', BOLD)
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject))

  page.font('bold').fontSize(18).fillColor(INK).text(laboratoryName)
  page.font('regular').fontSize(9).fillColor(QUIET).text('Laboratory report')
  const heading = HEADINGS[act]
  if (heading) page.font('bold').fontSize(11).fillColor(INK).text(`${heading} ${words}`.trim())
  rule(page)
  for (const [label, value] of facts(order, at)) fact(page, label, value)
  rule(page)
  for (const test of order.tests.slice(0, TESTS_ON_THE_PAGE)) {
    const finding = findingFor(order.orderId, test.code, seed, version)
    page.font('bold').fontSize(11).fillColor(INK).text(`${test.name} (${test.code})`).moveDown(0.3)
    page.font('bold').fontSize(10).text(finding.summary).moveDown(0.3)
    page.font('regular').fontSize(9).fillColor(QUIET).text('Interpretation')
    page.font('regular').fontSize(10).fillColor(INK).text(finding.interpretation).moveDown(1)
  }
  const rest = order.tests.length - TESTS_ON_THE_PAGE
  if (rest > 0)
    page.font('regular').fontSize(10).text(`${rest} more of the ordered tests: no reportable variant.`)
  page.page.margins.bottom = 0
  page
    .font('bold')
    .fontSize(9)
    .fillColor(INK)
    .text('Simulated report, not for clinical use', MARGIN, page.page.height - MARGIN, { align: 'center' })
  page.end()
  await written
  return Buffer.concat(chunks)
}

/** So that the report stays one page. */
const TESTS_ON_THE_PAGE = 4

function facts(order: Taken, at: Date): [string, string][] {
  const { patient, provider, specimens } = order
  return [
    ['Patient', `${patient.lastName}, ${patient.firstName}`],
    ['Date of birth', readableDate(patient.birthDate)],
    ['Record number', patient.recordNumber],
    ['Laboratory number', order.laboratoryNumber],
    ['Order number', order.orderId],
    ['Specimen', [...new Set(specimens.map((specimen) => specimen.type))].join(', ')],
    ['Received', order.at.slice(0, 10)],
    ['Reported', at.toISOString().slice(0, 10)],
    [
      'Ordered by',
      [`${provider.firstName} ${provider.lastName}`.trim(), order.institution].filter(Boolean).join(', '),
    ],
  ]
}

function fact(page: PDFKit.PDFDocument, label: string, value: string): void {
  const top = page.y
  page
    .font('regular')
    .fontSize(9)
    .fillColor(QUIET)
    .text(label, MARGIN, top + 1)
  page
    .font('regular')
    .fontSize(10)
    .fillColor(INK)
    .text(value || 'not given', MARGIN + 120, top)
  page.x = MARGIN
  page.moveDown(0.35)
}

function rule(page: PDFKit.PDFDocument): void {
  page.moveDown(0.8)
  page
    .moveTo(MARGIN, page.y)
    .lineTo(page.page.width - MARGIN, page.y)
    .lineWidth(0.5)
    .strokeColor('#c8d0d6')
    .stroke()
  page.moveDown(1)
}

/** `20190314` as `2019-03-14`. */
function readableDate(written: string): string {
  return /^\d{8}/.test(written)
    ? `${written.slice(0, 4)}-${written.slice(4, 6)}-${written.slice(6, 8)}`
    : written
}

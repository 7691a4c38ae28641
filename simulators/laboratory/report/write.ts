import { dayInWords } from '#domain/dates/dates.ts'
import type { Outcome } from '#domain/reports/demonstration/finding.ts'
import {
  demonstrationReport,
  type ReportedOrder,
  type ReportedResult,
} from '#domain/reports/demonstration/report.ts'
import type { ReportedVariant } from '#domain/results/reported-variant.ts'
import { classesOf, descriptionOf, geneName } from '#domain/results/words.ts'
import {
  box,
  bytesOf,
  columns,
  finish,
  heading,
  keepTogether,
  openPage,
  type Page,
  paragraphs,
  QUIET,
  table,
  text,
  WIDTH,
  warning,
} from './page.ts'

const COLOURS: Record<Outcome, { ink: string; ground: string }> = {
  negative: { ink: '#1f5f3a', ground: '#eaf5ee' },
  positive: { ink: '#9b1c1c', ground: '#fdecec' },
  uncertain: { ink: '#5b4a00', ground: '#fff8d9' },
  failed: { ink: '#3d4650', ground: '#eef1f4' },
}

/** The most genes that are listed; the rest are counted. */
const MOST_GENES = 400

const day = (iso: string) => (iso === '' ? '' : dayInWords(iso))

/** An order's report as a laboratory writes it, as PDF; the same bytes for the same order. */
export function writeDemonstration(order: ReportedOrder): Promise<Buffer> {
  const { patient, laboratory, laboratoryNumber, specimen } = order
  const report = demonstrationReport(order)
  const page = openPage({
    title: `${report.statusWord} report ${laboratoryNumber}, demonstration`,
    author: laboratory,
    at: new Date(`${order.reportedOn || '2026-01-01'}T12:00:00Z`),
  })
  head(page, laboratory)
  text(page, order.tests.map(({ name }) => name).join(' + ') || 'Genetic test', 15, { bold: true })
  text(page, `${report.statusWord} report`, 10, { bold: report.notice !== '', colour: QUIET })
  page.moveDown(0.6)
  if (report.notice !== '') warning(page, [`${report.statusWord.toUpperCase()} REPORT`, report.notice])
  page.moveDown(0.2)
  columns(page, [
    {
      title: 'Patient',
      details: [
        ['Name', patient.name],
        ['Date of birth', day(patient.dateOfBirth)],
        ['Sex', patient.sex],
        ['MRN', patient.recordNumber],
      ],
    },
    {
      title: 'Specimen',
      details: [
        ['Type', specimen.types.join(', ')],
        ['Collected', day(specimen.collectedOn)],
        ['Received', day(specimen.receivedOn)],
        ['Laboratory number', laboratoryNumber],
      ],
    },
    {
      title: 'Order',
      details: [
        ['Ordered by', order.provider],
        ['Institution', order.institution],
        ['Order number', order.orderId],
        ['Reported', day(order.reportedOn)],
      ],
    },
  ])
  if (order.indications.length > 0) {
    text(page, 'INDICATION FOR TESTING', 8.5, { bold: true, colour: QUIET })
    text(page, order.indications.join('; '))
    page.moveDown(0.6)
  }
  heading(page, 'Result')
  if (report.results.length > 1) {
    text(page, `Overall result: ${report.overall === 'failed' ? 'test failed' : report.overall}`, 11, {
      bold: true,
    })
    page.moveDown(0.4)
  }
  for (const result of report.results) resultOf(page, result, report.results.length > 1)
  for (const { title, interpretation, recommendations } of report.results) {
    const which = report.results.length > 1 ? `: ${title}` : ''
    heading(page, `Interpretation${which}`)
    paragraphs(page, interpretation)
    heading(page, `Recommendations${which}`)
    paragraphs(
      page,
      recommendations.map((line) => `•  ${line}`),
    )
  }
  heading(page, 'Methods')
  paragraphs(page, report.methods, 8.5)
  for (const { title, genes } of report.genes) {
    const listed = genes.slice(0, MOST_GENES)
    const more = genes.length > listed.length ? ` and ${genes.length - listed.length} more` : ''
    heading(page, `Genes analyzed: ${title}, ${genes.length}`)
    paragraphs(page, [`${listed.join(', ')}${more}`], 8.5)
  }
  heading(page, 'Limitations')
  paragraphs(page, report.limitations, 8.5)
  if (report.references.length > 0) heading(page, 'References')
  paragraphs(
    page,
    report.references.map((line, index) => `${index + 1}. ${line}`),
    8.5,
  )
  signature(page, order.reportedOn)
  const born = patient.dateOfBirth === '' ? '' : `, born ${day(patient.dateOfBirth)}`
  finish(page, `${patient.name}${born}  ·  ${laboratoryNumber}`)
  return bytesOf(page)
}

function head(page: Page, laboratory: string): void {
  page.y = 44
  text(page, laboratory, 17, { bold: true })
  const lines = [
    'Clinical genomics laboratory  ·  100 Demonstration Way, Exampleton, IL 60600  ·  (312) 555-0100',
    'CLIA 99D9999999 (invented)  ·  Laboratory director: Maris Hollowell, PhD, FACMG (invented)',
  ]
  for (const line of lines) text(page, line, 8.5, { colour: QUIET })
  page.moveDown(0.9)
}

function resultOf(page: Page, { title, outcome, headline, found }: ReportedResult, several: boolean): void {
  keepTogether(page, 90)
  if (several) {
    text(page, title, 10, { bold: true })
    page.moveDown(0.2)
  }
  box(page, [headline], COLOURS[outcome])
  const { variants, drugResponses, markers } = found
  const own = variants.filter(({ section }) => section === undefined)
  if (own.length > 0) variantTable(page, own)
  const sections = new Set(variants.flatMap(({ section }) => section ?? []))
  for (const section of sections) {
    text(page, `${section}, outside of the reason for testing`, 10, { bold: true })
    page.moveDown(0.2)
    variantTable(
      page,
      variants.filter((one) => one.section === section),
    )
  }
  if (drugResponses.length > 0)
    table(page, [['Drug', 'Response'], ...drugRows(drugResponses)], [WIDTH - 230, 230])
  if (markers.length > 0)
    table(
      page,
      [['Of the whole specimen', 'Result'], ...markers.map(({ name, value }) => [name, value])],
      [WIDTH - 230, 230],
    )
}

const drugRows = (responses: ReportedResult['found']['drugResponses']) =>
  responses.map(({ drugs, response = '' }) => [drugs.map(({ name }) => name).join(', '), response])

/** The variants, with what else is known of each below it. */
function variantTable(page: Page, variants: readonly ReportedVariant[]): void {
  table(
    page,
    [['Gene', 'Variant', 'State', 'Classification'], ...variants.map(rowOf)],
    [80, WIDTH - 330, 120, 130],
  )
  for (const variant of variants) {
    const details = detailsOf(variant)
    if (details !== '') text(page, `${geneOr(variant)}: ${details}`, 8.5, { colour: QUIET })
  }
  page.moveDown(0.5)
}

const geneOr = ({ genes, chromosome = '' }: ReportedVariant) =>
  genes.map(geneName).join(', ') || (chromosome && `Chromosome ${chromosome}`) || 'Karyotype'

function rowOf(variant: ReportedVariant): string[] {
  const { form, genes, allelicState, fraction, tissue, copyNumber, repeats, source, change } = variant
  const state = [
    variant.call === 'Present' ? undefined : variant.call,
    allelicState,
    fraction === undefined ? '' : `${Math.round(fraction * 100)} % in ${tissue?.toLowerCase()}`,
    copyNumber === undefined ? '' : `${copyNumber} ${copyNumber === 1 ? 'copy' : 'copies'}`,
    ...repeats.map(({ times }) => `${times} repeats`),
    source,
    allelicState || fraction !== undefined ? '' : change,
  ]
  return [
    genes.map(geneName).join(', '),
    descriptionOf(variant),
    state.filter(Boolean).join(', '),
    classesOf(variant).join(', ') || (form === 'variant' ? 'Not classified' : ''),
  ]
}

function detailsOf(variant: ReportedVariant): string {
  const { name, cdna, significances, inheritance, build, inner, depth, method, length, notes } = variant
  const conditions = significances.flatMap((one) => [
    ...one.conditions.map((condition) => condition.name),
    ...(one.conditionInheritance ? [one.conditionInheritance.toLowerCase()] : []),
    ...(one.scheme
      ? [`classified by ${one.scheme}${one.classifiedOn ? ` on ${day(one.classifiedOn)}` : ''}`]
      : []),
  ])
  return [
    cdna ? name : undefined,
    ...conditions,
    inheritance && `${inheritance.toLowerCase()} inheritance`,
    inner && `${build} ${inner.from}–${inner.to}`,
    length === undefined ? '' : `${length} base pairs`,
    depth === undefined ? '' : `${depth} reads`,
    method && `found by ${method}`,
    ...notes,
  ]
    .filter(Boolean)
    .join('; ')
}

function signature(page: Page, reportedOn: string): void {
  keepTogether(page, 80)
  page.moveDown(1.4)
  text(page, 'Electronically signed by Maris Hollowell, PhD, FACMG (invented)', 9.5, { bold: true })
  text(page, `Laboratory director${reportedOn === '' ? '' : `, ${day(reportedOn)}`}`, 9.5)
  page.moveDown(0.4)
  text(
    page,
    'This report belongs to a demonstration. No specimen was tested, the result is invented, and nobody signed it.',
    8.5,
    { colour: QUIET },
  )
}

import { writeCsv } from '#contract/csv.ts'
import { fail } from '#contract/errors.ts'
import type { RESULT_FORMATS } from '#contract/reports.ts'
import type { SentFile } from '#contract/route.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { phenopacketOf, withInterpretations } from '#domain/phenotype/phenopacket/write.ts'
import { STATUS_WORDS, testInWords } from '#domain/reports/words.ts'
import { remainingResults, validVersion } from '#domain/results/compare/valid-findings.ts'
import type { GeneticResult } from '#domain/results/genetic-result.ts'
import { interpretationOf } from '#domain/results/interpretation.ts'
import { readResult } from '#domain/results/read-result.ts'
import { RESULT_HEADINGS, resultRows } from '#domain/results/result-rows.ts'
import { audit, type Scope } from '#server/database/scope.ts'
import {
  isOfInstitution,
  lockOrder,
  noteReportRead,
  refuseOtherReport,
} from '#server/features/orders/public.ts'
import { type ReportRow, reportsWithNotices } from './store.ts'

interface FileRequest {
  format: (typeof RESULT_FORMATS)[number]
  version: number | undefined
  /** The version that the user saw under that number. */
  seen: number | undefined
  /** The laboratory's name, for a phenopacket. */
  createdBy: string
}

/**
 * The results of an order's current reports as a file, without what an addendum has replaced; or of one version, as it came. What was withdrawn, or may be, is not given:
 * `report-withdrawn`, `report-questioned`. The reader is recorded, and notified when it changes. Names no person: an order's
 * number and the keys of its people.
 */
export async function resultFile(
  scope: Scope,
  { hospital, id }: { hospital: string; id: number },
  { format, version, seen, createdBy }: FileRequest,
): Promise<SentFile> {
  // Locked, so that a report being withdrawn is not returned, and its reader is notified.
  const order = await lockOrder(scope, { hospital, id })
  const reports = chosen(await reportsWithNotices(scope, id), version, seen)
  if (isOfInstitution(scope, hospital))
    for (const report of reports) await noteReportRead(scope, order.document, report, { isComplete: false })
  const versions = reports.map((report) => report.version)
  await audit(scope, 'result.download', { kind: 'order', id, institution: hospital }, { format, versions })
  const results = version === undefined ? resultsStillValid(reports) : reports.flatMap(allResults)
  const content = format === 'csv' ? csvOf(order, results) : phenopacket(order, results, createdBy)
  return format === 'csv'
    ? { content, filename: `results-${id}.csv`, mediaType: 'text/csv' }
    : { content, filename: `phenopacket-${id}.json`, mediaType: 'application/json' }
}

const resultsIn = ({ parts }: ReportRow): GeneticResult[] =>
  parts.flatMap((part) => (part.kind === 'genetics' ? [readResult(part.findings)] : []))

const allResults = (report: ReportRow) => resultsIn(report).map((result) => ({ report, result }))

/** What each version of a report still tells: an addendum replaces what it lists again. */
function resultsStillValid(reports: readonly ReportRow[]): Results {
  const ofOne = Map.groupBy(reports, ({ person, test_code }) => `${person} ${test_code}`)
  return [...ofOne.values()].flatMap((versions) => {
    const valid = remainingResults(versions.map(validVersion))
    return versions.flatMap((report) => {
      const result = valid.get(report.version)
      return result ? [{ report, result }] : []
    })
  })
}

function chosen(
  rows: readonly ReportRow[],
  version: number | undefined,
  seen: number | undefined,
): ReportRow[] {
  const asked = rows.filter((one) =>
    version === undefined ? one.state === 'current' : one.version === version,
  )
  for (const { id } of version === undefined ? [] : asked) refuseOtherReport(id, seen)
  if (asked.some(({ state }) => state === 'withdrawn')) fail('report-withdrawn')
  if (version !== undefined && asked.some((one) => one.is_questioned)) fail('report-questioned')
  const certain = asked.filter((one) => !one.is_questioned)
  if (certain.length === 0 && asked.length > 0) fail('report-questioned')
  const withData = certain.filter((one) => resultsIn(one).length > 0)
  return withData.length > 0
    ? withData
    : fail('not-found', { detail: 'The laboratory sent no data with this report. Read its document.' })
}

type Order = Awaited<ReturnType<typeof lockOrder>>
type Results = readonly { report: ReportRow; result: GeneticResult }[]

const encoded = (text: string) => new TextEncoder().encode(text)
const madeOn = ({ made_at, received_at }: ReportRow) => todayAtLaboratory(made_at ?? received_at)

function csvOf({ id, document }: Order, results: Results): Uint8Array {
  const rows = results.flatMap(({ report, result }) =>
    resultRows(result, {
      ...{ order: String(id), person: `${id}-${report.person}`, version: String(report.version) },
      test: testInWords([...document.tests, ...document.addOnTests], {
        ...{ testCode: report.test_code, testName: report.test_name },
      }),
      ...{ status: STATUS_WORDS[report.status], reported: madeOn(report) },
    }),
  )
  return encoded(writeCsv(RESULT_HEADINGS, rows))
}

function phenopacket({ id, document }: Order, results: Results, createdBy: string): Uint8Array {
  const now = new Date()
  const packet = phenopacketOf(document, {
    ...{ id: String(id), createdBy, created: now.toISOString(), day: todayAtLaboratory(now) },
    numberOf: (key) => `${id}-${key}`,
  })
  const interpretations = results.map(({ report, result }) => {
    const person = `${id}-${report.person}`
    const isPreliminary = report.status === 'preliminary' || report.status === 'partial'
    const written = { id: `${person}-${report.version}`, person, isPreliminary }
    return { person, interpretation: interpretationOf(result, written) }
  })
  return encoded(`${JSON.stringify(withInterpretations(packet, interpretations), null, 2)}\n`)
}

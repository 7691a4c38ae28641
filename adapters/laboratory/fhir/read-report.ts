import type { Attachment, DiagnosticReport, Observation, OperationOutcomeIssue } from 'fhir/r4.js'
import type { ReportNews } from '#domain/reports/news.ts'
import { FHIR_STATUSES } from '#domain/reports/statuses.ts'
import type { LaboratoryNews } from '../port.ts'
import { fileSafe, isPdf } from '../report.ts'
import { codeIn, type Find } from './references.ts'
import { issue } from './refusal.ts'
import { SYSTEMS } from './systems.ts'
import { timeOf } from './times.ts'

/** DiagnosticReport.status as the state of an order. */
const STATES: Record<DiagnosticReport['status'], LaboratoryNews['state']> = {
  registered: 'en-route',
  partial: 'in-process',
  preliminary: 'in-process',
  final: 'reported',
  amended: 'reported',
  corrected: 'reported',
  appended: 'reported',
  cancelled: 'cancelled',
  'entered-in-error': null,
  unknown: null,
}
/** Of these no PDF and no recommendation is taken: such a result must reach nobody. */
const WITHDRAWN: readonly string[] = ['cancelled', 'entered-in-error']

export type SaidByReport = Pick<LaboratoryNews, 'state' | 'report' | 'treatments'>

/** `at` is the report's own place in the Bundle; `issues` takes what is wrong with the form it presents. */
export function saidByReport(
  report: DiagnosticReport,
  named: Pick<LaboratoryNews, 'laboratoryNumber' | 'testCode'>,
  find: Find,
  { at, issues, sentAt }: { at: string; issues: OperationOutcomeIssue[]; sentAt: Date | null },
): SaidByReport {
  const { status } = report
  const numbered = status === 'registered' && named.laboratoryNumber !== null
  const withdrawn = WITHDRAWN.includes(status)
  return {
    state: numbered ? 'accessioned' : (STATES[status] ?? null),
    report: newsIn(report, named, sentAt, withdrawn ? [] : presented(report, named, find, { at, issues })),
    treatments: withdrawn ? [] : treatments(report, named.testCode, find),
  }
}

function newsIn(
  report: DiagnosticReport,
  { laboratoryNumber, testCode }: Pick<LaboratoryNews, 'laboratoryNumber' | 'testCode'>,
  sentAt: Date | null,
  parts: ReportNews['parts'],
): LaboratoryNews['report'] {
  const status = FHIR_STATUSES[report.status]
  if (status === 'none') return null
  return {
    read: { report: report.status, results: [] },
    status,
    identity: { filler: laboratoryNumber ?? '', accession: '', testCode, group: report.id ?? '' },
    parts,
    ...{ words: '', change: null, sentAt },
    madeAt: timeOf(report.issued) ?? timeOf(report.effectiveDateTime),
  }
}

/** Every PDF; what calls itself one and is none, or is not here, is at fault. */
function presented(
  report: DiagnosticReport,
  { laboratoryNumber }: Pick<LaboratoryNews, 'laboratoryNumber'>,
  find: Find,
  { at, issues }: { at: string; issues: OperationOutcomeIssue[] },
): ReportNews['parts'] {
  const parts: ReportNews['parts'] = []
  for (const [index, form] of (report.presentedForm ?? []).entries()) {
    const content = contentOf(form, find)
    const place = `${at}.presentedForm[${index}]`
    const filename = `report${fileSafe(laboratoryNumber)}.pdf`
    if (content && isPdf(content))
      parts.push({
        ...{ kind: 'document', label: form.title ?? '', filename, mediaType: 'application/pdf', content },
      })
    else if (/pdf/i.test(form.contentType ?? '') && content)
      issues.push(issue('value', 'is marked as a PDF, but what it holds is not one', `${place}.data`))
    else if (/pdf/i.test(form.contentType ?? ''))
      issues.push(issue('not-found', 'is not fetched: give data, or a Binary in the Bundle', `${place}.url`))
  }
  return parts
}

function contentOf({ data, url }: Attachment, find: Find): Buffer | null {
  const binary = url ? find({ reference: url }) : undefined
  const written = data ?? (binary?.resourceType === 'Binary' ? binary.data : undefined)
  return written === undefined ? null : Buffer.from(written, 'base64')
}

/** Observations of the report that are TREATMENT: known by their identifier, else by their place. */
function treatments(report: DiagnosticReport, testCode: string, find: Find): LaboratoryNews['treatments'] {
  const observations = (report.result ?? [])
    .map(find)
    .filter((one): one is Observation => one?.resourceType === 'Observation')
    .filter(({ code, status }) => codeIn(code, SYSTEMS.part) === 'TREATMENT' && !WITHDRAWN.includes(status))
  return observations.flatMap(({ code, identifier, valueString: text }, index) => {
    const name = identifier?.[0]?.value ?? String(index + 1)
    const title = code.text ?? 'Treatment recommendation'
    return text ? [{ key: `${testCode}/${name}`, title, text }] : []
  })
}

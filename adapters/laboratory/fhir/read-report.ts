import type { DiagnosticReport, Reference } from 'fhir/r4.js'
import { filledParts, type ReportUpdate } from '#domain/reports/report-update.ts'
import {
  FHIR_STATUSES,
  fhirStatus,
  type MessageStatus,
  REPORT_CHANGES,
  withChange,
} from '#domain/reports/statuses.ts'
import { issuer } from '../issuer.ts'
import type { LabUpdate } from '../port.ts'
import { fileSafe } from '../report.ts'
import { conceptWords, hasValue, isTakenBack, isTreatment, observationsIn } from './observation-values.ts'
import type { Find } from './references.ts'
import { partsOfReport, type ReadReport, type ReportContext } from './report-parts.ts'
import { SYSTEMS } from './systems.ts'

/** DiagnosticReport.status as the state of an order. */
const STATES: Record<DiagnosticReport['status'], LabUpdate['state']> = {
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
/** Withdrawn reports, whose PDFs and recommendations must reach nobody. */
const WITHDRAWN: readonly string[] = ['cancelled', 'entered-in-error']

export type ParsedReport = Pick<LabUpdate, 'state' | 'isOfTest' | 'report' | 'treatments'>

/** The context in which a report is read. */
interface Named extends Pick<LabUpdate, 'laboratoryNumber' | 'testCode'> {
  madeAt: Date | null
  sentAt: Date | null
}

/** Its status by its results too, and theirs if they decide. */
interface Stated {
  statedStatus: MessageStatus
  results: string[]
}

/**
 * Reads a DiagnosticReport. `used` are the resources read as part of it; `context`, its own in the Bundle,
 * collects errors in its presented forms.
 */
export function parseReport(
  report: DiagnosticReport,
  named: Named,
  context: ReportContext,
): { parsed: ParsedReport; used: ReadReport['used'] } {
  const { status } = report
  const { laboratoryNumber, testCode } = named
  const numbered = status === 'registered' && laboratoryNumber !== null
  const withdrawn = WITHDRAWN.includes(status)
  const read = partsOfReport(report, reportName(laboratoryNumber), context)
  const recommended = withdrawn ? [] : treatments(report, testCode, context.find)
  const statuses = read.observations.map((one) => ({ status: one.status, hasValue: hasValue(one) }))
  const statedStatus = fhirStatus(status, statuses)
  const parts = withdrawn ? [] : filledParts(read.parts)
  const decisive = statedStatus === FHIR_STATUSES[status] ? [] : read.observations
  const results = decisive.map((one) => one.status)
  const update = reportUpdateOf(report, { ...named, statedStatus, results }, context.find, parts)
  if (update && update.parts.length === 0 && recommended.length > 0) update.withRecommendation = true
  return {
    parsed: {
      state: numbered ? 'accessioned' : stateOf(status, statedStatus),
      ...(status === 'cancelled' ? { isOfTest: true } : {}),
      report: update,
      treatments: recommended,
    },
    used: read.used,
  }
}

/** With a result that is still open it is not reported, and with an unclear one nobody can tell. */
function stateOf(status: DiagnosticReport['status'], statedStatus: MessageStatus): LabUpdate['state'] {
  if (STATES[status] !== 'reported') return STATES[status] ?? null
  if (statedStatus === 'unclear') return null
  return statedStatus === 'preliminary' || statedStatus === 'partial' ? 'in-process' : 'reported'
}

/** The name of a report's file, without extension. */
export function reportName(laboratoryNumber: string | null): string {
  return `report${fileSafe(laboratoryNumber)}`
}

function reportUpdateOf(
  report: DiagnosticReport,
  { laboratoryNumber, testCode, madeAt, sentAt, statedStatus, results }: Named & Stated,
  find: Find,
  parts: ReportUpdate['parts'],
): LabUpdate['report'] {
  const { change, words } = changeOf(report)
  // A registered report should be empty; if it has a result, that counts more than its status.
  const status = withChange(statedStatus === 'none' && parts.length > 0 ? 'unclear' : statedStatus, change)
  if (status === 'none') return null
  const testName = conceptWords(report.code)
  const accessions = (report.specimen ?? []).map((reference) => {
    const specimen = find(reference)
    return specimen?.resourceType === 'Specimen' ? (specimen.accessionIdentifier?.value ?? '') : ''
  })
  return {
    read: { report: report.status, results },
    status,
    identity: {
      filler: laboratoryNumber ?? '',
      accession: accessions.find((number) => number !== '') ?? '',
      ...{ testCode, group: report.id ?? '' },
    },
    ...{ parts, ...(testName === '' ? {} : { testName }), words, change, madeAt, sentAt },
    ...issuerOf(report, find),
  }
}

/** The first interpreter; else the person among those who performed it. The organization among these is the laboratory. */
function issuerOf({ performer = [], resultsInterpreter = [] }: DiagnosticReport, find: Find) {
  const performers = performer.map((one) => nameOf(one, find))
  const interpreters = resultsInterpreter.map((one) => nameOf(one, find))
  const first = (those: readonly IssuerName[], isPerson: boolean) =>
    those.find((one) => one.name !== '' && one.isPerson === isPerson)?.name ?? ''
  return issuer({
    laboratory: first([...performers, ...interpreters], false),
    signedBy: first([...interpreters, ...performers], true),
  })
}

interface IssuerName {
  name: string
  isPerson: boolean
}

/** A reference's own words, else the name of what it refers to. A PractitionerRole names both; its person counts. */
function nameOf(reference: Reference, find: Find): IssuerName {
  const found = find(reference)
  const type = found?.resourceType ?? reference.type ?? /(\w+)\/[^/]+$/.exec(reference.reference ?? '')?.[1]
  const display = reference.display?.trim() ?? ''
  if (found?.resourceType === 'PractitionerRole' && display === '')
    return found.practitioner ? nameOf(found.practitioner, find) : { name: '', isPerson: true }
  if (display !== '' || !found) return { name: display, isPerson: type !== 'Organization' }
  if (found.resourceType === 'Organization') return { name: found.name?.trim() ?? '', isPerson: false }
  const [name] = found.resourceType === 'Practitioner' ? (found.name ?? []) : []
  const parts = [...(name?.given ?? []), name?.family]
  return { name: (name?.text ?? parts.filter(Boolean).join(' ')).trim(), isPerson: true }
}

/** Why it changed: an extension of the report whose code may name the kind of change (REPORT_CHANGES). */
function changeOf({ extension = [] }: DiagnosticReport): Pick<ReportUpdate, 'change' | 'words'> {
  const reason = extension.find(({ url }) => url === SYSTEMS.reportChange)
  const concept = reason?.valueCodeableConcept
  const code = concept?.coding?.[0]?.code
  return {
    change: REPORT_CHANGES.find((change) => change === code) ?? null,
    words: concept?.text ?? reason?.valueString ?? '',
  }
}

/**
 * The report's TREATMENT Observations, identified by their identifier or else their position; '' as the text of one that
 * is taken back.
 */
function treatments(report: DiagnosticReport, testCode: string, find: Find): LabUpdate['treatments'] {
  const { found } = observationsIn(report.result ?? [], find)
  const read = new Map<string, LabUpdate['treatments'][number]>()
  for (const [index, one] of found.filter(isTreatment).entries()) {
    const key = `${testCode}/${one.identifier?.[0]?.value ?? index + 1}`
    const title = one.code.text ?? 'Treatment recommendation'
    const text = isTakenBack(one) ? '' : (one.valueString ?? '')
    if (text !== '' || (isTakenBack(one) && !read.has(key))) read.set(key, { key, title, text })
  }
  return [...read.values()]
}

import type { DiagnosticReport, FhirResource, Task } from 'fhir/r4.js'
import type { ReportUpdate } from '#domain/reports/report-update.ts'
import { addPart } from '../result-parts.ts'
import { isTakenBack, isTreatment, notesPart, observationParts } from './observation-values.ts'
import { attachmentPart, partsOfReport, type ReportContext, resourceLine } from './report-parts.ts'

type Part = ReportUpdate['parts'][number]

/** Who, where and what was ordered: read elsewhere, and of no interest to a reader of the result. */
const BACKGROUND: readonly string[] = [
  ...['MessageHeader', 'Patient', 'RelatedPerson', 'Practitioner', 'PractitionerRole', 'Organization'],
  ...['Location', 'Encounter', 'ServiceRequest', 'Specimen', 'Device', 'Coverage', 'Provenance', 'Binary'],
  ...[
    'OperationOutcome',
    'Endpoint',
    'HealthcareService',
    'CareTeam',
    'Account',
    'Subscription',
    'AuditEvent',
  ],
]

/** Whether a resource beside an update contains something that a reader of the result must see. */
export function isSupplement(resource: FhirResource): boolean {
  return !BACKGROUND.includes(resource.resourceType)
}

/**
 * Resources that accompany a report without being updates, as parts shown with it: recommended actions, an
 * earlier report, unreferenced results, other documents; anything else is listed as received.
 */
export function supplementParts(resource: FhirResource, name: string, context: ReportContext): Part[] {
  switch (resource.resourceType) {
    case 'Task':
      return [{ kind: 'lines', label: 'Recommended', lines: actionLines(resource) }]
    case 'DiagnosticReport':
      return earlierParts(resource, name, context)
    case 'Observation':
      return isTakenBack(resource) || isTreatment(resource) ? [] : observationParts(resource)
    case 'DocumentReference':
      if (isTakenBack(resource)) return [receivedPart(resource)]
      return resource.content.flatMap(({ attachment }, index) => {
        const title = attachment.title ?? resource.description ?? resourceLine(resource)
        const at = `${context.at}.content[${index}].attachment`
        return attachmentPart({ ...attachment, title }, name, { ...context, at }) ?? []
      })
    default:
      return [receivedPart(resource)]
  }
}

/** A line saying that it was received. */
function receivedPart(resource: FhirResource): Part {
  return { kind: 'lines', label: 'Also in the message', lines: [resourceLine(resource)] }
}

function actionLines(task: Task): string[] {
  const notes = notesPart('', task.note).flatMap((part) => (part.kind === 'lines' ? part.lines : []))
  return [resourceLine(task), ...notes]
}

/**
 * Under its own heading, so that nobody mistakes it for the report it came with; for a withdrawn one, only
 * that it was withdrawn.
 */
function earlierParts(report: DiagnosticReport, name: string, context: ReportContext): Part[] {
  const heading = `Another report: ${resourceLine(report).replace(/^Diagnostic Report ?/, '')}`
  const parts: Part[] = [
    { kind: 'lines', label: heading, lines: [report.issued ?? report.effectiveDateTime ?? 'Not dated'] },
  ]
  if (isTakenBack(report)) return parts
  for (const part of partsOfReport(report, `${name}-other`, context).parts)
    addPart(parts, { ...part, label: part.label === '' ? heading : `${heading}: ${part.label}` })
  return parts
}

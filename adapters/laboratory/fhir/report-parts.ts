import type {
  Attachment,
  DiagnosticReport,
  FhirResource,
  Observation,
  OperationOutcomeIssue,
} from 'fhir/r4.js'
import type { ReportUpdate } from '#domain/reports/report-update.ts'
import { isPdf } from '../embedded.ts'
import { embeddedPart } from '../embedded-contents.ts'
import { addPart } from '../result-parts.ts'
import { geneticPart, overallCode } from './genetic-findings.ts'
import {
  conceptWords,
  isTakenBack,
  isTreatment,
  missingValue,
  observationParts,
  observationsIn,
} from './observation-values.ts'
import type { Find } from './references.ts'
import { issue } from './refusal.ts'

type Part = ReportUpdate['parts'][number]

/** The location of a report, and the list that collects its errors. */
export interface ReportContext {
  find: Find
  at: string
  issues: OperationOutcomeIssue[]
}

/** What was read as part of a report, so that nothing is listed twice. */
export interface ReadReport {
  parts: Part[]
  used: ReadonlySet<FhirResource>
  /** Its results. */
  observations: readonly Observation[]
}

/** All parts of a report: its presented forms, conclusion, results and images. */
export function partsOfReport(report: DiagnosticReport, name: string, context: ReportContext): ReadReport {
  const { find } = context
  const parts: Part[] = []
  const used = new Set<FhirResource>()
  for (const [index, form] of (report.presentedForm ?? []).entries()) {
    const files = parts.filter(({ kind }) => kind === 'document').length
    const called = files === 0 ? name : `${name}-${files + 1}`
    addPart(parts, attachmentPart(form, called, { ...context, at: `${context.at}.presentedForm[${index}]` }))
  }
  const { found, missing, others } = observationsIn(report.result ?? [], find, report)
  const genetic = geneticPart(report, found, find)
  addPart(parts, conclusionPart(report, genetic !== null))
  if (genetic) addPart(parts, genetic.part)
  for (const task of genetic?.tasks ?? []) used.add(task)
  for (const one of found) {
    used.add(one)
    if (genetic?.of.has(one)) continue
    if (isTakenBack(one) || isTreatment(one)) continue
    for (const part of observationParts(one, genetic?.secondary.has(one))) addPart(parts, part)
  }
  for (const reference of missing) addPart(parts, missingValue(reference))
  for (const one of others) addPart(parts, { kind: 'lines', label: 'Results', lines: [resourceLine(one)] })
  for (const { link, comment } of report.media ?? []) {
    const media = find(link)
    if (media?.resourceType === 'Media') used.add(media)
    const files = parts.filter(({ kind }) => kind === 'document').length
    if (media?.resourceType === 'Media')
      addPart(
        parts,
        attachmentPart({ title: comment ?? 'Image', ...media.content }, `${name}-${files + 1}`, context),
      )
    else addPart(parts, missingValue(comment ?? link.display ?? link.reference ?? 'Image'))
  }
  const observations = found.filter((one) => !isTakenBack(one) && !isTreatment(one))
  return { parts, used, observations }
}

/** The conclusion, in words and by code; `withResult`: the overall result is in the genetic part. */
function conclusionPart(
  { conclusion, conclusionCode = [] }: DiagnosticReport,
  withResult: boolean,
): Part | null {
  const codes = conclusionCode
    .filter((concept) => !(withResult && overallCode(concept)))
    .map(conceptWords)
    .filter((words) => words !== '' && words !== conclusion)
  const lines = [...(conclusion ? conclusion.split('\n') : []), ...codes]
  return lines.length > 0 ? { kind: 'lines', label: 'Conclusion', lines } : null
}

/**
 * A file, a text, or the place where the laboratory stores it. Adds an error if a PDF is invalid or not
 * included.
 */
export function attachmentPart(
  form: Attachment,
  name: string,
  { find, at, issues }: ReportContext,
): Part | null {
  const { title = '', url = '' } = form
  const type = (form.contentType ?? '').toLowerCase()
  const content = contentOf(form, find)
  const isMarked = type.includes('pdf')
  if (content && (!isMarked || isPdf(content)))
    return content.length > 0 ? embeddedPart({ content, label: type }, { label: title, name }) : null
  if (isMarked && content)
    issues.push(issue('value', 'is labeled as a PDF, but its content is not a PDF', `${at}.data`))
  else if (isMarked)
    issues.push(
      issue('not-found', 'is not downloaded: include the data, or a Binary in the Bundle', `${at}.url`),
    )
  else if (url)
    return {
      kind: 'lines',
      label: title,
      lines: [`The laboratory has it at ${url} (${type || 'unknown type'})`],
    }
  return null
}

function contentOf({ data, url }: Attachment, find: Find): Buffer | null {
  const binary = url ? find({ reference: url }) : undefined
  const written = data ?? (binary?.resourceType === 'Binary' ? binary.data : undefined)
  return written === undefined ? null : Buffer.from(written, 'base64')
}

/** A resource that is not read, as one line: its kind, subject and status. */
export function resourceLine(resource: FhirResource): string {
  const { code, status, description, type } = resource as {
    code?: Parameters<typeof conceptWords>[0]
    status?: unknown
    description?: unknown
    type?: Parameters<typeof conceptWords>[0]
  }
  const kind = resource.resourceType.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
  const of = [conceptWords(code) || conceptWords(type), typeof description === 'string' ? description : '']
  const words = of.filter((part) => part !== '').join(': ')
  return `${kind}${words ? ` ${words}` : ''}${typeof status === 'string' ? ` (${status})` : ''}`
}

import type { FhirResource, OperationOutcome, OperationOutcomeIssue } from 'fhir/r4.js'
import { keepable } from '#domain/text/keepable.ts'
import type { Acknowledgement, LabUpdate, ReadMessage } from '../port.ts'
import { type ReadBundle, readBundle } from './read-bundle.ts'
import type { FhirBundle } from './references.ts'
import { isRefused, issue } from './refusal.ts'
import { SYSTEMS } from './systems.ts'
import { tidy } from './tidy.ts'

/** The HTTP status of an answer: whether and why the sender has been refused. */
export function statusOf(answer: FhirResource): 200 | 400 | 422 {
  if (answer.resourceType !== 'OperationOutcome') return 200
  return answer.issue.some(({ severity }) => severity === 'fatal') ? 400 : 422
}

/** The elements that carry it, in FHIRPath. */
const ELEMENTS = {
  order: 'Bundle.entry.resource.basedOn',
  patient: 'Bundle.entry.resource.subject',
} as const

/**
 * The answer to a Bundle: one of its kind, or the OperationOutcome that refuses it. `fatal` corresponds to
 * HL7's AR.
 */
export function writeAnswer(
  message: ReadMessage,
  code: 'AA' | 'AE' | 'AR',
  text = '',
  about?: keyof typeof ELEMENTS,
): string {
  const answer: FhirResource =
    code === 'AA'
      ? accepted(message)
      : refusal(
          message,
          code === 'AR' ? 'fatal' : 'error',
          issue('business-rule', text, about && ELEMENTS[about]),
        )
  return JSON.stringify(tidy(answer))
}

function accepted(message: ReadMessage): FhirBundle {
  const { bundleType = 'transaction', entries = 0 } = message as Partial<ReadBundle>
  if (bundleType !== 'message')
    return {
      resourceType: 'Bundle',
      type: bundleType === 'batch' ? 'batch-response' : 'transaction-response',
      entry: Array.from({ length: entries }, () => ({ response: { status: '200 OK' } })),
    }
  const { controlId } = message
  return {
    resourceType: 'Bundle',
    identifier: { system: SYSTEMS.message, value: `ACK-${controlId}` },
    type: 'message',
    timestamp: new Date().toISOString(),
    entry: [
      {
        fullUrl: 'urn:uuid:00000000-0000-8000-a000-000000000001',
        resource: {
          resourceType: 'MessageHeader',
          eventCoding: { system: 'http://terminology.hl7.org/CodeSystem/v2-0003', code: 'R01' },
          source: { endpoint: 'urn:karyo:portal' },
          response: { identifier: controlId, code: 'ok' },
        },
      },
    ],
  }
}

function refusal(
  message: ReadMessage,
  severity: 'fatal' | 'error',
  other: OperationOutcomeIssue,
): OperationOutcome {
  const issues = isRefused(message) ? message.issues : [other]
  return { resourceType: 'OperationOutcome', issue: issues.map((one) => ({ ...one, severity })) }
}

/**
 * The acknowledgement in the laboratory server's reply to our Bundle. Statuses that mean "later" never get
 * here.
 */
export function readAnswer(status: number, body: string, controlId: string): Acknowledgement {
  const raw = `HTTP ${status}\n${body}`
  if (status < 300) return { code: 'AA', controlId, text: '', updates: labUpdatesOf(body), raw }
  // JSON can write characters that are none, which its text does not show.
  return { code: 'AE', controlId, text: keepable(wordsIn(body)) || `HTTP ${status}`, updates: [], raw }
}

/** A server that returns what it has stored may have decided immediately. */
function labUpdatesOf(body: string): LabUpdate[] {
  const answer = parsed(body)
  const resources = answer?.resourceType === 'Bundle' ? (answer.entry ?? []) : []
  const tasks = resources.flatMap(({ resource }) => (resource?.resourceType === 'Task' ? [{ resource }] : []))
  if (tasks.length === 0) return []
  const read = readBundle(
    JSON.stringify({
      resourceType: 'Bundle',
      identifier: { value: 'answer' },
      type: 'batch',
      entry: tasks.map(({ resource }) => ({ resource, request: { method: 'PUT', url: 'Task' } })),
    }),
    'known',
  )
  return read.kind === 'news' ? read.updates : []
}

function wordsIn(body: string): string {
  const answer = parsed(body)
  if (answer?.resourceType !== 'OperationOutcome' || !Array.isArray(answer.issue)) return body.slice(0, 300)
  const issueTexts = answer.issue.map(({ details, diagnostics, expression }) =>
    [expression?.[0], details?.text ?? diagnostics].filter(Boolean).join(': '),
  )
  return issueTexts.filter(Boolean).join('; ').slice(0, 2000)
}

function parsed(body: string): FhirResource | null {
  try {
    return JSON.parse(body) as FhirResource | null
  } catch {
    return null
  }
}

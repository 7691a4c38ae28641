import type { Identifier, OperationOutcomeIssue } from 'fhir/r4.js'
import { modifiersIn } from '#domain/fhir-modifiers.ts'
import { FHIR_STATUSES } from '#domain/reports/statuses.ts'
import { table } from '#domain/table.ts'
import { isKeepable, keepable } from '#domain/text/keepable.ts'
import { LONGEST_ID } from '../../hl7/message.ts'
import type { OrderName, ReadMessage } from '../port.ts'
import { invalidities } from './definitions.ts'
import { labUpdatesIn } from './lab-updates.ts'
import { type FhirBundle, nameIn } from './references.ts'
import { type Header, isRefused, issue, refused } from './refusal.ts'
import { withoutUnread } from './without-unread.ts'

const TYPES = ['transaction', 'batch', 'message']
/** Message events that carry updates, named as in HL7 v2. */
const UPDATE_EVENTS = ['R01', 'O22']

/** A Bundle with updates, and what its answer repeats. */
export type ReadBundle = Extract<ReadMessage, { kind: 'news' }> & { bundleType: string; entries: number }

/** Whether a message came as a Bundle. */
export function isOfBundle(message: ReadMessage): boolean {
  return 'bundleType' in message || isRefused(message)
}

/**
 * Reads a Bundle from the laboratory. Never throws: what cannot be read is `refused`, element by element.
 * `people` as in `labUpdatesIn`.
 */
export function readBundle(
  raw: string,
  people: Parameters<typeof labUpdatesIn>[1] = 'looked up',
): ReadMessage {
  const unknown: Header = { controlId: '', sender: '', type: '' }
  try {
    const parsed: unknown = JSON.parse(raw)
    return opened(parsed, people)
  } catch (error) {
    const text =
      error instanceof SyntaxError ? `This is not JSON: ${error.message}` : 'This is nested too deeply'
    return refused(unknown, 'AR', [issue('structure', text)])
  }
}

/** The orders that a Bundle names anywhere in it, whether or not it can be applied. */
export function ordersNamed(raw: string): OrderName[] {
  try {
    return [...namesIn(JSON.parse(raw))]
  } catch {
    // No JSON, or nested too deeply.
    return []
  }
}

function* namesIn(value: unknown): Generator<OrderName> {
  if (typeof value !== 'object' || value === null) return
  const { system, value: number, type } = value as { system?: unknown; value?: unknown; type?: unknown }
  if (typeof number === 'string' && isKeepable(number) && (typeof system === 'string' || type !== undefined))
    yield* nameIn(value as Identifier)
  for (const one of Object.values(value)) yield* namesIn(one)
}

function opened(parsed: unknown, people: Parameters<typeof labUpdatesIn>[1]): ReadMessage {
  const header = headerOf(parsed)
  const refusal = unreadable(parsed, header)
  if (refusal) return refused(header, 'AR', [refusal])
  const unkeepable = [...unkeepableIn(parsed, 'Bundle')].slice(0, 20)
  if (unkeepable.length > 0) return refused(header, 'AE', unkeepable)
  const modified = [...modifiersIn(parsed, 'Bundle')].slice(0, 20)
  if (modified.length > 0) return refused(header, 'AE', modified.map(notUnderstood))
  const faults = [...missing(parsed as FhirBundle, header), ...invalidities(withoutUnread(parsed))]
  if (faults.length > 0) return refused(header, 'AE', faults)
  const bundle = parsed as FhirBundle
  const unknown = unknownStatuses(bundle)
  if (unknown.length > 0) return refused(header, 'AE', unknown)
  const { updates, issues } = labUpdatesIn(bundle, people)
  if (issues.length > 0) return refused(header, 'AE', issues)
  if (updates.length === 0) {
    const text = 'The Bundle contains no DiagnosticReport, Task or Specimen of one of our orders'
    return refused(header, 'AE', [issue('required', text, 'Bundle.entry')])
  }
  const entries = bundle.entry?.length ?? 0
  const read: ReadBundle = { kind: 'news', ...header, updates, bundleType: bundle.type, entries }
  return read
}

/** Texts that the database cannot store, also in resources that are not read: JSON can write half of a character. */
function* unkeepableIn(value: unknown, at: string): Generator<OperationOutcomeIssue> {
  if (typeof value === 'string') {
    if (!isKeepable(value)) yield issue('value', 'has a character that is no character of Unicode', at)
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* unkeepableIn(one, `${at}[${index}]`)
  } else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) yield* unkeepableIn(one, `${at}.${keepable(name)}`)
}

/** FHIR forbids to ignore them: they may say that what they are in does not hold. */
function notUnderstood({ name, path }: { name: string; path: string }): OperationOutcomeIssue {
  return name === 'implicitRules'
    ? issue('not-supported', 'is not supported: send content that needs no rules beside FHIR’s', path)
    : issue('extension', 'is not known here, and must not be ignored: say it in another way', path)
}

/** Tolerant: accepts any JSON. */
function headerOf(parsed: unknown): Header {
  const bundle = (parsed ?? {}) as { identifier?: unknown; id?: unknown; type?: unknown }
  const { system, value } = (bundle.identifier ?? {}) as { system?: unknown; value?: unknown }
  const [message] = entriesOf(parsed)
  const named = [value, message?.resourceType === 'MessageHeader' ? message.id : undefined, bundle.id]
  return {
    controlId: (named.find((one) => typeof one === 'string' && one !== '') as string | undefined) ?? '',
    sender: `FHIR|${typeof system === 'string' ? system : ''}`.slice(0, 2 * LONGEST_ID),
    type: typeof bundle.type === 'string' ? `Bundle ${bundle.type}`.slice(0, 40) : '',
  }
}

interface Loose {
  resourceType?: unknown
  id?: unknown
  eventCoding?: { code?: unknown } | null
}

function entriesOf(parsed: unknown): (Loose | undefined)[] {
  const { entry } = (parsed ?? {}) as { entry?: unknown }
  return Array.isArray(entry)
    ? entry.map((one: { resource?: Loose } | null) => one?.resource ?? undefined)
    : []
}

/** Why a Bundle is not accepted at all; null if it may be. */
function unreadable(parsed: unknown, { controlId }: Header): OperationOutcomeIssue | null {
  const { resourceType, type } = (parsed ?? {}) as { resourceType?: unknown; type?: unknown }
  if (resourceType !== 'Bundle') return issue('structure', 'Send a Bundle', 'resourceType')
  if (typeof type !== 'string' || !TYPES.includes(type))
    return issue('not-supported', `must be one of ${TYPES.join(', ')}`, 'Bundle.type')
  if (controlId.length > LONGEST_ID)
    return issue('too-long', `is longer than ${LONGEST_ID} characters`, 'Bundle.identifier.value')
  const [message] = entriesOf(parsed)
  const event = message?.eventCoding?.code
  if (type === 'message' && (typeof event !== 'string' || !UPDATE_EVENTS.includes(event))) {
    const text = `${String(event ?? 'This event')} is not supported: send ${UPDATE_EVENTS.join(' or ')}`
    return issue('not-supported', text, 'Bundle.entry[0].resource.eventCoding')
  }
  return null
}

/** Allowed statuses (required bindings of R4): with any other, we cannot tell what happened. */
const STATUSES = table<readonly string[]>({
  DiagnosticReport: Object.keys(FHIR_STATUSES),
  Specimen: ['available', 'unavailable', 'unsatisfactory', 'entered-in-error'],
  Task: [
    ...['draft', 'requested', 'received', 'accepted', 'rejected', 'ready', 'cancelled', 'in-progress'],
    ...['on-hold', 'failed', 'completed', 'entered-in-error'],
  ],
})

function unknownStatuses({ entry = [] }: FhirBundle): OperationOutcomeIssue[] {
  return entry.flatMap(({ resource }, index) => {
    const { resourceType = '', status } = (resource ?? {}) as { resourceType?: string; status?: string }
    const known = STATUSES[resourceType]
    if (!known || status === undefined || known.includes(status)) return []
    const text = `${status.slice(0, 60)} is not a valid status: use one of ${known.join(', ')}`
    return [issue('code-invalid', text, `Bundle.entry[${index}].resource.status`)]
  })
}

function missing(bundle: FhirBundle, { controlId }: Header): OperationOutcomeIssue[] {
  const known = controlId ? [] : [issue('required', 'The Bundle has no identifier', 'Bundle.identifier')]
  const entries = Array.isArray(bundle.entry) ? bundle.entry : []
  const methods = entries.flatMap((entry, index) => {
    const method = (entry as { request?: { method?: unknown } } | null)?.request?.method
    if (method === undefined || method === 'POST' || method === 'PUT') return []
    return [
      issue('not-supported', 'Only POST and PUT are supported', `Bundle.entry[${index}].request.method`),
    ]
  })
  return [...known, ...methods]
}

import { isIsoDate } from '#domain/dates/dates.ts'
import { FhirRefusal } from './refusal.ts'

/** The types that can be read and searched, with each one's parameters besides the common ones. */
export const SEARCHABLE = {
  Patient: [],
  RelatedPerson: ['patient'],
  ServiceRequest: ['patient', 'status'],
  Specimen: ['patient', 'status'],
  DiagnosticReport: ['patient', 'status'],
  Task: ['patient', 'status'],
  Coverage: ['patient', 'status'],
  QuestionnaireResponse: ['patient', 'status'],
  Consent: ['patient', 'status'],
  Practitioner: [],
  Organization: [],
} as const satisfies Record<string, readonly ('patient' | 'status')[]>
export type SearchableType = keyof typeof SEARCHABLE
export const SEARCHABLE_TYPES = Object.keys(SEARCHABLE) as SearchableType[]

/** The search criteria; null means any. */
export interface Criteria {
  type: SearchableType
  id: string | null
  identifier: { system: string | null; value: string } | null
  /** A Patient's id. */
  patient: string | null
  status: string[] | null
  /** Updated at or after `from` and before `before`. */
  updated: { from: Date | null; before: Date | null }
  count: number
  /** Where the previous page ended: after this many of the order's resources. */
  after: { order: number; skip: number } | null
}

const COMMON = ['_id', 'identifier', '_lastUpdated', '_count', '_after', '_format']
const MOST = 100

type Query = Record<string, string | string[] | undefined>

/**
 * Parses a search at `base`. What is unknown, unreadable or more than is searched for is refused: whoever asks for two and
 * gets one takes the answer for both.
 */
export function criteriaOf(type: SearchableType, query: Query, base: string): Criteria {
  const own: readonly string[] = SEARCHABLE[type]
  // `subject` is these types' name for the patient.
  const known = [...COMMON, ...own, ...(own.includes('patient') ? ['subject'] : [])]
  for (const name of Object.keys(query))
    if (!known.includes(name)) refuse(name, 'is not a supported search parameter')
  const one = (name: string): string | null => {
    const value = query[name]
    if (Array.isArray(value)) return refuse(name, 'can be given only once')
    return value === undefined ? null : value.trim() || refuse(name, 'has no value')
  }
  /** In FHIR a comma begins another value, unless `\` precedes it. */
  const single = (name: string): string | null => {
    const value = one(name)
    if (value !== null && /(?<!\\)(?:\\\\)*,/.test(value))
      refuse(name, 'can have only one value: search for each')
    return value
  }
  const [patient, subject] = [single('patient'), single('subject')]
  if (patient !== null && subject !== null) refuse('subject', 'is the same as patient: give one of them')
  const id = single('_id')
  const identifier = single('identifier')
  const status = one('status')
  checkFormat(one('_format'))
  return {
    type,
    id: id === null ? null : unescaped(id),
    identifier: identifier === null ? null : token('identifier', identifier),
    patient:
      patient === null ? subject && patientIn('subject', subject, base) : patientIn('patient', patient, base),
    status: status === null ? null : status.split(',').map((part) => statusIn(type, part.trim())),
    updated: updated([query._lastUpdated ?? []].flat()),
    count: countOf(one('_count')),
    after: afterOf(one('_after')),
  }
}

function refuse(name: string, why: string): never {
  throw new FhirRefusal(400, 'invalid', `${name} ${why}`)
}

const unescaped = (text: string) => text.replace(/\\([\\,|$])/g, '$1')

function token(name: string, written: string): NonNullable<Criteria['identifier']> {
  const [, system, value = written] = /^((?:\\.|[^\\|])*)\|(.*)$/s.exec(written) ?? []
  if (value === '') refuse(name, 'has no value')
  return { system: system === undefined ? null : unescaped(system), value: unescaped(value) }
}

/** A Patient's id: alone, or as a reference to a Patient here. */
function patientIn(name: string, written: string, base: string): string {
  const before = [`${base}/Patient/`, 'Patient/'].find((one) => written.startsWith(one)) ?? ''
  const id = written.slice(before.length)
  return /^[A-Za-z0-9\-.]{1,64}$/.test(id) ? id : refuse(name, 'is not a Patient of this server')
}

/** The code system of each type's statuses. */
const STATUS_SYSTEM: Partial<Record<SearchableType, string>> = {
  ServiceRequest: 'http://hl7.org/fhir/request-status',
  Specimen: 'http://hl7.org/fhir/specimen-status',
  DiagnosticReport: 'http://hl7.org/fhir/diagnostic-report-status',
  Task: 'http://hl7.org/fhir/task-status',
  Coverage: 'http://hl7.org/fhir/fm-status',
  QuestionnaireResponse: 'http://hl7.org/fhir/questionnaire-answers-status',
  Consent: 'http://hl7.org/fhir/consent-state-codes',
}

function statusIn(type: SearchableType, written: string): string {
  const { system, value } = token('status', written)
  return system === null || system === STATUS_SYSTEM[type]
    ? value
    : refuse('status', `is not of the system ${STATUS_SYSTEM[type]}`)
}

/** A `+` in an address is a space. */
const FORMATS = ['json', 'application/json', 'application/fhir+json', 'application/fhir json']

function checkFormat(written: string | null): void {
  if (written !== null && !FORMATS.includes(written)) refuse('_format', 'must be json')
}

function countOf(written: string | null): number {
  const count = Number(written ?? 20)
  if (!Number.isInteger(count) || count < 1) refuse('_count', 'must be a whole number of at least 1')
  return Math.min(count, MOST)
}

function afterOf(written: string | null): Criteria['after'] {
  if (written === null) return null
  const [, order, skip] = /^(\d{1,15})\.(\d{1,4})$/.exec(written) ?? []
  return order && skip
    ? { order: Number(order), skip: Number(skip) }
    : refuse('_after', 'is not from this server: follow the next link of a search')
}

/** `ge2026-03-01` and so on; a date covers the whole day. What is given twice, holds twice. */
function updated(written: string[]): Criteria['updated'] {
  const found: Criteria['updated'] = { from: null, before: null }
  for (const one of written) {
    const [, prefix = 'eq', text = ''] =
      /^(eq|ge|gt|le|lt)?(\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?)$/.exec(one) ?? []
    const begin = new Date(text)
    if (Number.isNaN(begin.getTime()) || !isIsoDate(text.slice(0, 10)))
      refuse('_lastUpdated', 'must be a date or an instant, which eq, ge, gt, le or lt may precede')
    const end = new Date(begin.getTime() + (text.length === 10 ? 86_400_000 : 1))
    if (['ge', 'gt', 'eq'].includes(prefix)) found.from = later(found.from, prefix === 'gt' ? end : begin)
    if (['le', 'lt', 'eq'].includes(prefix))
      found.before = earlier(found.before, prefix === 'lt' ? begin : end)
  }
  return found
}

const later = (one: Date | null, other: Date) => (one !== null && one > other ? one : other)
const earlier = (one: Date | null, other: Date) => (one !== null && one < other ? one : other)

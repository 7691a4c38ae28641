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

/** Parses a search; an unknown or unreadable parameter is refused. */
export function criteriaOf(type: SearchableType, query: Query): Criteria {
  const own: readonly string[] = SEARCHABLE[type]
  // `subject` is these types' name for the patient.
  const known = [...COMMON, ...own, ...(own.includes('patient') ? ['subject'] : [])]
  for (const name of Object.keys(query))
    if (!known.includes(name)) refuse(name, 'is not a supported search parameter')
  const one = (name: string): string | null => {
    const value = query[name]
    if (Array.isArray(value)) return refuse(name, 'can be given only once')
    return value?.trim() ? value.trim() : null
  }
  const patient = one('patient') ?? one('subject')
  return {
    type,
    id: one('_id'),
    identifier: token(one('identifier')),
    patient: patient === null ? null : patient.replace(/^(.*\/)?Patient\//, ''),
    status:
      one('status')
        ?.split(',')
        .map((code) => code.replace(/^.*\|/, '')) ?? null,
    updated: updated([query._lastUpdated ?? []].flat()),
    count: countOf(one('_count')),
    after: afterOf(one('_after')),
  }
}

function refuse(name: string, why: string): never {
  throw new FhirRefusal(400, 'invalid', `${name} ${why}`)
}

function token(written: string | null): Criteria['identifier'] {
  if (written === null) return null
  const at = written.indexOf('|')
  return at < 0
    ? { system: null, value: written }
    : { system: written.slice(0, at), value: written.slice(at + 1) }
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

/** `ge2026-03-01` and so on; a date covers the whole day. */
function updated(written: string[]): Criteria['updated'] {
  const found: Criteria['updated'] = { from: null, before: null }
  for (const one of written) {
    const [, prefix = 'eq', text = ''] =
      /^(eq|ge|gt|le|lt)?(\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?)$/.exec(one) ?? []
    const begin = new Date(text)
    if (Number.isNaN(begin.getTime()))
      refuse('_lastUpdated', 'must be a date or an instant, which eq, ge, gt, le or lt may precede')
    const end = new Date(begin.getTime() + (text.length === 10 ? 86_400_000 : 1))
    if (prefix === 'ge' || prefix === 'eq') found.from = begin
    if (prefix === 'gt') found.from = end
    if (prefix === 'le' || prefix === 'eq') found.before = end
    if (prefix === 'lt') found.before = begin
  }
  return found
}

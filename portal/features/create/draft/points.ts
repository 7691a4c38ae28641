import type { FieldError } from '#contract/errors.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { isBlocking, type OpenPoint, type OrderSection } from '#domain/orders/points.ts'
import { openPoints } from '#domain/orders/readiness.ts'
import type { RuleContext } from '#domain/orders/rule-context.ts'
import { pendingInWords } from '#ui/fields/typed-words.ts'
import { isWithin } from './pointer.ts'

/** The section of the form that shows each part of the document. */
const SECTION_OF: Record<keyof OrderDocument, OrderSection> = {
  tests: 'tests',
  addOnTests: 'tests',
  isVOB: 'tests',
  addOn: 'tests',
  assignNewLabNumber: 'tests',
  overrides: 'tests',
  patients: 'patient',
  pregnancy: 'patient',
  parentage: 'patient',
  samples: 'specimens',
  kits: 'specimens',
  indicationsForTesting: 'clinical',
  clinicalNotes: 'clinical',
  phenotype: 'clinical',
  priorTesting: 'clinical',
  imaging: 'clinical',
  familyHistory: 'clinical',
  familyTestingRequest: 'clinical',
  knownVariants: 'clinical',
  answers: 'questions',
  consents: 'consents',
  consentRecords: 'consents',
  payment: 'payment',
  orderingProvider: 'provider',
  vaStation: 'provider',
  recipients: 'provider',
  urgentContact: 'provider',
  priority: 'provider',
}

function sectionOf(path: string): OrderSection {
  const member = path.split('/')[1] ?? ''
  return member in SECTION_OF ? SECTION_OF[member as keyof OrderDocument] : 'tests'
}

export interface FormPoint extends OpenPoint {
  /** The server said so: shown at its field without waiting for a visit. */
  refused: boolean
}

/**
 * What tells a point from all others, whatever its message says by now. Of what the server refuses only the message does:
 * a rule may warn of several things at one field, and their keys stay at the server.
 */
export const keyOfPoint = ({ section, path, rule, key, refused, message }: FormPoint) =>
  `${section} ${path} ${rule} ${refused ? message : key}`

interface PointInputs {
  document: OrderDocument
  context: RuleContext
  /** Codes of chosen tests that are still being fetched: not yet known, which is not the same as unknown. */
  loading: readonly string[]
  refused: readonly FieldError[]
  /** Words in fields that are not taken, by the field. */
  pending?: ReadonlyMap<string, string>
}

/** Are chosen tests still being fetched, so that nobody knows yet what they need? */
export function areTestsLoading({ document, loading }: Pick<PointInputs, 'document' | 'loading'>): boolean {
  return [...document.tests, ...document.addOnTests].some(({ testCode }) => loading.includes(testCode))
}

/** What stands against submitting the order: words that no field has taken, the rules, and what the server refused besides. */
export function formPoints({
  document,
  context,
  loading,
  refused,
  pending = new Map(),
}: PointInputs): FormPoint[] {
  const areLoading = areTestsLoading({ document, loading })
  const byRule = openPoints(document, context).filter(
    (point) =>
      // What is missing there may be what was typed.
      !(pending.has(point.path) && point.severity === 'error') &&
      !(
        point.rule === 'unknown' &&
        (point.section === 'tests' || point.section === 'questions') &&
        areLoading
      ),
  )
  const typed = [...pending].map(
    ([path, words]): FormPoint => ({
      ...{ path, rule: 'pending', message: pendingInWords(words), section: sectionOf(path) },
      ...{ severity: 'error', key: '', reason: '', refused: false },
    }),
  )
  const byServer = refused
    .filter((error) => !byRule.some((point) => point.path === error.path))
    .map((error): FormPoint => {
      const section = sectionOf(error.path)
      return { ...error, section, severity: 'error', key: '', reason: '', refused: true }
    })
  const eachOnce = new Map(byServer.map((point) => [keyOfPoint(point), point])).values()
  return [...typed, ...byRule.map((point) => ({ ...point, refused: false })), ...eachOnce]
}

/** Errors before warnings, and those before what somebody goes ahead in spite of; else in the order of the form. */
export function byUrgency<Point extends OpenPoint>(points: readonly Point[]): Point[] {
  const rank = (point: OpenPoint) => (point.severity === 'error' ? 0 : point.reason === '' ? 1 : 2)
  return points.toSorted((one, other) => rank(one) - rank(other))
}

/** How many points are errors, how many warnings are to be looked at, and how many somebody goes ahead in spite of. */
export function countPoints(points: readonly OpenPoint[]) {
  const errors = points.filter((point) => point.severity === 'error').length
  const open = points.filter(isBlocking).length
  return { errors, warnings: open - errors, overridden: points.length - open }
}

/** Which of the `fields` on the page shows the point at `path`: itself, or the nearest around or in it. */
export function fieldOf(path: string, fields: readonly string[]): string | null {
  const around = fields.filter((field) => isWithin(path, field)).sort((a, b) => b.length - a.length)
  return around[0] ?? fields.find((field) => isWithin(field, path)) ?? null
}

/** What the server refused, less what a change at `path` may have put right. */
export function openRefusals(refused: readonly FieldError[], path: string): readonly FieldError[] {
  const left = refused.filter((error) => !isWithin(error.path, path) && !isWithin(path, error.path))
  return left.length === refused.length ? refused : left
}

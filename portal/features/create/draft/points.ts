import type { FieldError } from '#contract/errors.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import {
  type OpenPoint,
  type OrderableTest,
  type OrderSection,
  openPoints,
} from '#domain/orders/readiness.ts'
import { isWithin } from './pointer.ts'

/** The section of the form that shows each part of the document. */
const SECTION_OF: Record<string, OrderSection> = {
  tests: 'tests',
  addOnTests: 'tests',
  patients: 'patient',
  samples: 'specimens',
  indicationsForTesting: 'clinical',
  clinicalNotes: 'clinical',
  consents: 'consents',
  payment: 'payment',
  orderingProvider: 'provider',
  recipients: 'provider',
}

export interface FormPoint extends OpenPoint {
  /** The server said so: shown at its field without waiting for a visit. */
  refused: boolean
}

interface Facts {
  document: OrderDocument
  tests: readonly OrderableTest[]
  /** Codes of chosen tests that are still being fetched: not yet known, which is not the same as unknown. */
  loading: readonly string[]
  refused: readonly FieldError[]
  today: string
}

/** What the order still needs: by the rules, and by what the server refused besides. */
export function formPoints({ document, tests, loading, refused, today }: Facts): FormPoint[] {
  const chosen = [...document.tests, ...document.addOnTests].map((test) => test.testCode)
  const byRule = openPoints(document, tests, today).filter(
    (point) =>
      !(
        point.rule === 'unknown' &&
        point.section === 'tests' &&
        chosen.some((code) => loading.includes(code))
      ),
  )
  const byServer = refused
    .filter((error) => !byRule.some((point) => point.path === error.path))
    .map((error) => ({ ...error, section: SECTION_OF[error.path.split('/')[1] ?? ''] ?? ('tests' as const) }))
  return [
    ...byRule.map((point) => ({ ...point, refused: false })),
    ...byServer.map((point) => ({ ...point, refused: true })),
  ]
}

/** Which of the `fields` on the page shows the point at `path`: itself, or the nearest around or in it. */
export function fieldOf(path: string, fields: readonly string[]): string | null {
  const around = fields.filter((field) => isWithin(path, field)).sort((a, b) => b.length - a.length)
  return around[0] ?? fields.find((field) => isWithin(field, path)) ?? null
}

/** What the server refused, less what a change at `path` may have put right. */
export function stillRefused(refused: readonly FieldError[], path: string): readonly FieldError[] {
  const left = refused.filter((error) => !isWithin(error.path, path) && !isWithin(path, error.path))
  return left.length === refused.length ? refused : left
}

import type { DiagnosticReport, Reference } from 'fhir/r4.js'
import { observationsIn } from './observation-values.ts'
import type { Find } from './references.ts'
import { SYSTEMS } from './systems.ts'

/**
 * The fetus that a report's Observations focus on: our number of the Patient, else its display, 'Fetus A'; ''
 * without a focus. Two fetuses are both named, and so none is.
 */
export function fetusIn({ result = [] }: DiagnosticReport, find: Find): string {
  const { found } = observationsIn(result, find)
  const named = found.flatMap(({ focus = [], subject }) => [
    ...focus.map((reference) => nameOf(reference, find)),
    // Some systems have the fetus as the subject of the results, and the mother as the report's.
    ...(subject ? [nameOf(subject, find)].filter((name) => /-fetus-\d+$/.test(name)) : []),
  ])
  const [only = '', ...more] = [...new Set(named)].filter(Boolean)
  return more.length === 0 ? only : [only, ...more].map(asLabel).join(', ')
}

/** `A, C` alone would be fetus A with a remark. */
function asLabel(name: string): string {
  return /\b(?:fetus|foetus|twin)\b/i.test(name) ? name : `Fetus ${name}`
}

function nameOf(reference: Reference, find: Find): string {
  const found = find(reference)
  const identifiers = [
    reference.identifier,
    ...(found?.resourceType === 'Patient' ? (found.identifier ?? []) : []),
  ]
  const own = identifiers.find((one) => one?.system === SYSTEMS.person)?.value
  return own ?? reference.display ?? ''
}

import { isBlocking, type OpenPoint, type OrderSection } from '#domain/orders/points.ts'
import { isDue } from './draft/needs.ts'
import { countPoints, type FormPoint } from './draft/points.ts'

export const SECTION_NAMES: Record<OrderSection | 'review', string> = {
  tests: 'Tests',
  patient: 'Patient and family',
  specimens: 'Specimens',
  clinical: 'Clinical information',
  consents: 'Consents',
  payment: 'Payment',
  provider: 'Provider and recipients',
  review: 'Review',
}

/** '5 to fill in', where nothing is wrong yet; else as `pointsInWords`, with what is still to be filled in. */
export function needsInWords(points: readonly FormPoint[], left: ReadonlySet<OrderSection>): string {
  const due = points.filter((point) => isDue(point, left))
  const toCome = points.filter((point) => point.severity === 'error' && !isDue(point, left)).length
  const wrong = due.some(isBlocking) || toCome === 0 ? [pointsInWords(due)] : []
  return [...wrong, ...(toCome > 0 ? [`${toCome} to fill in`] : [])].join(', ')
}

/** '2 to fix, 1 to look at'; 'Nothing left' when nothing stands against submitting. */
export function pointsInWords(points: readonly OpenPoint[]): string {
  const { errors, warnings } = countPoints(points)
  const counts = [errors > 0 ? `${errors} required` : '', warnings > 0 ? `${warnings} to look at` : '']
  return counts.filter((part) => part !== '').join(', ') || 'All complete'
}

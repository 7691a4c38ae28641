import { isBlocking, type OpenPoint, type OrderSection } from '#domain/orders/points.ts'
import { counted } from '#ui/counted.ts'
import { isDue } from './draft/needs.ts'
import { countPoints, type FormPoint } from './draft/points.ts'

export const SECTION_NAMES: Record<OrderSection | 'review', string> = {
  tests: 'Tests',
  patient: 'Patient and family',
  specimens: 'Specimens',
  clinical: 'Clinical information',
  questions: 'Laboratory’s questions',
  consents: 'Consents',
  payment: 'Payment',
  provider: 'Provider and recipients',
  review: 'Review',
}

/** The anchor of a section on the page. */
export const sectionId = (section: OrderSection | 'review') => `section-${section}`

/** '5 to complete' if nothing is wrong yet; otherwise as `pointsInWords`, with how many fields are still empty. */
export function needsInWords(points: readonly FormPoint[], left: ReadonlySet<OrderSection>): string {
  const due = points.filter((point) => isDue(point, left))
  const toCome = points.filter((point) => point.severity === 'error' && !isDue(point, left)).length
  const wrong = due.some(isBlocking) || toCome === 0 ? [pointsInWords(due)] : []
  return [...wrong, ...(toCome > 0 ? [`${toCome} to complete`] : [])].join(', ')
}

/** '2 required, 1 warning'; 'All complete' if nothing prevents submitting. */
export function pointsInWords(points: readonly OpenPoint[]): string {
  const { errors, warnings } = countPoints(points)
  const counts = [errors > 0 ? `${errors} required` : '', warnings > 0 ? counted(warnings, 'warning') : '']
  return counts.filter((part) => part !== '').join(', ') || 'All complete'
}

import { ORDER_SECTIONS, type OrderSection } from '#domain/orders/points.ts'
import { byUrgency, type FormPoint, keyOfPoint } from './points.ts'

/** A line of what an order still needs. */
export type Need =
  /** A section that nobody has left yet: what is missing there is no mistake. */
  | { kind: 'to-come'; section: OrderSection; count: number }
  /** `isGone`: it has just been put right, and stays where it is while somebody points at the list. */
  | { kind: 'point'; point: FormPoint; isGone: boolean }

export const keyOfNeed = (need: Need) => (need.kind === 'to-come' ? need.section : keyOfPoint(need.point))

/** Whether a point may be shown as one: its section was left, submitting was tried, or the server said so. */
export function isDue(
  point: Pick<FormPoint, 'section' | 'refused'>,
  left: ReadonlySet<OrderSection>,
): boolean {
  return point.refused || left.has(point.section)
}

/** What is due, errors first, then a calm line for each section that is still to come, in the order of the form. */
export function needsOf(points: readonly FormPoint[], left: ReadonlySet<OrderSection>): Need[] {
  const due = points.filter((point) => isDue(point, left))
  const open = points.filter((point) => !isDue(point, left))
  const toCome = ORDER_SECTIONS.map((section): Need => {
    const missing = open.filter((point) => point.section === section && point.severity === 'error')
    const count = missing.length
    return { kind: 'to-come', section, count }
  })
  return [
    ...byUrgency(due).map((point): Need => ({ kind: 'point', point, isGone: false })),
    ...toCome.filter((need) => need.kind === 'to-come' && need.count > 0),
  ]
}

/**
 * The lines while somebody points at them: those that were shown keep their places, also when what they say is done, and
 * new ones come below.
 */
export function stabilizeNeeds(visible: readonly Need[], now: readonly Need[]): Need[] {
  const found = new Map(now.map((need) => [keyOfNeed(need), need]))
  const existing = visible.map((need): Need => {
    const still = found.get(keyOfNeed(need))
    if (still) return still
    return need.kind === 'point' ? { ...need, isGone: true } : { ...need, count: 0 }
  })
  const known = new Set(visible.map(keyOfNeed))
  return [...existing, ...now.filter((need) => !known.has(keyOfNeed(need)))]
}

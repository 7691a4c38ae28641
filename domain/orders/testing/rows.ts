import { describe, expect, test } from 'vitest'
import type { OrderDocument } from '../document.ts'
import { openPoints } from '../readiness.ts'
import type { RuleContext } from '../rule-context.ts'
import { CONTEXT, completeOrder, withChanges } from './complete-order.ts'

/** Changes to a complete order, by JSON pointer, the resulting open points, and an optional context. */
export type Row = [
  what: string,
  changes: Record<string, unknown>,
  points: string[],
  context?: Partial<RuleContext>,
]

/** `section path rule` of each open point, with a question mark for a warning. */
export function pointsOf(document: OrderDocument, context: Partial<RuleContext> = {}): string[] {
  return openPoints(document, { ...CONTEXT, ...context }).map(
    ({ section, path, rule, severity }) => `${section} ${path} ${rule}${severity === 'warning' ? '?' : ''}`,
  )
}

/** The message of each open point. */
export function wordsOf(changes: Record<string, unknown>, context: Partial<RuleContext> = {}): string[] {
  return openPoints(withChanges(completeOrder(), changes), { ...CONTEXT, ...context }).map(
    (point) => point.message,
  )
}

/** One test per row. */
export function describeRows(tables: Record<string, Row[]>): void {
  describe.each(Object.entries(tables))('%s', (_subject, rows) => {
    test.each(rows)('%s', (_what, changes, points, context) => {
      expect(pointsOf(withChanges(completeOrder(), changes), context)).toEqual(points)
    })
  })
}

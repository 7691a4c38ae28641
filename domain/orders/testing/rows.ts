import { describe, expect, test } from 'vitest'
import type { OrderDocument } from '../document.ts'
import { openPoints } from '../readiness.ts'
import { CATALOGUE, completeOrder, TODAY, withChanges } from './complete-order.ts'

/** What is changed in a complete order, by JSON pointer, and each open point that comes of it. */
export type Row = [what: string, changes: Record<string, unknown>, points: string[]]

/** `section path rule` of each open point. */
export function pointsOf(document: OrderDocument): string[] {
  return openPoints(document, CATALOGUE, TODAY).map(({ section, path, rule }) => `${section} ${path} ${rule}`)
}

/** One test for each row. */
export function describeRows(tables: Record<string, Row[]>): void {
  describe.each(Object.entries(tables))('%s', (_subject, rows) => {
    test.each(rows)('%s', (_what, changes, points) => {
      expect(pointsOf(withChanges(completeOrder(), changes))).toEqual(points)
    })
  })
}

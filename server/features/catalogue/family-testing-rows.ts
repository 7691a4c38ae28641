import { z } from 'zod'
import type { FamilyTestingTerms } from '#domain/family/cascade/window.ts'
import { VARIANT_CLASSES } from '#domain/orders/known-variants.ts'
import { code, oneOf, orEmpty, set, wholeNumber } from '#server/csv/data-cells.ts'

/** At which terms relatives are tested for a finding by a test of `known-variants.csv`: `family-testing.csv`. */
export const familyTestingCells = z.object({
  testCode: code,
  /** What has to have happened by the last day. */
  until: oneOf(['ordered', 'received']),
  who: oneOf(['blood', 'first degree']),
  /** How many relatives; empty: any number. */
  atMost: orEmpty(
    wholeNumber.refine((count) => count > 0).transform(String),
    'is not a number from 1, or empty',
  ),
  classes: set(oneOf(VARIANT_CLASSES)).refine((classes) => classes.length > 0, 'names no class'),
  /** Reports of these tests open no window. */
  notTests: set(code),
})

export const familyTestingRow = familyTestingCells.transform(({ testCode, atMost, ...terms }) => ({
  testCode,
  topic: 'familyTesting' as const,
  setting: { ...terms, most: atMost === '' ? null : Number(atMost) } satisfies FamilyTestingTerms,
}))

import { z } from 'zod'
import { REANALYZED_RESULTS, type ReanalysisPolicy } from '#domain/reanalysis/policy.ts'
import { code, oneOf, orEmpty, set, text, wholeNumber, yesNo } from '#server/csv/data-cells.ts'

const MOST_MONTHS = 240
const months = orEmpty(
  wholeNumber
    .refine((count) => count >= 1 && count <= MOST_MONTHS, `is not from 1 to ${MOST_MONTHS}`)
    .transform(String),
  `is not a number of months from 1 to ${MOST_MONTHS}, or empty`,
)

/** When a test's results come up for reanalysis: `reanalysis.csv`. */
export const reanalysisCells = z.object({
  testCode: code,
  /** The test that analyzes its stored data again; a reanalysis may name itself. */
  reanalysisTest: code,
  /** Empty: never because of its age. */
  afterMonths: months,
  byFindings: yesNo,
  results: set(oneOf(REANALYZED_RESULTS)).refine((results) => results.length > 0, 'names no result'),
  /** Ids of consents. */
  consents: set(text),
  ofDeceased: yesNo,
})

export const reanalysisRow = reanalysisCells
  .refine(({ afterMonths, byFindings }) => afterMonths !== '' || byFindings, {
    path: ['afterMonths'],
    message: 'is needed if new findings do not bring a result up',
  })
  .transform(({ testCode, reanalysisTest, afterMonths, ...policy }) => ({
    testCode,
    topic: 'reanalysis' as const,
    setting: {
      ...policy,
      test: reanalysisTest,
      afterMonths: afterMonths === '' ? null : Number(afterMonths),
    } satisfies ReanalysisPolicy,
  }))

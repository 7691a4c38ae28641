import type { NOT_DUE, ReanalysisReason } from './due.ts'

const REASONS = {
  age: 'the report is old enough',
  findings: 'findings were recorded since the report',
} as const satisfies Record<ReanalysisReason, string>

/** 'the report is old enough, and findings were recorded since the report'. */
export function reasonsInWords(reasons: readonly ReanalysisReason[]): string {
  return reasons.map((reason) => REASONS[reason]).join(', and ')
}

/** Why a result does not come up, for readers. */
export const NOT_DUE_WORDS = {
  result: 'The report has no negative or uncertain result as data.',
  deceased: 'The patient has died.',
  'consent-withdrawn': 'The patient withdrew the consent that reanalysis needs.',
  'ordered-again': 'The test or its reanalysis was ordered again.',
  closed: 'The question of a reanalysis was closed with a statement.',
  'too-early': 'It is not due yet.',
} as const satisfies Record<(typeof NOT_DUE)[number], string>

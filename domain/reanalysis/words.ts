import type { ReanalysisReason } from './due.ts'

const REASONS = {
  age: 'the report is old enough',
  findings: 'findings were recorded since the report',
} as const satisfies Record<ReanalysisReason, string>

/** 'the report is old enough, and findings were recorded since the report'. */
export function reasonsInWords(reasons: readonly ReanalysisReason[]): string {
  return reasons.map((reason) => REASONS[reason]).join(', and ')
}

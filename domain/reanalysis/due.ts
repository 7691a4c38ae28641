import { addMonths, type IsoDate } from '../dates/dates.ts'
import type { ReanalysisPolicy } from './policy.ts'

/** What is known about a reported order that may be analyzed again. */
export interface ReportedCase {
  /** The day of its current final report. */
  reportedOn: IsoDate
  /** The laboratory's overall result; anything else than `negative` or `uncertain` does not come up. */
  outcome: string
  /** The first day after the report on which findings were recorded; null if there are none. */
  findingsOn: IsoDate | null
  isDeceased: boolean
  /** Consents that the person tested has withdrawn. */
  withdrawnConsents: readonly string[]
  /** A newer order of the same test or of its reanalysis for this person, submitted or a draft. */
  isOrderedAgain: boolean
  /** A user closed its reanalysis with a statement: the question has been answered. */
  isClosed: boolean
}

export const REANALYSIS_REASONS = ['age', 'findings'] as const
export type ReanalysisReason = (typeof REANALYSIS_REASONS)[number]

/** Why a result does not come up, the first that applies. */
export const NOT_DUE = [
  'result',
  'deceased',
  'consent-withdrawn',
  'ordered-again',
  'closed',
  'too-early',
] as const

export type ReanalysisDue =
  | { isDue: true; reasons: ReanalysisReason[]; since: IsoDate }
  | { isDue: false; why: (typeof NOT_DUE)[number] }

/**
 * Whether a result comes up for reanalysis on `today`, for which reasons, and since when. A result that the
 * report does not give as data is not guessed. Genes that became known since the report are not considered: the
 * portal does not know which genes a case was ranked by.
 */
export function reanalysisDue(policy: ReanalysisPolicy, known: ReportedCase, today: IsoDate): ReanalysisDue {
  const { results, afterMonths, byFindings, ofDeceased, consents } = policy
  if (!results.some((result) => result === known.outcome)) return { isDue: false, why: 'result' }
  if (known.isDeceased && !ofDeceased) return { isDue: false, why: 'deceased' }
  if (known.withdrawnConsents.some((id) => consents.includes(id)))
    return { isDue: false, why: 'consent-withdrawn' }
  if (known.isOrderedAgain) return { isDue: false, why: 'ordered-again' }
  if (known.isClosed) return { isDue: false, why: 'closed' }
  const days: [ReanalysisReason, IsoDate | null][] = [
    ['age', afterMonths === null ? null : addMonths(known.reportedOn, afterMonths)],
    ['findings', byFindings ? known.findingsOn : null],
  ]
  const past = days.flatMap(([reason, day]) => (day !== null && day <= today ? [{ reason, day }] : []))
  const since = past.map(({ day }) => day).toSorted()[0]
  if (since === undefined) return { isDue: false, why: 'too-early' }
  return { isDue: true, reasons: past.map(({ reason }) => reason), since }
}

import type { IsoDate } from '../dates/dates.ts'
import type { ReanalysisReason } from '../reanalysis/due.ts'
import type { ReportChange, ReportStatus } from '../reports/statuses.ts'
import type { FollowUpKind, FollowUpResult } from './follow-up.ts'
import type { ReclassificationDetail } from './reclassification.ts'

/** Of a report that waits for its acknowledgement: the version to see. */
export interface ReportDetail {
  version: number
  /** What users call it (`numberInReport`). Left out by portals of before. */
  number?: number
  status: ReportStatus
  /** The kind of change, if the laboratory gives it. */
  change: ReportChange | null
  /** The result of the version before; null for a first one. */
  before: FollowUpResult | null
}

/** Of a result that came up for reanalysis. */
export interface ReanalysisDetail {
  reasons: readonly ReanalysisReason[]
  /** The first day on which one of them applied. */
  since: IsoDate
  reportedOn: IsoDate
  /** The code of the test that analyzes the stored data again. */
  test: string
}

/** What each kind of follow-up keeps besides its columns. */
export interface FollowUpDetails extends Record<FollowUpKind, object> {
  report: ReportDetail
  reanalysis: ReanalysisDetail
  reclassification: ReclassificationDetail
}

import type { ReportChange, ReportStatus } from '../reports/statuses.ts'
import type { FollowUpKind, FollowUpResult } from './follow-up.ts'

/** Of a report that waits for its acknowledgement: the version to see. */
export interface ReportDetail {
  version: number
  status: ReportStatus
  /** The kind of change, if the laboratory gives it. */
  change: ReportChange | null
  /** The result of the version before; null for a first one. */
  before: FollowUpResult | null
}

/** What each kind of follow-up keeps besides its columns. */
export interface FollowUpDetails extends Record<FollowUpKind, object> {
  report: ReportDetail
}

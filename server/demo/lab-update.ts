import type { Stated } from '#domain/reports/demonstration/finding.ts'
import type { ReportChange, ReportStatus } from '#domain/reports/statuses.ts'

/** What the laboratory reports about a demo order, and when. */
export interface DemoLabUpdate {
  at: Date
  status: Exclude<ReportStatus, 'partial' | 'cancelled'>
  /** The finding; '' if there is none. */
  finding: string
  /** The same as data; left out if there is none. */
  stated?: Stated
  change?: ReportChange
  words?: string
  /** With the patient's number but another first name and no birth date: somebody at the laboratory has to check it. */
  isDoubtful?: boolean
  /** The label of the fetus that it is about. */
  fetus?: string
}

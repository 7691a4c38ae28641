import type { ReportChange, ReportStatus } from '#domain/reports/statuses.ts'

/** What the laboratory says of the report of a demonstration order, and when. */
export interface DemoLabUpdate {
  at: Date
  status: Exclude<ReportStatus, 'partial' | 'cancelled'>
  /** What it found; '' where nothing comes. */
  finding: string
  change?: ReportChange
  words?: string
  /** Of the patient's number with another first name and no birth date: a person at the laboratory has to look. */
  isDoubtful?: boolean
}

import type { ReportVersion } from './history.ts'

interface Named extends Pick<ReportVersion, 'state' | 'status'> {
  /** The laboratory is checking whether it stands. */
  isQuestioned: boolean
}

/** What whoever finds the file later must know of it; '' for what counts and is final. */
function mark({ state, status, isQuestioned }: Named): string {
  if (state !== 'current') return state
  if (isQuestioned) return 'being-checked'
  return status === 'preliminary' || status === 'partial' ? status : ''
}

/**
 * The name under which a document of a report is saved, with what it was then: `report-26-1-v1-superseded.pdf`. What
 * happens to the report afterwards no file can say.
 */
export function markedFileName(filename: string, version: Named): string {
  const suffix = mark(version)
  if (suffix === '') return filename
  const dot = filename.lastIndexOf('.')
  return dot > 0 ? `${filename.slice(0, dot)}-${suffix}${filename.slice(dot)}` : `${filename}-${suffix}`
}

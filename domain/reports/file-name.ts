import type { ReportVersion } from './history.ts'

interface Named extends Pick<ReportVersion, 'state' | 'status'> {
  /** The laboratory is checking whether it is valid. */
  isQuestioned: boolean
}

/** A warning for whoever finds the file later; '' for a current final version. */
function mark({ state, status, isQuestioned }: Named): string {
  if (state !== 'current') return state
  if (isQuestioned) return 'being-checked'
  return status === 'preliminary' || status === 'partial' ? status : ''
}

/**
 * The file name of a report's document, with its state at the time: `report-26-1-v1-superseded.pdf`. A file
 * cannot show what happens to the report afterwards.
 */
export function markedFileName(filename: string, version: Named): string {
  const suffix = mark(version)
  if (suffix === '') return filename
  const dot = filename.lastIndexOf('.')
  return dot > 0 ? `${filename.slice(0, dot)}-${suffix}${filename.slice(dot)}` : `${filename}-${suffix}`
}

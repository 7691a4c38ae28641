import { currentOf, isFinal, type ReportVersion } from './history.ts'

/** A current version whose documents are not valid any more as the report of another test of the same person. */
export interface OutdatedCopy {
  copy: ReportVersion
  /** The version of the other test that was withdrawn or replaced. */
  of: ReportVersion
  /** The version that replaced it; null if it was withdrawn. */
  replacement: ReportVersion | null
}

/** One document may be the report of several tests, and be withdrawn or corrected as that of one of them alone. */
export function outdatedCopies(versions: readonly ReportVersion[]): OutdatedCopy[] {
  const current = versions.filter(({ state }) => state === 'current')
  return current.flatMap((copy) => {
    const isStillValid = ({ testCode }: ReportVersion) =>
      current.some((one) => one.testCode === testCode && isCopyOf(copy, one))
    const of = versions.findLast(
      (one) =>
        one.testCode !== copy.testCode &&
        isCopyOf(copy, one) &&
        // That a final report follows a preliminary one is no change.
        (one.state === 'withdrawn' ||
          (one.state === 'superseded' && isFinal({ ...one, state: 'current' }))) &&
        !isStillValid(one),
    )
    if (!of) return []
    const valid = current.filter(
      (one) => one.person === of.person && one.testCode === of.testCode && one.status !== 'addended',
    )
    const newest = currentOf(valid.filter(isFinal))
    return [{ copy, of, replacement: (of.state === 'superseded' && newest) || null }]
  })
}

/** Whether all of its documents are the other's too. One of several may be a sheet that every report has. */
function isCopyOf(copy: ReportVersion, other: ReportVersion): boolean {
  const [own, others] = [documentsOf(copy), documentsOf(other)]
  return copy.person === other.person && own.length > 0 && own.every((key) => others.includes(key))
}

const documentsOf = ({ parts }: Pick<ReportVersion, 'parts'>) =>
  parts.flatMap((part) => (part.kind === 'document' ? [part.fileKey] : []))

import { currentOf, isFinal, type ReportVersion } from './history.ts'

/** A current version with a document that is not valid any more as the report of another test of the same person. */
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
      current.some((one) => one.testCode === testCode && hasSameDocument(one, copy))
    const of = versions.findLast(
      (one) =>
        one.testCode !== copy.testCode &&
        hasSameDocument(one, copy) &&
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

function hasSameDocument(one: ReportVersion, other: ReportVersion): boolean {
  return one.person === other.person && documentsOf(one).some((key) => documentsOf(other).includes(key))
}

const documentsOf = ({ parts }: Pick<ReportVersion, 'parts'>) =>
  parts.flatMap((part) => (part.kind === 'document' ? [part.fileKey] : []))

import type { MessageStatus, ReportChange, ReportStatus } from './statuses.ts'

/** What a report is called, wherever somebody reads of it: page, list, mail, PDF. */
export const STATUS_WORDS: Readonly<Record<ReportStatus, string>> = {
  preliminary: 'Preliminary',
  partial: 'Partial',
  final: 'Final',
  addended: 'Addendum',
  amended: 'Amended',
  corrected: 'Corrected',
  withdrawn: 'Withdrawn',
  cancelled: 'Cancelled',
}

/**
 * What may happen to a version that somebody has opened. `preliminary`: a preliminary one took its place. `restored`: the
 * laboratory had taken it back to look at it, and it counts again. `questioned`: the laboratory is checking whether it
 * stands. `upheld`: it was questioned, and stands.
 */
export const NOTICE_KINDS = [
  ...([
    'addended',
    'amended',
    'corrected',
    'preliminary',
    'withdrawn',
    'restored',
    'questioned',
    'upheld',
  ] as const),
]
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** What somebody is told of a report that they had opened. */
export const NOTICE_STATUS_WORDS = {
  ...STATUS_WORDS,
  ...{ restored: 'Valid again', questioned: 'Being checked', upheld: 'Checked: valid' },
} as const

/** A test as its report names it: one that was not ordered by its own name and code, so that two are told apart. */
export function testInWords(
  ordered: readonly { testCode: string; testName: string }[],
  { testCode, testName }: { testCode: string; testName: string },
): string {
  const [first] = ordered
  const test = testCode === '' ? first : ordered.find((one) => one.testCode === testCode)
  if (test) return test.testName
  return testName === '' || testName === testCode ? testCode : `${testName} (${testCode})`
}

/** The same for what a message says, which may be unclear. */
export function statusInWords(status: Exclude<MessageStatus, 'none'>): string {
  return status === 'unclear' ? 'Status unclear' : STATUS_WORDS[status]
}

/** What a status means for whoever acts on the report. */
export const STATUS_MEANING: Readonly<Record<ReportStatus, string>> = {
  preliminary: 'Results may still change. Wait for the final report before you act on them.',
  partial: 'Some of the tests are done. More results will follow.',
  final: 'The laboratory has completed this report.',
  addended: 'Adds to the previous report, which remains valid.',
  amended: 'Replaces the previous report, which was correct by what was known at the time.',
  corrected: 'Replaces a report that contained an error.',
  withdrawn: 'The laboratory has withdrawn this report. Do not use it.',
  cancelled: 'The test was not done.',
}

/** Why a report changed, in words. */
export const CHANGE_WORDS: Readonly<Record<ReportChange, string>> = {
  addendum: 'Addendum',
  reclassification: 'Variant reclassified',
  interpretation: 'Interpretation revised',
  result: 'Result corrected',
  demographic: 'Patient details corrected',
  'wrong-patient': 'Issued for the wrong patient',
  format: 'Layout changed, content unchanged',
}

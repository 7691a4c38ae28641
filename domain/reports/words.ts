import type { MessageStatus, ReportChange, ReportStatus } from './statuses.ts'

/** A report's status wherever users read it: page, list, email, PDF. */
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
 * Changes of a version that a user has opened. `preliminary`: a preliminary one replaced it. `restored`: the
 * laboratory had withdrawn it to check it, and it is valid again. `questioned`: the laboratory is checking
 * whether it is valid. `upheld`: it was checked and is valid.
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

/** The status in a notice about a report that a user had opened. */
export const NOTICE_STATUS_WORDS = {
  ...STATUS_WORDS,
  ...{ restored: 'Valid again', questioned: 'Being checked', upheld: 'Checked: valid' },
} as const

/**
 * The name of a report's test: one that was not ordered by its own name and code, so that two can be told
 * apart.
 */
export function testInWords(
  ordered: readonly { testCode: string; testName: string }[],
  { testCode, testName }: { testCode: string; testName: string },
): string {
  const [first] = ordered
  const test = testCode === '' ? first : ordered.find((one) => one.testCode === testCode)
  if (test) return test.testName
  return testName === '' || testName === testCode ? testCode : `${testName} (${testCode})`
}

/** The status of a message in words, which may be unclear. */
export function statusInWords(status: Exclude<MessageStatus, 'none'>): string {
  return status === 'unclear' ? 'Status unclear' : STATUS_WORDS[status]
}

/** What a status means for users who act on the report. */
export const STATUS_MEANING: Readonly<Record<ReportStatus, string>> = {
  preliminary: 'Results may still change. Wait for the final report before you act on them.',
  partial: 'Some of the tests are done. More results will follow.',
  final: 'The laboratory has completed this report.',
  addended: 'Adds to the previous report, which remains valid.',
  amended: 'Replaces the previous report, which was correct at the time.',
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

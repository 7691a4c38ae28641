import type { ReportDoubt } from './decisions.ts'
import type { FiledReport } from './report-update.ts'

/** The parts of a version that determine its report. */
interface VersionIdentity {
  person: string
  testCode: string
  filler: string
  /** DiagnosticReport.id, or OBR-1. */
  group: string
  state: string
}

/** The report a message is about: its versions, none for a new one; or why it cannot be determined. */
type WhichReport<Version> =
  | { versions: Version[]; doubt: null }
  | {
      versions: Version[]
      doubt: Extract<ReportDoubt, 'withdraws-which' | 'corrects-which' | 'cancels-unknown'>
    }

/** Statuses that refer to a report already on file. */
const CHANGES: readonly FiledReport['status'][] = ['addended', 'amended', 'corrected']
const TAKES_BACK: readonly FiledReport['status'][] = ['withdrawn', 'cancelled']

/**
 * The versions of the report that a message is about: those of the same test (OBR-4) of the same person. One of no test
 * is of the only report there is. What changes or withdraws a report under a test that has none is about the report of
 * the same id (DiagnosticReport.id); else a correction about the one report of the same filler number, and a withdrawal
 * about none that is certain: a person has to say which. What cancels a test that was not ordered cancels nothing by itself. `tests`: what was ordered; a first report of such a test may
 * be called a correction, and one that is cancelled was never made. `of`: the test that a person chose.
 */
export function whichReport<Version extends VersionIdentity>(
  all: readonly Version[],
  { person, identity, status, decided }: Pick<FiledReport, 'person' | 'identity' | 'status' | 'decided'>,
  tests: readonly string[],
): WhichReport<Version> {
  const ofPerson = all.filter((one) => one.person === person)
  const ofTest = (testCode: string) => ofPerson.filter((one) => one.testCode === testCode)
  const sure = (versions: Version[]): WhichReport<Version> => ({ versions, doubt: null })
  if (decided?.of !== undefined) return sure(ofTest(decided.of))
  const { testCode, filler } = identity
  const own = ofTest(testCode)
  if (own.length > 0) return sure(own)
  const known = [...new Set(ofPerson.map((one) => one.testCode))]
  const only = (codes: readonly string[]) => (codes.length === 1 ? ofTest(codes[0] ?? '') : [])
  const codesOf = (versions: readonly Version[]) => [...new Set(versions.map((one) => one.testCode))]
  if (testCode === '' && known.length === 1) return sure(ofPerson)
  const isChange = CHANGES.includes(status)
  const isTakenBack = TAKES_BACK.includes(status)
  // A report may have been filed under no test, or as any genetic report, before the laboratory named the test that it is of.
  const unnamed = tests.includes(testCode) ? ofPerson.filter((one) => isUnnamed(one.testCode)) : []
  if (unnamed.length > 0) {
    if (tests.length === 1 && known.length === 1) return sure(unnamed)
    if (isTakenBack && !known.some((code) => tests.includes(code)))
      return { versions: [], doubt: 'withdraws-which' }
  }
  if (!isChange && !isTakenBack) return sure([])

  const sameId = only(codesOf(ofPerson.filter((one) => isSameId(one, identity))))
  if (sameId.length > 0) return sure(sameId)
  const counting = ofPerson.filter(({ state }) => state === 'current')
  if (counting.length === 0)
    return status === 'cancelled' && !isKnownTest(testCode, tests)
      ? { versions: [], doubt: 'cancels-unknown' }
      : sure([])
  const sameFiller = filler === '' ? [] : ofPerson.filter((one) => one.filler === filler)
  // The only report with this filler number.
  const byFiller = only(codesOf(sameFiller))
  const isOrdered = testCode !== '' && (tests.length === 0 || tests.includes(testCode))
  if (isTakenBack) {
    // An ordered test that is not done, or whose report has not arrived yet.
    if (isOrdered) return sure([])
    return testCode === '' && byFiller.length > 0
      ? sure(byFiller)
      : { versions: [], doubt: 'withdraws-which' }
  }
  if (isOrdered)
    return sameFiller.length === 0 || tests.length === 0
      ? sure([])
      : { versions: [], doubt: 'corrects-which' }
  return byFiller.length > 0 ? sure(byFiller) : { versions: [], doubt: 'corrects-which' }
}

/** LOINC's codes of a genetic report and of the panel of its results: any test's report may have one. */
export const DOCUMENT_CODES: readonly string[] = ['51969-4', '81247-9']
const isUnnamed = (testCode: string) => testCode === '' || DOCUMENT_CODES.includes(testCode)

/** Whether the test belongs to the order: it was ordered, or is not named. */
export function isKnownTest(testCode: string, tests: readonly string[]): boolean {
  return testCode === '' || tests.length === 0 || tests.includes(testCode)
}

/** DiagnosticReport.id; OBR-1 only counts within its message. */
function isSameId({ group }: VersionIdentity, identity: FiledReport['identity']): boolean {
  return group !== '' && /\D/.test(group) && group === identity.group
}

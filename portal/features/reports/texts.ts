// NoticesCard
export const changedReports = 'Changed reports'
export const changedSinceOpened = (reports: string, have: string) =>
  `${reports} you opened ${have} changed since then`
export const readNotice = 'Read notice'

// ReportBanners
export const openedVersions = (versions: string) => `You opened version ${versions}`
export const resultBeingChecked = 'A result is being checked'
export const beingCheckedHint =
  'The laboratory is verifying a result of this order before it is released to you. No action is needed.'
const ofReport = (whose: string) => (whose === '' ? '' : `, ${whose}`)
export const openVersion = (version: number, whose = '') => `Open version ${version}${ofReport(whose)}`
export const iHaveReadThis = 'I have read this'
export const acknowledgeBelow = 'Acknowledge below'
export const doNotUseIt = ' Do not use it.'
export const laboratoryStatement = (words: string) => ` The laboratory says: ${words}`
export const questionsTo = (phone: string) => ` Questions: ${phone}.`
export const theReportWasWithdrawn = 'The report was withdrawn'
export const withdrawnWarning = (when: string, words: string, phone: string) =>
  `On ${when}. Do not use any copy of it.${words} Questions: ${phone}.`
export const readyAndAwaited = (ready: string, pending: string) => `${ready}; still awaited: ${pending}`
export const openReport = 'Open report'
export const openReportOf = (which: string) => `Open report: ${which}`
export const answer = (words: string) => `Result: ${words}`
export const readTheReport = 'read the report'
export const notOpenedHere = ' Not opened yet at your institution.'

// DownloadVersion
export const download = 'Download'

// ResultDownloads
export const downloadCsv = 'Download result (CSV)'
export const downloadPhenopacket = 'Download result (phenopacket)'

// VersionParts
export const onlyInDocument =
  'This result is only in the document: the laboratory sent no data of it, so that it cannot be searched, compared or downloaded as data.'

// Statuses of a cancelled order's reports
export const neverFinal = 'The order was cancelled: no final report will confirm these results.'
export const neverComplete =
  'Some of the tests are done. The order was cancelled: no more results will follow.'

// ReportViewer
export const reportOf = (name: string, version: string) => `Report of ${name}${version}`
export const doNotUse = 'Do not use this report'
export const theLaboratoryWithdrewIt = 'The laboratory withdrew it'
export const onDay = (when: string) => ` on ${when}`
export const withdrawalReason = (reason: string) => ` The laboratory says: ${reason}.`
export const replacedBy = (version: number) =>
  `This is not the current report: version ${version} replaced it`
export const versionNumber = (version: number) => `version ${version}`
export const versionsCompared = (versions: string) => `Versions ${versions} compared`
export const issuedWith = (when: string, change: string) => `Issued ${when}${change}`
export const showTheReportAnyway = 'Show the report anyway'
export const closeReport = 'Close report'

// ReportsCard
export const reports = 'Reports'
export const issuedAt = (when: string) => `Issued ${when}`
export const receivedAt = (when: string) => `Received ${when}`
export const withdrawnAt = (when: string, reason: string) => `Withdrawn ${when}.${reason}`
export const versionTitle = (version: number) => `Version ${version}`
export const openLabel = 'Open'
export const compareVersions = (version: number, before: number, whose: string) =>
  `Compare version ${version} with version ${before}${ofReport(whose)}`
export const compare = 'Compare'
export const downloadVersion = (version: number, whose: string) =>
  `Download version ${version}${ofReport(whose)}`
export const notOpenedYet = 'Not opened yet'
export const beingChecked = 'Being checked'
export const withdrawn = 'Withdrawn'
export const replacedByVersion = (version: number) => `Replaced by version ${version}`

// AssignDialog
export const resultMoved = (orderId: string | number) => `Result moved to order ${orderId}`
export const moveTitle = 'Move this result to another order?'
export const moveResult = 'Move result'
export const orderNumber = 'Order number'
export const digitsOnly = 'An order number has digits only.'
export const theOrderIsLoading = 'The order is loading'
export const orderAndTest = (orderId: number, testName: string) => `Order ${orderId}: ${testName}`
export const whoseResultItIs = 'Whose result it is'
export const moveReasonHint = 'How you verified whose result this is. Saved with the result.'

// ReportComparison
export const whatWouldChange = 'What the waiting result changes'

// NoticesPage
export const openedAt = (when: string) => `· opened ${when}`
export const noticesOfChangedReports = 'Notices of changed reports'
export const laboratory = 'Laboratory'
export const resultsToCheck = 'Results to check'
export const notices = 'Notices'
export const noticesHint =
  'Everyone who opened a report is notified when it changes or is withdrawn. Call anyone who has not confirmed.'
export const whichNotices = 'Which notices'
export const notConfirmed = 'Not confirmed'
export const all = 'All'
export const allNoticesAreConfirmed = 'All notices are confirmed'
export const noNotices = 'No notices'
export const noNoticesHint = 'A notice is sent when a report changes after someone opened it.'
export const report = 'Report'
export const reader = 'Reader'
export const notified = 'Notified'
export const confirmed = 'Confirmed'
export const notYet = 'Not yet'
export const noticeTitle = (kind: string, orderId: number, version: number) =>
  `${kind}: order ${orderId}, version ${version}`

// RefuseDialog
export const resultRejected = 'Result rejected'
export const rejectThisResult = 'Reject this result?'
export const rejectResult = 'Reject result'
export const rejectWarning = (effect: string, followUp: string) =>
  `${effect}. The laboratory’s system was told that the message arrived. It is not told that you reject it: ${followUp}`

// ReportField
export const whichWithdrawn = 'Which report does this withdraw?'
export const whichChanged = 'Which report does this change?'
export const firstReportOf = (test: string) => `None: this is the first report for test ${test}`

// ResultDeskPage
export const noResultsToCheck = 'No results to check'
export const noneWaitingHint = 'Every incoming result was matched to its patient and filed.'
export const nothingDecidedYet = 'Nothing decided yet'
export const noneDecidedHint = 'Results that were checked here are listed with the reason.'
export const noneWaiting = 'None waiting'
export const waitingCount = (count: number) => `${count} waiting`
export const resultsHint =
  'Results with an uncertain patient or status. Clinics can’t see them until you decide.'
export const whichResults = 'Which results'
export const waitingTab = 'Waiting'
export const decided = 'Decided'

// ResultPage
export const decisionBy = (by: string, when: string, reason: string) =>
  `By ${by}, ${when}. Reason: “${reason}”`
export const theLaboratory = 'The laboratory'
export const linkBroken = 'The link may be broken.'
export const resultToCheck = 'Result to check'
export const theResultIsLoading = 'The result is loading'
export const result = 'Result'
export const resultTitle = (orderId: number) => `Result for order ${orderId}`
export const resultSubtitle = (test: string, institution: string, received: string) =>
  `${test} · ${institution} · received ${received}`
export const moveToAnotherOrder = 'Move to another order'
export const acceptResult = 'Accept result'
export const notTold = (followUp: string) => ` The laboratory’s system was not told of this: ${followUp}`
export const clinicSees =
  'The clinic sees that a result is being checked, but not the result. Opening it is recorded.'
export const patient = 'Patient'
export const choosePatient = 'Choose the patient this result is for.'
export const comparisonHint = 'The message compared with the order.'
export const reportCode = (code: string) => `report ${code}`
export const resultCode = (code: string) => `result ${code}`
export const noneGiven = 'None given'
export const noReport = 'The message contains no report.'

// ResultTable
export const results = 'Results'
export const orderHeading = 'Order'
export const reasonForCheck = 'Reason for check'
export const receivedHeading = 'Received'
export const dob = (day: string) => `DOB ${day}`
export const decidedBy = (outcome: string, by: string, reason: string) => `${outcome} by ${by}: ${reason}`

// StatusField
export const reportStatus = 'Report status'
export const statusUnclear = 'The status codes of the message are unclear.'
export const chooseAStatus = 'Choose a status'

// TakeDialog
export const resultAccepted = 'Result accepted'
export const acceptThisWithdrawal = 'Accept this withdrawal?'
export const acceptFor = (name: string) => `Accept this result for ${name}?`
export const acceptWithdrawal = 'Accept withdrawal'
export const noName = 'No patient named'
export const mismatchWarning =
  'in the message do not match. Accept it only if you have verified whose specimen this is.'
export const verifiedHint = 'How you verified it. Saved with the result.'

// Comparison
export const dateOfBirth = 'Date of birth'
export const comparisonOfIdentifiers = 'Comparison of identifiers'
export const inTheMessage = 'In the message'
export const notGiven = 'Not given'
export const fetus = 'Fetus'
export const formerly = (name: string, formerNames: string) => `${name} (formerly ${formerNames})`

// CurrentReports
export const currentReport = (report: string) => `Current report: ${report}`

// ReasonField
export const reason = 'Reason'

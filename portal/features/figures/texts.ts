import { grouped } from '#domain/text/figures.ts'

// FiguresPage
export const figures = 'Clinic figures'
export const institution = 'Institution'
export const figuresHint =
  'Each number counts orders. An order counts once, in the month in which it first happened. Select a number to see its orders.'
export const stillCounting = 'Earlier orders are still being counted'
export const stillCountingHint =
  'The numbers are too low until that is done. It takes a few minutes for each hundred thousand orders.'
export const noFigures = 'No orders in this period'
export const noFiguresHint = 'Choose a longer period, or another test or provider.'
export const noPermission = (name: string) =>
  `Your role at ${name} does not include viewing orders. Ask a user administrator of your institution.`

// FigureFilters
export const period = 'Period'
export const lastMonths = (count: string) => `Last ${count} months`
export const test = 'Test'
export const anyTest = 'Any test'
export const noSuchTest = 'No such test in these orders'
export const provider = 'Ordering provider'
export const anyProvider = 'Any provider'
export const noSuchProvider = 'No such provider in these orders'
export const institutions = 'Institutions'
export const everyInstitution = (count: number) => `All your institutions (${grouped(count)})`

// NowCard
export const rightNow = 'Right now'
export const rightNowHint = 'Every test and provider'
export const nowLabels = {
  late: 'Late reports',
  onHold: 'On hold',
  missingInfo: 'Waiting for the clinic',
  unread: 'Reports not opened',
} as const

// MonthCard
export const thisMonth = (month: string) => `${month} so far, and before`
export const thisMonthHint = 'The average is of the three whole months before the last one'
export const figureColumn = 'Orders'
export const soFar = (month: string) => `${month} so far`
export const average = 'Average before'

// FigureCard
export const downloadCsv = 'Download CSV'
export const downloadOf = (title: string) => `Download CSV: ${title}`
export const tableOf = (title: string) => `Table: ${title}`
export const chartOf = (title: string) => `Chart: ${title}. The table below has its numbers.`
export const showAll = (count: number) => `Show all ${grouped(count)}`
export const month = 'Month'
export const ordersBehind = (n: string, what: string) => `${n}: ${what}`

// tables
export const ordersTitle = 'Orders'
export const ordersTableHint =
  'Submitted in the month; how many of those were cancelled by now; and orders whose final report was made in the month.'
export const submitted = 'Submitted'
export const cancelled = 'Cancelled'
export const reported = 'Reported'
export const turnaroundTitle = 'Turnaround against the promised day'
export const turnaroundHint =
  'Orders by the month of their first final report. On time: made on or before the promised day, in calendar days. Share on time: of the reports with a promised day.'
export const onTime = 'On time'
export const lateBy = {
  'late-1': '1–2 days late',
  'late-3': '3–5',
  'late-6': '6–10',
  'late-11': 'Over 10',
} as const
export const noDay = 'No promised day'
export const shareOnTime = 'Share on time'
export const meanDays = 'Mean days from order to report'
export const holdsTitle = 'Holds by cause'
export const holdsHint =
  'Orders that the laboratory held, by the month in which it first did. An order held for two causes counts under both.'
export const held = 'Orders held'
export const rejectionsTitle = 'Rejected specimens by cause'
export const rejectionsHint =
  'Orders with a rejected specimen, by the month of the first rejection. An order with two causes counts under both.'
export const rejected = 'Orders with a rejection'
export const authorizationTitle = 'Authorizations'
export const authorizationHint =
  'Orders for which the payer requires an authorization by the estimate, those with a signed letter of medical necessity, and those that the laboratory held for it.'
export const required = 'Required'
export const letterSigned = 'Letter signed'
export const heldForIt = 'Held for it'
export const resultsTitle = 'Results'
export const resultsHint =
  'Orders whose final result came as data, by the laboratory’s overall interpretation; relatives’ results are left out. Yield: positive, of those. VUS: a variant of uncertain significance is the strongest answer, of those. A failed test and a result that is only a document count in neither.'
export const positive = 'Positive'
export const inconclusive = 'Inconclusive'
export const negative = 'Negative'
export const otherResult = 'Other or none given'
export const failed = 'Failed'
export const documentOnly = 'Document only'
export const yieldShare = 'Yield'
export const vusShare = 'VUS'
export const waitingTitle = 'Reports waiting for somebody'
export const waitingHint =
  'Orders by the month of their report: not opened yet by anyone, or not acknowledged yet.'
export const notOpened = 'Not opened'
export const notAcknowledged = 'Not acknowledged'
export const byTestTitle = 'By test'
export const byTestHint =
  'The whole period. An order counts under each of its tests. Below 20, a share is given as its two numbers only.'
export const byProviderTitle = 'By provider'
export const byProviderHint = 'The whole period, by the ordering provider’s name as on the orders.'
export const shareLate = 'Late'

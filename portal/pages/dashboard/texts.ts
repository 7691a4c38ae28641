// DashboardPage
export const dashboard = 'Dashboard'
export const noOrdersYet = 'No orders yet'
export const firstOrderHint = (institution: string) =>
  `To place the first order for ${institution}, choose a test and enter the patient. You can save it and finish later.`
export const createOrder = 'Create Order'
export const userManagerTitle = (institution: string) => `You manage the users of ${institution}`
export const rolesForOrdersHint =
  'Other roles see orders. An administrator of your institution can give you one of those roles too.'
export const manageUsers = 'Manage users'
export const noOrdersInRole = 'Your role does not show orders'
export const askForOrdersRole = (institution: string) =>
  `At ${institution}, your role does not include viewing orders. An administrator of the institution can change that.`

// DeskDashboard
export const laboratoryDesk = 'Laboratory desk'
export const allInstitutions = 'All institutions'
export const questionsAboutSpecimens = 'Questions about specimens'
export const oldestOf = (count: number, total: number) => `The oldest ${count} of ${total}`
export const noQuestions = 'No questions from clinics are waiting.'
export const isEnoughLeft = (testName: string) => `Is enough left for ${testName}?`
export const sampleNumber = (id: number) => `Sample ${id}`
export const answer = 'Answer'
export const feedbackFromClinics = 'Feedback from clinics'
export const noRatings = 'No clinic has rated an order yet.'
export const ratingOf = (orderId: number, rating: number) => `Order ${orderId}: ${rating} of 5 stars`
export const openLabel = 'Open'

// DraftsCard
export const draftsToFinish = 'Drafts to finish'
export const noTestYet = 'no test yet'
export const savedAgo = (ago: string) => `saved ${ago}`
export const continueDraft = 'Continue'
export const askedToSubmit = (name: string, missing: string) => `${name} was asked to submit, ${missing}`

// NeedsCard
export const trackTheParcel = 'Track the parcel'
export const sendTheSample = 'Send the sample'
export const needsYourAttention = 'Needs your attention'
export const ordersNeedAction = (orders: string, need: string, overdue: string) =>
  `${orders} ${need} action${overdue}`
export const viewAllRequests = 'View all requests'
export const showFewer = 'Show fewer'
export const showSome = (most: number, total: number) => `Show ${most} of ${total}`
export const showAll = (most: number) => `Show all ${most}`
export const wasDue = 'Late: was due'
export const dueBy = 'Due by'
export const andMore = (count: string) => ` · and ${count} more`

// Pipeline
export const needsAction = 'needs action'
export const needAction = 'need action'
export const withALateParcel = 'with a late parcel'
export const withLateParcels = 'with late parcels'
export const withoutATrackingNumber = 'without a tracking number'
export const onHold = 'on hold'
export const withCancellationRequested = 'with cancellation requested'
export const orders = 'Orders'
export const allRead = 'all opened'
export const toRead = (count: string) => `${count} not opened`

// SubmissionsCard
export const allAssigned = 'All assigned to me'
export const readyToSubmit = 'Ready for you to submit'
export const review = 'Review'

// CategoryCards
export const testCatalog = 'Test catalog'
export const wholeCatalog = 'Open the catalog'

// RecentCard
export const recentOrders = 'Recent orders'
export const allOrders = 'All orders'
export const orderedOn = (day: string) => `ordered ${day}`
export const draftBegunOn = (day: string) => `draft begun ${day}`

// ReportsCard
export const reportsToRead = 'Unopened reports'
export const recentReports = 'Recent reports'
export const reportedAt = (instant: string) => `reported ${instant}`
export const readReport = 'Read report'
export const opened = 'opened'

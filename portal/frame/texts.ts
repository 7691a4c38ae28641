// AccountMenu
export const matchSystem = 'Match system'
export const welcome = (name: string) => `Welcome ${name}`
export const profile = 'Profile'
export const waitingCount = (waiting: number) => `${waiting} waiting`
export const manageUsers = 'Manage Users'
export const appearance = 'Appearance'
export const keyboardShortcuts = 'Keyboard shortcuts'
export const logout = 'Logout'
export const versionNumber = (version: string) => `Version ${version}`

// Frame
export const skipToContent = 'Skip to content'
export const menu = 'Menu'
export const closeMenu = 'Close menu'
export const close = 'Close'

// GlobalSearch
export const nothingFound = 'Nothing found. Try part of a name, a lab number or a gene.'
export const search = 'Search'
export const findAnything = 'Find an order, patient or test'
export const results = 'Results'
export const partlyUnavailable = 'Some results are unavailable right now. Try again shortly.'
export const foundCount = (count: number) => `${count} found`

// InstitutionMenu
export const institutionOf = (name: string) => `Institution: ${name}`
export const nameOrCode = 'Name or code'
export const findAnInstitution = 'Find an institution'
export const institutions = 'Institutions'
export const noInstitutionsFound = 'No institutions found.'
export const moreInstitutions = (count: string) => `${count} more: type part of the name or code.`

// KeysList
export const findKey = 'Find an order, patient, test or page'
export const moveKey = 'Move up and down a list'
export const openTheSelectedItem = 'Open the selected item'
export const selectKey = 'Select an order in the list; with Shift, a range'
export const closeKey = 'Close a dialog or menu'
export const showKeyboardShortcuts = 'Show keyboard shortcuts'

// Header
export const hideTheMenu = 'Hide the menu'
export const showTheMenu = 'Show the menu'
export const createVob = 'Create VOB'
export const createOrder = 'Create Order'

// MissingThing
export const orderMissing = 'It may have been discarded, or it belongs to an institution you don’t work for.'
export const allOrders = 'All orders'
export const draftMissing = 'It was discarded, or it belongs to an institution you don’t work for.'
export const startOrder = 'Start a new order'
export const linkBroken = 'The link may be broken, or it belongs to an institution you don’t work for.'
export const kitOrderNoun = 'kit order'
export const allFamilies = 'All families'
export const allKitOrders = 'All kit orders'
export const followUpListNoun = 'follow-up list'
export const ownFollowUps = 'Follow-ups of the selected institution'
export const treatmentRecommendation = 'treatment recommendation'
export const userMissing = 'They may have left, or work at an institution whose users you don’t manage.'
export const allUsers = 'All users'
export const switchedTo = (institution: string, noun: string) =>
  `Switched to ${institution}, which this ${noun} belongs to.`

// Notifications
export const notifications = 'Notifications'
export const noItemToShow = 'No item to show'
export const allOf = (count: number) => `All ${count}`
export const showInList = 'Show in list'
export const expectedOn = (day: string) => `Expected ${day}`
export const askedAgo = (ago: string, due: string) => `Asked ${ago}${due}`

// RouteProblems
export const pageFailed = 'This page could not be shown'
export const pageMissing = 'The link may be broken, or the page may have been removed.'
export const goToTheDashboard = 'Go to the dashboard'
export const searchOrders = 'Search orders'

// Footer
export const privacyNotice = 'Privacy notice'
export const contact = 'Contact'

// Navigation
export const main = 'Main'
export const waitingNote = (count: string) => `${count} waiting`
export const newReports = (count: string) => `${count} new`

// PagePending
export const loadingThePage = 'Loading the page'

// ReportNotices
export const moreReportsAreReady = 'More reports are ready'
export const correctedReport = 'Corrected report'
export const reportReady = 'Report ready'
export const reportNotice = (what: string, orderId: number, institution: string) =>
  `${what}: order ${orderId}${institution}`

// NotInRole
export const askForViewOrder = (institution: string) =>
  `Ask an administrator of ${institution} for the View Order permission.`

// EmptyOrders
export const createOrder = 'Create Order'
export const nothingFound = (q: string) => `Nothing found for “${q}”`
export const noMatchingOrders = 'No matching orders'
export const removeFilters = (filters: string) => `Remove ${filters}`
export const clearSearch = 'Clear search'
export const noneAssigned = 'No orders assigned to you'
export const assignedHint = (institution: string) =>
  `Drafts of ${institution} that wait for you appear here: those that you began, and those that colleagues assign to you or ask you to submit.`
export const noneInStatus = (status: string) => `No orders in “${status}”`
export const noneInStatusNow = (institution: string) => `No orders of ${institution} have this status now.`
export const noOrdersYet = 'No orders yet'
export const noOrdersHint = (institution: string) =>
  `Orders of ${institution} will appear here with their status and what they need.`
export const inStatusOnly = (status: string) => `in “${status}” only`
export const narrowedBy = (filters: string) => `narrowed by ${filters}`
export const searchHint = 'Search by a patient’s name, a lab or order number, or a test’s name, code or gene.'
export const searchScope = (scope: string) => `Searched orders ${scope}.`

// FilterChips
export const filters = 'Filters'
export const removeFilter = (label: string) => `Remove filter: ${label}`
export const removeAll = 'Clear all filters'

// FilterDrawer
export const closeTheFilters = 'Close the filters'
export const onlyOrdersThatAre = 'Show only orders marked'
export const orderedFrom = 'Ordered from'
export const orderedTo = 'Ordered to'
export const daysReversed = 'The last day must not be before the first.'
export const test = 'Test'
export const any = 'Any'
export const noSuchTest = 'No orders with this test.'
export const orderingProvider = 'Ordering provider'
export const anyOrPartOfName = 'Any, or part of a name'
export const patient = 'Patient'
export const partOfTheName = 'Part of the name'
export const labNumberBeginsWith = 'Lab number begins with'
export const partOfNumberHint = 'To find part of a number, use the search above the list.'
export const institutions = 'Institutions'
export const orderStatus = 'Order status'
export const result = 'Result'
export const testGroup = 'Test group'
export const clear = 'Clear all filters'
export const showOrders = 'Show orders'

// ManageViewsDialog
export const yourViews = 'Your views'
export const close = 'Close'
export const noSavedViews = 'No saved views.'
export const newNameFor = (name: string) => `New name for ${name}`
export const rename = 'Rename'
export const confirmDelete = (name: string) => `Delete “${name}”?`
export const keep = 'Keep'
export const deleteView = 'Delete'
export const renameNamed = (name: string) => `Rename ${name}`
export const deleteNamed = (name: string) => `Delete ${name}`

// OrderCards
export const labNumber = 'Lab number'
export const expected = 'Expected'
export const sortBy = 'Sort by'
export const sortedBy = (label: string) => `Sort by: ${label}`
export const sortedAscendingSortDescending = 'Sorted ascending. Sort descending'
export const sortedDescendingSortAscending = 'Sorted descending. Sort ascending'

// OrderCells
export const draftSaved = 'draft, saved'
export const assignedTo = (name: string) => `Assigned to ${name}`
export const askedToSubmit = (name: string) => `${name} was asked to submit`
export const noTestYet = 'No test yet'
export const benefitsVerification = 'benefits verification'
export const fromEarlier = (system: string) => `from ${system}`
export const orderNumber = (id: number) => `Order ${id}`
export const institutionCode = (code: string) => `Institution ${code}`
export const reportedAt = (instant: string) => `reported ${instant}`
export const mayMove = 'date may change while on hold'
export const infoMissing = 'Info missing'
export const parcelLate = 'Parcel late'
export const late = 'Late'
export const noTrackingNumber = 'No tracking number'
export const onHold = 'On hold'
export const cancellationRequested = 'Cancellation requested'
export const readReportOf = (patient: string) => `Read report of ${patient}`
export const readReport = 'Read report'

// OrdersPage
export const orders = 'Orders'
export const noOrdersInRole = 'Your role doesn’t include viewing orders'
export const inTotal = 'in total'
export const found = 'found'
/** With `hasMore`, the total is only how far they were counted. */
export const totalOf = (total: string, hasMore: boolean) => (hasMore ? `more than ${total}` : total)
export const exportOrders = 'Export'
export const pageNumber = (page: number) => `, page ${page}`

// SaveViewDialog
export const viewSaved = (name: string) => `View saved as “${name}”.`
export const saveView = 'Save view'
export const replaceView = 'Replace view'
export const name = 'Name'
export const viewHint = 'Saves the filters, search and sorting. The list always shows current orders.'
export const viewReplaces = (name: string) => `You already have a view named “${name}”. Saving replaces it.`

// SelectBox
export const selectOrder = (id: number, patient: string) => `Select order ${id}, ${patient}`
export const selectAll = 'Select all orders on this page'

// export-words
export const exported = (orders: string, filename: string) => `${orders} exported to ${filename}.`
export const exportCut = (filename: string, rows: string, orders: string) =>
  `${filename} has only the first ${rows} of ${orders}. Narrow the list to export the rest.`

// SelectionBar
export const requisitionsReady = (requisitions: string, filename: string) =>
  `${requisitions} in ${filename}, ready to print.`
export const selectedOrders = 'Selected orders'
export const clearSelection = 'Clear selection'
export const selectedCount = (count: string) => `${count} selected`
export const requisitions = 'requisitions'
export const enter = 'Enter'
export const number = 'number'

// ViewsMenu
export const views = 'Views'
export const noSavedViewsYet = 'No saved views. Filter the list, then save the view here.'
export const saveViewMenu = 'Save view…'
export const renameOrDelete = 'Rename or delete…'

// use-ship-together
export const trackingSaved = (samples: string) => `Tracking number saved for ${samples}.`

// OrderFilters
export const searchOrders = 'Search orders'
export const searchPlaceholder = 'Patient, lab number, order, test or gene'

// list-filters
export const unknownFigure = 'A number of the clinic’s figures that does not exist'

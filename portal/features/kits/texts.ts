// EmptyKits
export const showAllKitOrders = 'Show all kit orders'
export const nothingFound = (q: string) => `Nothing found for “${q}”`
export const searchScope = (scope: string) => `Searched only these kit orders: ${scope}.`
export const searchHint = 'Search by recipient, kit order or order number, or tracking number.'
export const noMatchingKitOrders = 'No matching kit orders'
export const noneMatching = (institution: string, filters: string) =>
  `${institution} has no kit orders that are ${filters} now.`
export const noKitsOrderedYet = 'No kits ordered yet'
export const noKitsHint = (institution: string) =>
  `Collection kits that ${institution} orders appear here, from order to delivery.`
export const orderKits = 'Order kits'

// KitActions
export const markAsReceived = 'Mark as received'
export const receive = 'Receive'
export const didTheKitsArrive = 'Did the kits arrive?'
export const receiveHint = (kits: string, recipient: string) =>
  `${kits} for ${recipient}. This closes the kit order.`
export const cancelKitOrder = 'Cancel kit order'
export const cancel = 'Cancel'
export const cancelThisKitOrder = 'Cancel this kit order?'
export const yesCancelKitOrder = 'Yes, cancel kit order'
export const cancelHint = (kits: string, recipient: string) => `${kits} for ${recipient} will not be sent.`
export const actionOfKit = (action: string, id: number) => `${action} kit order ${id}`

// KitOrderForm
export const restored = 'What you entered before is still here.'
export const startOver = 'Start over'
export const kits = 'Kits'
export const kitType = 'Kit type'
export const quantity = 'Quantity'
export const optional = 'optional'
export const shipTo = 'Ship to'
export const shipToHint = 'Your institution, unless you enter another recipient.'
export const stillHere = 'What you entered is still here.'
export const alreadyOrdered = (id: number) => `An earlier try was already stored: kit order ${id}`
export const alreadyOrderedHint = (kits: string) =>
  `It ordered ${kits}. What you changed since is not ordered. Open that kit order to cancel it. Press Order kits again to order these, too.`
export const openKitOrder = (id: number) => `Open kit order ${id}`

// KitOrderPage
export const orderHeading = 'Order'
export const kitOrderSubtitle = (institution: string) =>
  `For ${institution}. The laboratory sends them by parcel.`
export const noKitsInRole = 'Your role does not allow ordering kits'
export const askForKitRole = (institution: string) =>
  `Ask an administrator of ${institution} for a role that does.`
export const theFormIsLoading = 'The form is loading'

// KitPage
export const kitLoading = 'The kit order is loading'
export const kitOrderTitle = (id: number) => `Kit order ${id}`
export const kitsFor = (kits: string, recipient: string) => `${kits} for ${recipient}`
export const orderAgain = 'Order again'
export const parcel = 'Parcel'
export const trackingNumber = 'Tracking number'
export const shouldArriveBy = 'Should arrive by'
export const timeline = 'Timeline'
export const kitOrderReceived = (id: number) => `The laboratory received kit order ${id}`
export const theParcelIsLate = 'The parcel is late'
export const parcelInTransit = 'The parcel is in transit'
export const orderDetails = 'Order details'
export const forTheLaboratory = 'For the laboratory'
export const requestedWith = 'Requested with'
export const orderNumber = (orderId: number) => `Order ${orderId}`

// KitsOffered
export const noViewInRole = 'Your role doesn’t include viewing kits'

// KitsPage
export const search = 'Search'
export const inTotal = 'in total'
export const kitsToSend = 'Kits to send'
export const searchKits = 'Search kits'
export const searchPlaceholder = 'Recipient, number or tracking number'
export const kit = 'Kit'
export const anyKit = 'Any kit'
export const kitOrderNoun = 'kit order'

// ToSendCard
export const order = 'Order'
export const orderCancelled = 'Its order was cancelled: ask the institution'
export const orderCancellationRequested = 'Cancellation of its order was requested: ask the institution'
export const withOrder = (orderId: number) => ` · with order ${orderId}`
export const noAddress = 'No address: ask the institution'
export const markKitAsSent = (id: number) => `Mark as sent: ${id}`
export const markAsSent = 'Mark as sent'

// ToSendPage
export const toSend = 'To send'
export const waitingCount = (count: string) => `${count} waiting`
export const toSendHint = 'From all institutions, oldest first.'
export const noKitsHere = 'No kits here'
export const noneToSendHint = 'Kits that institutions order appear here until they are sent.'
export const kitsForRecipient = (kits: string, recipient: string) => `${kits} for ${recipient}`

// KitCells
export const lateDue = (day: string) => `late, due ${day}`
export const dueOn = (day: string) => `due ${day}`

// KitTable
export const recipient = 'Recipient'
export const ordered = 'Ordered'
export const status = 'Status'
export const actions = 'Actions'
export const kitOrders = 'Kit orders'

// RecipientFields
export const suite = 'Suite, floor'
export const firstName = 'First name'
export const lastName = 'Last name'
export const phone = 'Phone'
export const streetAndNumber = 'Street address'
export const city = 'City'

// CounselingPage
export const sentAgain = (id: number) => `Request ${id} sent to the counseling service again`
export const counselingRequests = 'Counseling requests'
export const laboratory = 'Laboratory'
export const counseling = 'Counseling'
export const nonePending = 'None pending'
export const waitingCount = (requests: string, ago: string) =>
  `${requests} to send to the counseling service, the oldest from ${ago}`
export const requestsHint =
  'Requests from the patient appointment form and their status at the counseling service. Opening a request is recorded.'
export const searchRequests = 'Search requests'
export const searchPlaceholder = 'Name, email, phone, lab number or reference'
export const noRequestsYet = 'No requests yet'
export const noRequestsHint = 'Requests from the appointment form will appear here.'
export const nothingFound = (q: string) => `Nothing found for “${q}”`
export const noneInStatus = 'No requests with this status'
export const deletedHint = 'Deleted requests can be found by reference only.'
export const chooseAnotherStatusAbove = 'Choose another status above.'

// DeleteDialog
export const deleteTitle = (patient: string) => `Delete the request of ${patient}?`
export const deleteRequest = 'Delete request'
export const requestDeleted = (id: number) => `Request ${id} deleted`
export const deleteWarning =
  'Everything the patient wrote will be deleted. This can’t be undone. A record that the request existed is kept.'
export const partnerToDelete = ' The counseling service will be told to delete it too.'
export const reason = 'Reason'
export const reasonHint = 'The reason is kept. Do not name the patient.'

// RequestDialog
export const requestTitle = (id: number) => `Counseling request ${id}`
export const close = 'Close'
export const writtenBy = (patient: string) => `Written by ${patient}`
export const textDeleted = 'The patient’s text was deleted. A record that the request existed is kept.'
export const history = 'History'
export const referenceOf = (reference: string, more: string) =>
  `Counseling service reference: ${reference}${more}.`
export const sendNow = (now: string) => `Send ${now} to counseling service`

// RequestCells
export const tryNow = 'Try now'
export const sendToPartner = 'Send to counseling service'
export const requestOf = (patient: string, id: number) => `the request of ${patient}, ${id}`
export const showNamed = (name: string) => `Show ${name}`
export const show = 'Show'

// RequestTable
export const patient = 'Patient'
export const receivedHeading = 'Received'
export const status = 'Status'
export const actions = 'Actions'

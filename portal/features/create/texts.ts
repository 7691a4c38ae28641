// AddOnNotice
export const additionalTest = 'Additional test'
export const reflexTest = 'A reflex test'
export const reanalysis = 'Reanalysis'
export const specimenAtLaboratory = (kind: string) => `${kind}: specimen already at the laboratory`
export const sameLabNumber = (labNumber: string) => `Lab number ${labNumber}. No new specimen is needed.`
export const newLabNumber = 'Report under a new lab number'
export const sameNumberOtherwise = (labNumber: string) => `If not checked, it is reported under ${labNumber}.`

// ClosedNotice
export const alreadySubmitted = 'This order has been submitted'
export const submittedHint = 'You can no longer edit it here. Unsaved changes are not part of the order.'
export const openOrder = 'Open order'
export const draftDiscarded = 'This draft was discarded'
export const discardedHint = 'It can no longer be saved. Copy anything you need into a new order.'

// CreateOrderPage
export const newOrder = 'New order'
export const mayNotCreateTitle = 'Your role doesn’t include creating orders'
export const mayNotCreateHint = (institution: string) =>
  `Ask an administrator of ${institution} for the Create Order permission.`
export const benefitsVerification = 'Benefits verification'
export const noVerificationTitle = 'Benefits verification is unavailable'
export const noVerificationHint = (institution: string) =>
  `${institution} doesn’t have benefits verification in the portal.`
export const viewOrders = 'View orders'

// DiscardDraft
export const discarded = 'Draft discarded.'
export const discardDraft = 'Discard draft'
export const discardTitle = 'Discard this draft?'
export const keepDraft = 'Keep draft'
export const discardHint =
  'Everything entered will be deleted for everyone at your institution. This can’t be undone.'

// FormHead
export const chooseTestToBegin = 'Choose a test to begin. Changes save automatically.'
export const testSummary = (codes: string, genes: string, days: string) =>
  `${codes} · ${genes}turnaround time ${days}`
export const orders = 'Orders'
export const saveAndClose = 'Save and close'

// FormSkeleton
export const loadingOrder = 'Loading the order'

// MoreMenu
export const moreActions = 'More actions'
export const assignToColleague = 'Assign to a colleague'

// NewCart
export const discardUnsavedTitle = 'Discard your unsaved draft?'
export const discardUnsavedHint = (kind: string) =>
  `You have an unsaved ${kind}. If you start a new one, it will be discarded.`

// OpenForm
export const order = 'Order'
export const noLongerEditable = 'You can no longer edit it here.'

// OrderFormView
export const requestVerification = 'Request verification'
export const submitOrder = 'Submit order'
export const requestSubmission = 'Request submission'
export const beforeYouRequest = 'Before you request verification'
export const beforeYouSubmit = 'Before you submit'
export const mayNotSubmit =
  'You can prepare this order. A user with the Submit Order permission must submit it.'

// OthersNotice
export const changedBy = (by: string, when: string) => `${by} changed this order on ${when}`
export const close = 'Close'

// left-forms
const leftOrder = (number: number | undefined) =>
  number === undefined ? 'Your new order' : `Order ${number}`
export const leftUnsaved = (number: number | undefined) =>
  `${leftOrder(number)} isn’t saved yet: the portal can’t be reached. Keep this tab open. Retrying automatically.`
export const leftUndecided = (number: number | undefined) =>
  `${leftOrder(number)} has changes that aren’t saved. Open it to see why, and keep this tab open until then.`
export const leftClosed = (number: number | undefined) =>
  `${leftOrder(number)} was submitted or discarded meanwhile. Your last changes aren’t in it.`

// RestoredNotice
export const restoredTitle = 'Your unsaved changes were restored'
export const restoredHint =
  'They hadn’t been saved when this page was closed. To begin another order, discard this draft.'

// VerificationPage
export const draftStatus = 'Draft'
export const requestedStatus = 'Requested'
export const requestedNext = 'The payer’s answer will appear here. To change the request, withdraw it first.'
export const answeredStatus = 'Answered'
export const answeredNext = 'The benefits found are below. You can convert this verification to an order.'
export const expiredStatus = 'Expired'
export const expiredNext =
  'The payer’s answer is no longer valid. Request verification again, or withdraw the request to make changes.'
export const orderedStatus = 'Ordered'
export const converted = 'Converted to an order.'
export const requestWithdrawn = 'Request withdrawn. You can edit it and request verification again.'
export const verificationRequested = 'Benefits verification requested.'
export const withdrawAndEdit = 'Withdraw request and edit'
export const requestAgain = 'Request verification again'
export const convertToOrder = 'Convert to order'
export const status = (status: string) => `Status: ${status}`
export const lastChanged = (updatedBy: string, when: string) => `Last changed by ${updatedBy} on ${when}.`
export const requestDetails = 'Request details'

// use-submit
export const orderSubmitted = 'Order submitted.'
export const notSubmittedEdited = (by: string) => `Not submitted: ${by} edited this order. See what changed.`

// ManifestLink
export const manyPatients = 'Many patients for one test?'
export const uploadAManifest = 'Upload a manifest'

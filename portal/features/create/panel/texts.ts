// NeedsPanel
export const beforeYouRequest = 'Before you request verification'
export const beforeYouSubmit = 'Before you submit'
export const verificationComplete = 'All complete. Check the review, then request verification.'
export const orderComplete = 'All complete. Check the review, then submit the order.'
export const done = 'Done'
export const toComplete = (count: number) => `${count} to complete`
export const required = 'Required'
export const warning = 'Warning'
export const acknowledged = 'Overridden'
export const returnedBy = (by: string) => `Returned by ${by}: see the reason first`
export const loadingTests = 'Loading what the tests require…'
export const readyToRequest = 'Ready to request verification'
export const readyToSubmit = 'Ready to submit'
export const turnaroundTime = 'Turnaround time'
export const fromLastSpecimen = 'from receipt of the last specimen'
export const listPrice = 'List price'
export const totalForTests = (count: number) => `total for ${count} tests`

// BottomBar
export const thisOrder = 'This order'
export const close = 'Close'

// ConflictDialog
export const alsoChangedBy = (updatedBy: string) => `${updatedBy} also changed this order`
export const overlap = (updatedBy: string, when: string, fields: string) =>
  `${updatedBy} saved changes on ${when}. You both changed ${fields}. Choose which version to save. All other changes from both of you are saved.`
export const chooseRemote = 'Use all of their changes'
export const chooseLocal = 'Use all of my changes'
export const saveChoices = 'Save my choices'
export const yourVersion = (value: string) => `You: ${value}`

// ErrorSummary
export const notRequested = (points: string) => `Verification not requested: ${points}`
export const notSubmitted = (points: string) => `Order not submitted: ${points}`
export const listedBeside = 'See the list next to the form.'
export const goToField = 'Go to field'
export const goToFirst = 'Go to first field'
export const warningPrefix = 'Warning: '

// FieldWarnings
export const warningFor = (owner: string) => `Warning, ${owner}`

// PointMark
export const requiredPrefix = 'Required: '
export const acknowledgedPrefix = 'Overridden: '

// SaveState
export const saved = 'Saved'
export const notSaved = (reason: string) => `Not saved: ${reason}`
export const retryingSubmission =
  'Connection lost. Submission retries automatically, and the order is submitted only once.'
export const saving = 'Saving…'
export const tryAgain = 'Try again'
export const notSavedConflict = (name: string) => `Not saved: ${name} edited this order.`
export const notSavedSubmitted = 'Not saved: this order was submitted.'
export const openOrder = 'Open order'
export const notSavedDiscarded = 'Not saved: this draft was discarded.'
export const savedAgo = (ago: string) => `Saved ${ago}`

// SectionList
export const orderSections = 'Order sections'
export const toCompleteIn = (count: number) => `${count} to complete:`
export const complete = 'Complete:'

// Warning
export const overrideReason = 'Reason:'
export const removeOverride = 'Remove override'
export const override = 'Override'
export const removeFile = 'Remove file'
export const reason = 'Reason'
export const reasonRequired = 'A reason is required'

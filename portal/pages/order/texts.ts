// DiscardDraft
export const draftDiscarded = 'Draft discarded'
export const discardDraft = 'Discard draft'
export const discardThisDraft = 'Discard this draft?'
export const keepDraft = 'Keep draft'
export const discardWarning = (patient: string) =>
  `Everything entered for ${patient} will be lost. Nothing has been sent to the laboratory.`

// MoreActions
export const orderAgain = 'Order again'
export const orderForARelative = 'Order for a relative'
export const downloadPhenopacket = 'Download phenopacket'

// RelativeDialog
export const startOrder = 'Start order'
export const testForRelative = 'Test for the relative'
export const variantTest = (name: string, code: string) => `Only the known variant: ${name} (${code})`
export const variantFilledIn = 'What this order knows of the variant is filled in.'
export const variantForRelative = 'Variant of the report'
export const variantsForRelative = 'Variants of the report'
export const windowOpen = (days: string, until: string) =>
  `Family window of the laboratory: ${days} left, until ${until}. Order and specimen are due by then.`
export const windowOver = (until: string) =>
  `The laboratory’s family window ended on ${until}: its ordinary terms apply.`
export const sameTest = (tests: string) => `The same test: ${tests}`
export const sameTestHint = 'For a relative with symptoms of their own, or if no variant was found.'
export const relativeHint = 'Check the variant against the report before you submit.'

export const addToRequisition = 'Add text to requisition'
export const cancelOrder = 'Cancel order'
export const more = 'More'

// OrderActions
export const requisitionPdf = 'Requisition (PDF)'
export const continueDraft = 'Continue draft'
export const openVerification = 'Open verification'

// use-cancel-order
export const cancellationSent = 'Cancellation requested. The laboratory’s answer will appear here.'

// ConsentsCard
export const consents = 'Consents'
export const textNotKnown = (sentence: string) => `${sentence} The titles are today’s.`
export const withdrawConsent = 'Withdraw consent'

// WithdrawConsentDialog
export const withdrawTitle = 'Withdraw a consent?'
export const withdrawAndStop = 'Withdraw and stop testing'
export const keepConsent = 'Keep consent'
export const consentWithdrawn = 'Consent withdrawn. The laboratory is told now.'
export const whoWithdraws = 'Person'
export const whatIsWithdrawn = (name: string) => `What ${name} withdraws`
export const withdrawnBefore = (title: string, when: string) => `${title}: ${when}`
export const nothingToWithdraw = (name: string) => `${name} has nothing left to withdraw.`
export const withdrawnOn = 'Day of the withdrawal'
export const withdrawalReason = 'Reason'
export const testingStops =
  'Testing stops: the order is put on hold and the laboratory is told now. The first consent stays in the history, and so does a report that is already out.'
export const testingContinues =
  'The laboratory is told now. Testing continues. The first consent stays in the history.'
export const withdrawnOnly = 'The laboratory is told now. The first consent stays in the history.'

// FeedbackCard
export const thanks = 'Thank you for your feedback.'
export const rateThisOrder = 'Rate this order'
export const ratingOfFive = (rating: number, word: string) => `${rating} of 5, ${word}`
export const ratingHint = 'How did this order go? Your rating goes to the laboratory.'
export const changeRating = 'Change rating'
export const rateOrder = 'Rate order'

// OrderBanner
export const orderContinues = 'The order continues.'
export const notAccepted = 'The laboratory could not accept this order'
export const refusalReason = (detail: string) => `Reason: “${detail}”.`
export const callWithNumber = (phone: string, id: number) =>
  `Call ${phone} with order number ${id}, or order again.`
export const cancelledBy = (when: string, actor: string, reason: string) =>
  `On ${when}, by ${actor}.${reason}`
export const thisOrderIsCancelled = 'This order is cancelled'
export const noReport = 'There will be no report.'
export const noFurtherReport = 'There will be no further report.'
export const cancellationRequested = 'Cancellation requested'
export const cancellationHint = 'The laboratory will decide and answer here.'
export const cancellationDeclined = 'The laboratory declined to cancel this order'
export const askedToSubmit = (who: string) => `${who} asked to submit this order`
export const askedBy = (askedBy: string, askedAt: string, note: string) => `By ${askedBy}, ${askedAt}.${note}`
export const sentBackBy = (by: string) => `Returned by ${by}`

// EarlierBanner
export const earlierTitle = (system: string) => `This order is from ${system}`
export const earlierNumber = (number: string) => `Its number there was ${number}.`
export const earlierResult =
  'Its result is in the PDF only: result filters, figures of results and reanalysis do not know it.'
export const earlierLimits =
  'It can be read and ordered again. For anything else, such as another test on its specimen, call the laboratory.'

// OrderContentCard
export const verificationPurpose = (status: string) => `Benefits verification: ${status}`
export const addOnTests = 'Add-on tests'
export const paymentOf = (person: string) => `Payment, ${person}`
export const bloodHistoryOf = (person: string) => `Blood history of ${person}`
export const overriddenWarnings = 'Overridden warnings'
export const overrideReason = (warning: string, reason: string) => `${warning}. Reason: ${reason}`
export const orderHeading = 'Order'
export const noTestYet = 'No test yet'
export const notGiven = 'Not given'
export const furtherTestOn = 'Additional test on the specimen of'
export const reflexTestOn = 'Reflex test on the specimen of'
export const reanalysisOf = 'Reanalysis of'
export const storedSpecimen = (number: string, type: string) => `${number}, ${type}`
export const collectedOn = (day: string) => `, collected ${day}`
export const madeFrom = 'Converted from'
export const orderedAs = 'Ordered as'
export const andLabNumber = (labNumber: string) => `, lab number ${labNumber}`
export const underNewNumber = ', reported under a new lab number'
export const orderNumber = (id: number) => `order ${id}`
export const customPanel = 'Custom panel'

// OrderHead
export const dob = (day: string) => `DOB ${day}`
export const mothersDob = (day: string) => `mother’s DOB ${day}`
export const labNumber = (number: string) => `lab number ${number}`
export const orderedBy = (ordered: string, provider: string, institution: string) =>
  `${ordered} by ${provider}, ${institution}`
export const benefitsVerification = 'benefits verification'
export const order = (id: number) => `Order ${id}`
export const orders = 'Orders'

// OrderPage
export const progress = 'Progress'
export const timeline = 'Timeline'

// OrderTimeline
export const showEarlier = (count: number) => `Show ${count} earlier`
export const showFullText = 'Show full text'
export const showLess = 'Show less'

// PatientsCard
export const family = 'Family'
export const patient = 'Patient'
export const person = 'Person'
export const dobSex = 'DOB, sex'
export const contact = 'Contact'
export const mrn = (number: string) => `MRN ${number}`
export const recollectionOpen = 'recollection needed'
export const inTransit = 'in transit'
export const notSent = 'not sent'
export const preferredContact = (contact: string) => `Preferred: ${contact}`

// RelatedOrders
export const repeatsOrder = 'This order repeats an earlier one'
export const relativeOfPatient = 'This order is for a relative of an earlier patient'
export const orderedAgain = 'Ordered again'
export const orderedForARelative = 'Ordered for a relative'
export const orderedForAnotherRelative = 'Ordered for another relative'
export const relatedOrders = 'Related orders'

// use-add-to-requisition
export const addedToTheRequisition = 'Added to the requisition.'
export const text = 'Text'
export const requisitionTextHint =
  'Start a new paragraph with an empty line, a list item with “-” or “1.”. Text can’t be removed once added.'

// FamilyConsents
export const question = 'Question'
export const notAnswered = 'Not answered'

// OrderSkeleton
export const theOrderIsLoading = 'The order is loading'

// RelatedTestsCard
export const forAPair = 'For a pair'
export const forTheParents = 'For the parents'
export const relatedTests = 'Related tests'

// RequisitionCard
export const addedTitle = 'Added to the requisition'
export const addedBy = (by: string, when: string) => `Added by ${by}, ${when}`

// RequisitionViewer
export const requisitionOf = (patient: string) => `Requisition of ${patient}`
export const priority = 'Priority'
export const urgentResults = 'Urgent results to'

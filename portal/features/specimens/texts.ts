// AddTest
export const furtherTest = 'Additional test'
export const furtherTestHint = 'Another test on the same specimen.'
export const reflexTest = 'Reflex test'
export const reflexTestHint = 'Follow-up of the first test’s result.'
export const reanalysis = 'Reanalysis'
export const reinterpretExistingData = 'Reinterpret existing data.'
export const addTestTo = (specimen: string) => `Add a test: ${specimen}`
export const addTest = 'Add a test'
export const addTestTitle = 'Add a test to this specimen'
export const startOrder = 'Start order'
export const draftHint = (specimen: string) =>
  `${specimen}. The order starts as a draft with the same people, provider and payer.`
export const purpose = 'Purpose'
export const tests = 'Tests'

// AnswerAvailability
export const available = 'Available'
export const notEnough = 'Not enough'
export const answerSaved = 'Answer saved.'
export const answerFor = (answer: string, test: string, specimen: string) =>
  `${answer} for ${test}: ${specimen}`
export const confirmAnswer = (answer: string) => `Answer “${answer}”`
export const answerWarning = (askedBy: string) => `Asked by ${askedBy}. You can’t change an answer later.`
export const note = 'Note'
export const noteHint = 'Optional. The clinic will see it.'

// AskAvailability
export const questionSent = 'Question sent. The laboratory’s answer will appear here.'
export const checkRemainingOf = (specimen: string) => `Check remaining specimen: ${specimen}`
export const checkRemaining = 'Check remaining specimen'
export const isEnoughLeft = 'Is enough of the specimen left?'
export const askTheLaboratory = 'Ask the laboratory'
export const test = 'Test'

// Availability
export const askedBy = (name: string) => `Asked by ${name},`
export const waitingForTheLaboratory = 'Waiting for the laboratory'
export const questionsAboutRemainingSpecimen = 'Questions about remaining specimen'
export const draftNotSubmitted = (orderId: number) => `Draft ${orderId}, not submitted`
export const continueDraft = 'Continue draft'
export const continueDraftOf = (test: string, specimen: string) => `Continue draft: ${test}, ${specimen}`
export const orderedAs = (orderId: number) => `Ordered as order ${orderId}`
export const orderTestOn = (test: string, specimen: string) => `Order test: ${test}, ${specimen}`
export const orderTest = 'Order test'

// Recollection
export const recollectionSaved = 'Recollection saved. The laboratory has been told.'
export const recordRecollectionOf = (specimen: string) => `Record recollection: ${specimen}`
export const recordRecollection = 'Record recollection'
export const saveRecollection = 'Save recollection'
export const dateOfCollection = 'Date of collection'
export const trackingLater = 'You can add tracking later.'

// SamplesCard
export const willReplace = 'Will replace the rejected specimen'
export const replaces = 'Replaces the rejected specimen'
export const specimens = 'Specimens'
export const specimen = 'Specimen'
export const collected = 'Collected'
export const shippedWith = 'Shipped with'
export const atTheLaboratory = 'At the laboratory'
export const sampleOf = (specimen: string) => `Sample: ${specimen}`
export const arrivedOn = (day: string) => `Arrived ${day}`

// Tracking
export const trackingNumberChanged = 'Tracking number changed.'
export const trackingNumberSaved = 'Tracking number saved.'
export const trackingNumberOf = (action: string, specimen: string) => `${action} tracking number: ${specimen}`
export const change = 'Change'
export const addTrackingNumber = 'Add tracking number'
export const lateSince = (day: string) => `Late since ${day}`
export const arrivedWithoutIt = 'Arrived without the sample'
export const expectedBy = (day: string) => `Expected by ${day}`

// TestPicker
export const testPlaceholder = 'Test name, code or gene'
export const chosenTests = 'Chosen tests'
export const removeTest = (testName: string) => `Remove ${testName}`
export const remove = 'Remove'

// AgainDialog
export const sendWaitingHint =
  'It is sent now instead of at its next try, as the same message with the same control ID.'
export const sendRefusedHint =
  'The laboratory gets the same message with the same control ID. First have the laboratory fix the reason it rejected the message, or it will reject it again.'
export const reprocessHint =
  'The message is processed as if it had just arrived. The laboratory is not told: its system still shows the message as rejected.'
export const rejectedAgain = (reason: string) => `Rejected for the same reason: ${reason}`
export const willBeSentAgain = 'will be sent again'
export const wasReprocessed = 'was reprocessed'
export const sendAgainTitle = (message: string) => `Send ${message} again?`
export const reprocessTitle = (message: string) => `Reprocess ${message}?`
export const sendAgain = 'Send again'
export const reprocess = 'Reprocess'

// LaboratoryPage
export const laboratoryMessages = 'Laboratory messages'
export const laboratory = 'Laboratory'
export const messages = 'Messages'
export const nonePending = 'None pending'
export const oldestPending = (ago: string) => `The oldest pending message was written ${ago}`
export const messagesHint = 'Messages to and from the laboratory’s system, for all institutions.'
export const searchMessages = 'Search messages'
export const searchPlaceholder = 'Order number, control ID or sender'
export const allAnswered = 'The laboratory has answered every message.'
export const noneRejected = 'None rejected'
export const allAccepted = 'The laboratory has accepted every message it answered.'
export const allProcessed = 'Every message from the laboratory was processed.'
export const noneSentYet = 'None sent yet'
export const noneSentHint = 'Orders appear here once the laboratory has accepted them.'
export const noneReceivedYet = 'None received yet'
export const noneReceivedHint = 'Messages from the laboratory about its orders appear here.'
export const nothingFound = (q: string) => `Nothing found for “${q}”`
export const searchScope = (status: string) => `Searched only “${status}”.`

// MessageCells
export const noControlId = 'No control ID'
export const fromSender = (sender: string) => ` from ${sender}`
export const noKnownOrder = 'No known order'
export const showNamed = (name: string) => `Show ${name}`
export const show = 'Show'

// MessageDialog
export const close = 'Close'
export const openingRecorded = 'This message contains patient data. Opening it is recorded.'
export const theMessageIsLoading = 'The message is loading'
export const messageSent = 'Message sent'
export const messageReceived = 'Message received'
export const theLaboratorysAnswer = 'The laboratory’s answer'
export const ourAnswer = 'Our answer'
export const nothingYet = 'Nothing yet.'
export const noAnswerNeeded = 'None: the message needs no answer.'

// MessageTable
export const message = 'Message'
export const orderHeading = 'Order'
export const when = 'When'
export const history = 'History'
export const actions = 'Actions'

// AnswerDialog
export const answerSent = 'Your answer was sent to the laboratory.'
export const uploading = 'Uploading…'
export const sendAnswer = 'Send answer'
export const noDetails = 'The laboratory gave no further details.'
export const yourAnswer = 'Your answer'
export const documents = 'Documents'
export const uploadedFiles = (names: string) => `Uploaded: ${names}`
export const consentForm = 'Consent Form'
export const insuranceCard = 'Insurance Card'
export const additionalClinicalInformation = 'Additional Clinical Information'

// ConversationCard
export const messagesWithTheLaboratory = 'Messages with the laboratory'
export const theLaboratoryResumedWork = 'The laboratory released the hold'
export const noneOpen = 'none open'
export const openCount = (count: number) => `${count} open`
export const notAnswered = (day: string) => `Not answered yet. Answer by ${day}.`
export const downloadFile = (filename: string) => `Download ${filename}`

// ObstaclesCard
export const outstandingItems = 'Outstanding items'
export const noAction = 'No action needed from your clinic.'
export const waitingToResume = 'Answered; waiting for the lab to resume'
export const answer = 'Answer'
export const trackTheParcel = 'Track the parcel'
export const callNumber = (phone: string) => `Call ${phone}`

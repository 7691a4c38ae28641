// ChoiceField
export const clear = 'Clear'
export const clearAnswer = (question: string) => `Clear the answer: ${question}`
export const ownWords = 'Other, in your own words'
export const chooseOne = 'Choose'

// SingleField
export const unit = 'Unit'

// RepeatedField
export const answer = 'answer'

// AttachmentField
export const attach = 'Attach a file'
export const attachAnother = 'Attach another file'
export const attachFor = (question: string) => `Attach a file: ${question}`
export const removeFile = (name: string) => `Remove ${name}`
export const uploading = (name: string) => `Uploading ${name}…`
export const notSaved = 'The file was not uploaded, because the draft could not be saved. Try again.'
export const notOffered = 'Documents cannot be uploaded at this laboratory. Send the file with the specimen.'

// Questionnaires
export const questionnaireOf = (title: string, person: string) => `${title}: ${person}`

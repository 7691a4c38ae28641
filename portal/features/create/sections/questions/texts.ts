// ChoiceField
export const clear = 'Clear'
export const clearAnswer = (question: string) => `Clear the answer: ${question}`
export const ownWords = 'Other, in your own words'
export const chooseOne = 'Choose'

// SingleField
export const unit = 'Unit'

// RepeatedField
export const answer = 'answer'

// Questionnaires
export const questionnaireOf = (title: string, person: string) => `${title}: ${person}`

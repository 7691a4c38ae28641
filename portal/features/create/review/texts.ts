// SignDialog
export const signingAs = 'Signing as'
export const reviewAndSign = 'Review and sign'
export const changedDuringReview = 'This order changed while you were reviewing it'
export const reviewAgain = 'Review it again before you sign.'
export const orderSummary = 'Order summary'
export const keepEditing = 'Keep editing'
export const signAndSubmit = 'Sign and submit'

// review-lines
export const genesSelected = (count: number) => `${count} genes selected`
export const agreedTo = (titles: string) => `Yes: ${titles}`
export const declined = (titles: string) => `No: ${titles}`
export const consentsOfEveryone = 'Consents for everyone'
export const consents = 'Consents'
export const consentsOf = (person: string) => `Consents for ${person}`
export const consentGiven = 'How consent was given'
export const consentGivenFor = (person: string) => `How consent was given for ${person}`
export const specimenAtLaboratory = 'Specimen at the laboratory'
export const additionalTestOn = (labNumber: string) =>
  `Additional test on the specimen with lab number ${labNumber}`
export const reflexTestOn = (labNumber: string) => `Reflex test on the specimen with lab number ${labNumber}`
export const reanalysisOf = (labNumber: string) => `Reanalysis of existing data under lab number ${labNumber}`
export const underNewNumber = 'to be reported under a new lab number'
export const requestedKits = 'Requested kits'
export const overriddenWarning = 'Overridden warning'
export const tests = 'Tests'
export const addOnTests = 'Add-on tests'
export const payment = 'Payment'
export const orderingProvider = 'Ordering provider'
export const npi = (npi: string) => `NPI ${npi}`
export const vaStation = 'VA station'
export const reportRecipients = 'Report recipients'
export const fax = (fax: string) => `fax ${fax}`
export const priority = 'Priority'
export const urgentResults = 'Urgent results to'

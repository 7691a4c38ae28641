// CoverageCheck
export const coverage = 'Coverage'
export const canCheckNow = (payer: string) => `You can check coverage with ${payer} now.`
export const beforeYouCheck = 'Before you check coverage:'

// PricePanel
export const patientCost = 'Patient cost'
export const priceUnavailable = 'The price isn’t available right now. You can still order.'
export const tryAgain = 'Try again'
export const price = 'Price'
export const estimate = 'Estimate'

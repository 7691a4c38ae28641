// TreatmentPage
export const treatmentRecommendationWithdrawn = 'Treatment recommendation withdrawn'
export const treatmentRecommendation = 'Treatment recommendation'
export const showTheRecommendationAnyway = 'Show the recommendation anyway'
export const theRecommendationIsLoading = 'The recommendation is loading'
export const orders = 'Orders'
export const orderNumber = (id: number) => `Order ${id}`
export const recommendation = 'Recommendation'
export const details = 'Details'
export const dateOfBirth = 'Date of birth'
export const labNumber = 'Lab number'
export const lastOpened = 'Last opened'
export const openedBy = (when: string, by: string) => `${when} by ${by}`
export const notOpenedBefore = 'Not opened before'

// TreatmentsCard
export const treatmentRecommendations = 'Treatment recommendations'
export const newForYou = 'New for you'
export const itsReportWasReplaced = 'Its report was replaced'
export const issuedAt = (when: string) => `Issued ${when}`
export const openNamed = (title: string) => `Open ${title}`
export const openLabel = 'Open'

// RelatedTests
export const oftenAdded = 'Often added'
export const forAPair = 'For a pair'
export const forTheParents = 'For the parents'
export const relatedTests = 'Related tests'
export const orderNumber = (id: number) => `Order ${id}`

// SampleBanner
export const rejectedTitle = 'The laboratory has rejected this sample'
export const recollectionNeeded = 'Recollection needed'
export const previousRejected = (day: string, reason: string) =>
  `The laboratory rejected the previous sample on ${day}: ${reason} `
export const viewRejectedSample = 'View rejected sample'
export const notInItsParcel = 'The sample was not in its parcel'
export const arrivedWithoutIt = (trackingNumber: string) =>
  `Parcel ${trackingNumber} has arrived without it. Send the sample, and enter the new tracking number.`
export const theParcelIsLate = 'The parcel is late'
export const parcelLateHint = (day: string, carrier: string) =>
  `It should have arrived by ${day}. Use the tracking number to ask ${carrier}.`
export const viewTheRecollectedSample = 'View the recollected sample'
export const viewTheRecollectionNeeded = 'View recollection request'

// SampleDetailsCard
export const dobSex = 'DOB, sex'
export const mothersDobSex = 'Mother’s DOB, sex'
export const notYet = 'Not yet'
export const notGiven = 'Not given'
export const shippedWith = 'Shipped with'
export const specimenId = 'Specimen ID'
export const laboratoryNumber = 'Lab number'
export const noneYet = 'None yet'
export const sample = 'Sample'

// SamplePage
export const progress = 'Progress'
export const sampleHistory = 'Sample history'

// Siblings
export const familySamples = 'Other samples of the family'
export const collectedOn = (day: string) => `collected ${day}`
export const orderInList = (id: number) => `order ${id}`
export const recollectionOpen = 'recollection needed'

// OrderOfSample
export const orderedOn = (day: string) => `ordered ${day}`
export const reportExpectedOn = (day: string) => `report expected ${day}`
export const orderHeading = 'Order'

// SampleHead
export const sampleTitle = (id: number) => `Sample ${id}`
export const orders = 'Orders'

// SampleSkeleton
export const theSampleIsLoading = 'The sample is loading'

// SampleTimeline
export const lateSince = (day: string) => `Late since ${day}`
export const byDay = (day: string) => `By ${day}`

export const familyDrawing = 'Pedigree'
export const loading = 'Loading the family'
export const notInFamily = 'This order is not in a family yet.'
export const notInFamilyHint =
  'Start a family from the people on this order, or choose the family they belong to. The order does not change.'
export const beginFamily = 'Start a family'
export const familyBegun = 'Family started'
export const chooseFamily = 'Choose a family'
export const joinTo = (name: string) => `Join to ${name}`
export const proposed = (people: string, name: string) =>
  `${people}: in the family ${name} by name and date of birth.`
export const orderJoined = 'Order joined to the family'
export const openFamily = (name: string) => `Open the family ${name}`
export const drawingOf = (name: string) => `Close relatives in the family ${name}`
export const litHint = 'Highlighted: the people on this order.'
export const notJoined = (who: string) => `Not in the family yet: ${who}.`
export const sayWho = 'Match people'
export const takeOut = 'Take out of the family'
export const takeOutTitle = 'Take this order out of the family?'
export const takeOutHint = 'Neither the order nor the family changes. You can join them again.'
export const takenOut = 'Order taken out of the family'
export const keep = 'Keep'
export const close = 'Close'
export const choose = 'Choose'
export const searchFamily = 'Family or any member’s name'
export const search = 'Search'
export const noFamilyFound = 'No family has this name or member. Try another spelling, or start a family.'
export const noMember = 'Nobody in the family'
export const whoIs = (who: string) => `${who} in the family`
export const saveJoin = 'Join'
export const orderDiffers = 'The order says something else'
export const orderDiffersHint = 'Nothing changes by itself. Copy to the family what is right.'
export const familyHas = (value: string) => `Family: ${value === '' ? 'nothing' : value}`
export const orderHas = (value: string) => `Order: ${value === '' ? 'nothing' : value}`
export const take = 'Copy to the family'
export const takeField = (who: string, field: string) => `Copy to the family: ${field} of ${who}`
export const takenIntoFamily = 'Copied to the family'
export const colleagueChanged = 'A colleague changed this in the family meanwhile. Nothing was copied.'
export const typedHistory = 'Diagnoses typed in the order'
export const typedHistoryHint = 'Choose which family member has it.'
export const whoHas = (diagnosis: string) => `Who has ${diagnosis}?`
export const addToFamily = 'Add to the family'
export const addConditionOf = (diagnosis: string) => `Add to the family: ${diagnosis}`

export const FIELDS = {
  ...{ firstName: 'First name', lastName: 'Last name', born: 'Date of birth', sexAtBirth: 'Sex at birth' },
  ...{ dateOfBirth: 'Date of birth', sex: 'Sex', affected: 'Affected', deceased: 'Died' },
} as const
export const ofOrder = (id: number) => `Family of order ${id}`
export const more = 'More about the family of this order'
export const peopleIn = (count: number) => (count === 1 ? '1 person' : `${count} people`)
export const fromFamily = 'From the family'
export const fromFamilyOf = (name: string) => `From the family ${name}`
export const addToOrder = 'Add to the order'
export const patientInFamily = 'The patient of this order'
export const relatives = 'Relatives'
export const drawing = 'Pedigree of the family'
export const pressPeople = 'Select people to add them to the order'
export const thePatient = 'Patient'
export const inOrder = 'In the order'
export const chosen = 'Chosen'
export const proposedHere = 'Proposed'
export const chosenSoFar = (names: readonly string[]) =>
  names.length === 0 ? 'Nobody chosen yet.' : `Chosen: ${names.join(', ')}.`
export const stillLacks = (test: string, relatives: string, count: number) =>
  `${test} needs specimens from ${relatives}: ${count} missing.`
export const orderIsFull = 'An order has at most 12 people. Order for the others separately.'
export const noPregnancy =
  'This person has no pregnancy in the family that fits the order. Add it first: a fetus’s relatives are worked out from it.'
export const testedPregnancy = 'The pregnancy that is tested'
/** `number` tells apart those of the same words. */
export const pregnancyWith = (pregnancy: string, partners: readonly string[], number: number | null) =>
  `${pregnancy}${partners.length === 0 ? '' : `, with ${partners.join(' and ')}`}${number === null ? '' : ` (${number})`}`
export const writeHistory = (lines: number) =>
  lines === 1 ? 'Add 1 diagnosis to the family history' : `Add ${lines} diagnoses to the family history`
export const familyDiffers = 'The family says something else'
export const familyDiffersHint = 'Nothing changes by itself. Copy to the order what is right.'
export const takeIntoOrder = 'Copy to the order'
export const takeFieldIntoOrder = (who: string, field: string) => `Copy to the order: ${field} of ${who}`
export const historyOffered = (lines: number) =>
  lines === 1
    ? 'The family has 1 diagnosis that the family history lacks.'
    : `The family has ${lines} diagnoses that the family history lacks.`
export const writeIntoHistory = 'Add to the family history'
export const died = (on: string) => (on === '' ? 'has died' : `died ${on}`)
export const proposedFamilies = 'Families with somebody of this name and date of birth'
export const patientIs = (name: string) => `The patient of this order: ${name}`
export const chooseAnother = 'Choose another person'
export const addVariants = 'Add this variant to the family?'
export const addVariantsHint =
  'Each relative is then listed with their chance and next step. First ask the person whether it may be used for the family.'
export const addVariant = (words: string) => `Add to the family: ${words}`
export const showAllVariants = (count: number) => `Show all ${count} variants`
/** Variants that are named; of more it is said how many. */
const MOST_NAMED = 3
export function variantConcerns(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  const listed = [...names.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
  return `The report lists ${listed}. Start a family, or choose one, to see which relatives are at risk.`
}

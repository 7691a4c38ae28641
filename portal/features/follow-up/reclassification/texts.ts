// ReclassificationCard
export const of = (name: string) => `Reclassification: ${name}`
export const loading = 'What changed is loading.'
export const withdrawnTitle = 'The laboratory has withdrawn this report'
export const withdrawnHint =
  'What it said is no longer shown. Tell everybody who was told, then close this with a statement.'
export const showAnyway = 'Show what changed anyway'
export const whatChanged = 'What changed'
export const compare = (older: number, newer: number) => `Compare versions ${older} and ${newer}`
export const issued = (version: number, when: string) => `Version ${version} issued ${when}`
export const signedBy = (who: string) => `signed by ${who}`
export const reasonNotStated = 'The laboratory gives no reason.'
export const asDocument =
  'The laboratory sent one of the versions as a document only, so the portal cannot tell what changed. Compare the reports.'
export const closeIt = 'Close reclassification'
export const takeOverFirst = (owner: string) => `${owner} owns this. Take it over to close it.`
export const takeOverUnowned = 'Nobody owns this. Take it over to close it.'

export const WISHES = {
  yes: 'The patient agreed to be contacted about new knowledge.',
  no: 'The patient does not want to be contacted about new knowledge.',
  withdrawn: 'The patient agreed to be contacted about new knowledge, and has withdrawn that.',
  'not-asked': 'The patient was not asked whether they want to be contacted about new knowledge.',
} as const
export const againstHint =
  'Contact is for an urgent reason only, recorded by a user who may submit orders. You can record that the patient does not want to be told.'
export const asked = 'The question was:'

// Steps
export const steps = 'Steps'
export const stepsHint = 'Each step counts only once someone records it.'
export const done = 'Done'
export const toDo = 'To do'
export const by = (day: string) => `by ${day}`
export const lateSince = (day: string) => `was due ${day}`
export const orderer = 'Tell the ordering provider'
export const patient = 'Tell the patient'
export const relatives = 'List the relatives who may be concerned'
export const tries = (count: number, needed: number) =>
  `${count === 1 ? '1 attempt' : `${count} attempts`} to reach the patient; ${needed} needed before they count as unreachable`
export const record = 'Record'
export const recordFor = (what: string) => `Record: ${what}`
export const listRelative = 'List a relative'
export const statesNone = 'No relatives'
export const noneYet = 'Nobody is listed yet.'
export const relativeStates = {
  told: 'told',
  tested: 'tested',
  declined: 'declined',
  open: 'not told yet',
} as const
export const recordedBy = (name: string, when: string) => `${name}, ${when}`
export const despite = (reason: string) => `Contacted despite the patient’s wish: ${reason}`
export const aboutEarlier = 'about an earlier version'

// StepDialog
export const TITLES = {
  orderer: 'Ordering provider told',
  patient: 'What happened with the patient?',
  list: 'List a relative',
  none: 'No relatives to tell',
} as const
export const aboutRelative = (relation: string) => `What happened with this relative: ${relation}?`
export const whatHappened = 'What happened?'
export const person = 'Patient'
export const test = 'Test'
export const provider = 'Ordering provider'
export const how = 'How'
export const choose = 'Choose…'
export const relation = 'How they are related to the patient'
export const relationHint = 'Such as brother or paternal aunt. Do not write a name.'
export const words = 'Statement'
export const wordsHint =
  'Optional: what was said, what comes next. Colleagues and the laboratory can read it.'
export const against = 'Reason for contact despite the patient’s wish'
export const save = 'Record'
export const cancel = 'Cancel'
export const recorded = 'Recorded'
export const PATIENT_STEPS = {
  'patient-told': 'They were told',
  'patient-not-reached': 'They were not reached this time',
  'patient-refused': 'They do not want to be told',
  'patient-unreachable': 'They cannot be reached',
} as const
export const RELATIVE_STEPS = {
  'relative-told': 'They were told',
  'relative-tested': 'They were tested',
  'relative-declined': 'They do not want to know, or not to be tested',
} as const

// Letters
export const letters = 'Letters'
export const lettersHint =
  'Creating or printing a letter does not mark anyone as told. Record when it was given.'
export const noLetters = 'None made yet.'
export const writeLetter = 'Write a letter'
export const toPatient = 'To the patient'
export const toRelative = (relation: string) => `To a relative: ${relation}`
export const outdated = 'Do not send: newer version'
export const questioned = 'Do not send: report is being checked'
export const againstWish = 'Do not send: patient’s wish'
export const openLetter = 'Open'
export const openNamed = (name: string, when: string) => `Open the letter ${name.toLowerCase()}, ${when}`
export const closeLetter = 'Hide'
export const hideNamed = (name: string, when: string) => `Hide the letter ${name.toLowerCase()}, ${when}`
export const letterFile = (id: number) => `letter-${id}.pdf`

// LetterDialog
export const letterTitle = 'Write a letter'
export const recipient = 'To'
export const patientChoice = 'The patient'
export const relativesMissing = 'To write to a relative, list them first.'
export const addressedTo = 'Name in the salutation'
export const addressedHint = 'Optional. Without it the letter begins “Dear relative”.'
export const permission = 'How the patient permitted that this relative learns whose result it is'
export const permissionHint = 'Left empty, the letter does not name the patient.'
export const preview = 'Preview'
export const previewLoading = 'The preview is loading.'
export const makeLetter = 'Make letter'
export const letterMade = 'Letter made'

// CloseDialog
export const closeTitle = 'Close this reclassification'
export const statement = 'Statement'
export const statementHint = 'How this was seen through. Colleagues and the laboratory can read it.'
export const stepsRemain = 'Not done yet:'
export const REMAINING = {
  orderer: 'the ordering provider was not told',
  patient: 'the patient was not told',
  relatives: 'relatives were not listed',
} as const
export const notNeeded = 'My statement says why these are not needed'
export const confirmIncomplete =
  'Do these steps, or confirm that your statement says why they are not needed.'
export const keepOpen = 'Keep open'
export const closed = 'Reclassification closed'

import type { FeatureStatus } from '#domain/orders/phenotype.ts'

// ReanalysisCard
export const title = 'Reanalysis'
export const findingsTitle = 'Findings since the report'
export const noFindings = 'None recorded.'
export const recordFindings = 'Record findings'
export const comesUp = (day: string, reasons: string) => `Due since ${day}: ${reasons}.`
export const due = 'Due'
export const notDue = 'Not due'
export const waits = 'Decision needed'
export const questioned =
  'Being checked by the laboratory. A reanalysis cannot be ordered until the laboratory has decided.'
export const notOffered = 'Results of this test are currently not reanalyzed at your institution.'
export const byAgeOn = (day: string) => `By its age it comes up on ${day}.`
export const decideBy = (day: string) => `Decide by ${day}`
export const ownedBy = (name: string) => `Owner: ${name}`
export const noOwner = 'No owner'
export const whatIsNew = 'What the draft tells the laboratory'
export const startDraft = 'Start reanalysis order'
export const notNow = 'Not now'
export const close = 'Close follow-up'
export const newer = (id: number, isDraft: boolean) => (isDraft ? `Draft ${id}` : `Order ${id}`)
export const orderedAs = 'Ordered again:'
export const closedBy = (name: string, day: string, statement: string) =>
  `Closed by ${name} on ${day}: ${statement}`
export const statusWords: Record<FeatureStatus, string> = {
  present: 'Present',
  absent: 'Absent',
  uncertain: 'Uncertain',
}
export const observed = (status: string, day: string) => `${status}, ${day}`
export const recordedBy = (name: string, day: string) => `recorded by ${name} on ${day}`
export const replaced = 'replaced by a later record'

// RecordFindingsDialog
export const recordTitle = 'Record findings since the report'
export const recordHint =
  'The signed order stays as it is. A reanalysis is ordered with what you record here. To correct a record, record the term again.'
export const whose = 'Finding of'
export const finding = 'Finding'
export const findingPlaceholder = 'Seizure, small head, HP:0001250'
export const alsoCalled = (id: string, synonym: string) => `${id}, also called ${synonym}`
export const chosenFindings = 'Findings to record'
export const isPresent = (term: string) => `Is it present: ${term}`
export const removeFinding = (term: string) => `Remove ${term}`
export const observedOn = 'Observed or ruled out on'
export const note = 'Note'
export const recordedSince = 'Recorded meanwhile, possibly by your own earlier attempt'
export const recordedSinceHint =
  'These remain on record. Your last attempt added nothing. To add what you entered and is not listed here, press Record findings again. To correct a finding, record its term again.'
export const findingsRecorded = 'Findings recorded.'

// DraftDialog
export const draftTitle = 'Start a reanalysis order?'
export const draftHint = (test: string, order: number) =>
  `A draft for ${test} on the stored data of order ${order}, with the same people, provider and payer. Consents are asked again. It tells the laboratory:`

// LaterDialog
export const laterTitle = 'Not now'
export const laterHint = (byFindings: boolean) =>
  `It stays on the follow-up list and is due again on that day${byFindings ? ', or when findings are recorded' : ''}.`
export const askAgainOn = 'Ask again on'
export const reason = 'Reason'
export const putOff = 'Put off'
export const wasPutOff = 'Reanalysis put off.'

// CloseDialog
export const closeTitle = 'Close without asking again?'
export const closeHint = 'This result does not come up for reanalysis again.'
export const why = 'Why'
export const statement = 'Statement'
export const closeQuestion = 'Close follow-up'
export const keepOpen = 'Keep open'
export const wasClosed = 'Reanalysis closed.'

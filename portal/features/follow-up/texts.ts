// FollowUpCard
export const followUp = 'Follow-up'
export const followUpHint = 'A report stays open here until its owner acknowledges it with a statement.'
export const versionAndStatus = (version: number, status: string) =>
  `version ${version}, ${status.toLowerCase()}`
export const resultBefore = (result: string) => `was ${result.toLowerCase()}`
export const questioned = 'Being checked by the laboratory'
export const acknowledgeBy = (day: string) => `Acknowledge by ${day}`
export const doBy = (day: string) => `Due ${day}`
export const late = (day: string) => `Late: was due ${day}`
export const ownedBy = (name: string) => `Owner: ${name}`
export const ownedByYou = 'Owner: you'
export const noOwner = 'Nobody owns this'
export const escalatedTo = (when: string, to: string) => `Escalated ${when} to ${to}`
/** In a list: the day is in the trail. */
export const toldOf = (to: string) => `Escalated to ${to}`
export const acknowledge = 'Acknowledge'
export const takeOver = 'Take over'
export const handOver = 'Hand over'
export const closedBy = (outcome: string, by: string, when: string) => `${outcome}: ${by}, ${when}`
export const trail = (count: number) => `Trail (${count})`
export const acknowledgeReport = (name: string) => `Acknowledge the report of ${name}`
export const takeOverOf = (name: string) => `Take over the follow-up of ${name}`
export const handOverOf = (name: string) => `Hand over the follow-up of ${name}`
export const takenOver = 'You now own this follow-up'

// AcknowledgeDialog
export const acknowledgeTitle = 'Acknowledge this report'
export const version = 'Version'
export const result = 'Result'
export const report = 'Report'
export const patient = 'Patient'
export const test = 'Test'
export const whatWasDone = 'What did you do?'
export const noAction = 'Reviewed, no action needed'
export const acted = 'Reviewed, and I acted on it'
export const statement = 'Statement'
export const statementHint =
  'What was done, who was told, what comes next. Colleagues and the laboratory can read it.'
export const statementOptional = 'Optional. Colleagues and the laboratory can read it.'
export const acknowledged = 'Report acknowledged'
export const chooseIt = 'Choose what you did.'
export const describeIt = 'Describe what was done.'
export const cancel = 'Cancel'

// HandOverDialog
export const handOverTitle = 'Hand over this follow-up'
export const colleague = 'Colleague'
export const colleagueHint = 'Someone who can see this institution’s orders. They are told by email.'
export const note = 'Note'
export const noteHint = 'Optional. It is kept in the trail, not in the email.'
export const handedOver = (name: string) => `Handed over to ${name}`
export const noneChosen = 'Choose…'
export const chooseColleague = 'Choose a colleague.'

// FollowUpPage
export const listHint =
  'Reports and other results that somebody has to see through. Those without an owner come first.'
export const rulesLink = 'Due days and escalation'
export const whichFollowUps = 'Which follow-ups'
export const open = 'Open'
export const overdue = 'Late'
export const closed = 'Closed'
export const owner = 'Owner'
export const anyOwner = 'Everybody'
export const ownLabel = 'Mine'
export const noOwnerLabel = 'Nobody'
export const kind = 'Kind'
export const allKinds = 'All kinds'
export const allResults = 'All results'
export const patientAndTest = 'Patient and test'
export const due = 'Due'
export const noDay = 'No due day'
export const you = 'You'
export const closedColumn = 'Closed by'
export const followUpNoun = 'follow-up'
export const noneOpen = 'Nothing to follow up'
export const noneOpenHint =
  'A report appears here when the laboratory sends it, until its owner acknowledges it; a reclassification, until it was seen through.'
export const noneLate = 'Nothing is late'
export const noneLateHint = 'All open follow-ups are on time.'
export const noneClosed = 'Nothing was closed yet'
export const noneClosedHint = 'Acknowledged reports are listed here, with what was stated.'
export const noneMatch = 'No follow-up matches these filters'
export const noneMatchHint = 'Choose other filters to see more.'
export const clearFilters = 'Clear filters'

// FollowUpsCard
export const WHAT_TO_DO = {
  report: 'Acknowledge',
  reclassification: 'See it through',
  reanalysis: 'Decide',
} as const
export const yourFollowUps = 'Follow-up'
export const yoursCount = (own: string, are: string) => `${own} ${are} yours`
export const lateCount = (late: number) => `${late} late`
export const ownerlessCount = (count: string, have: string) => `${count} ${have} no owner`
export const viewAll = 'View all'
export const viewUnowned = 'View those without an owner'

// EverywherePage
export const laboratory = 'Laboratory'
export const everywhereHint =
  'Results that no clinic has seen through in time. Call the owner or the institution; only they can close it.'
export const escalatedToLaboratory = 'Escalated to the laboratory'
export const allLate = 'All late'
export const allOpen = 'All open'
export const institution = 'Institution'
export const noneEscalated = 'Nothing was escalated to the laboratory'
export const noneEscalatedHint = 'A follow-up appears here if an institution does not act in time.'

// RulesPage
export const rulesTitle = 'Due days and escalation'
export const rulesHint = (name: string) =>
  `By when a report must be acknowledged and a reclassification seen through at ${name}, and who is told if it is not. New days apply to reports that arrive from now on; who is told, at once.`
export const daysTitle = 'Days to acknowledge'
export const daysHint =
  'Calendar days from the report’s arrival. A change is due no later than its result would be.'
export const reclassificationTitle = 'Reclassifications'
export const reclassificationHint =
  'Calendar days from the arrival of the report that changes a variant’s class. Each step is late by itself.'
export const RECLASSIFICATION_LABELS = {
  ordererDays: 'Days to tell the ordering provider',
  patientDays: 'Days to tell the patient, and to list relatives',
  tries: 'Attempts until a patient counts as unreachable',
} as const
export const escalationTitle = 'Escalation'
export const escalationHint =
  'Escalation starts the day after the due day, or at once if nobody owns it. Emails contain order numbers only.'
export const DAY_LABELS = {
  changed: 'Corrected or withdrawn, or another result than before',
  positive: 'Positive',
  uncertain: 'Inconclusive, or test failed',
  'not-stated': 'Result not stated: a document only',
  negative: 'Negative',
} as const
export const escalateTo = 'Tell at the institution'
export const everyoneWithRole = (role: string) => `Everyone with the role ${role}`
export const formerContact = 'A user who can no longer see this institution’s orders'
export const supportDays = 'Days after the due day until the laboratory’s Support is told'
export const saveRules = 'Save'
export const rulesSaved = 'Due days and escalation saved'
export const neverChanged = 'These are the initial values. Nobody has changed them yet.'
export const changedBy = (by: string, when: string) => `Last changed by ${by}, ${when}.`
export const enterDays = 'Enter 0 to 365 days.'
export const enterTries = 'Enter 1 to 20 attempts.'

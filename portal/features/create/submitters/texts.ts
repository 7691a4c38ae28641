// AskDialog
export const submissionRequested = (submitter: string) => `${submitter} was asked to submit this order.`
export const requestSubmission = 'Request submission'
export const sendRequest = 'Send request'
export const requestHint =
  'They’ll see the order in their queue and get an email that doesn’t name the patient.'
export const incompleteHint = (points: string) =>
  ` The order isn’t complete yet (${points}). They’ll see that, too.`
export const submitter = 'Submitter'
export const loading = 'Loading…'
export const choose = 'Choose'
export const nameAndNpi = (name: string, npi: string) => `${name}, NPI ${npi}`
export const listUnavailable = 'Couldn’t load the list. Close this window and try again.'
export const noSubmitters = 'No one else at your institution can submit orders.'
export const chooseSubmitter = 'Choose a submitter'
export const note = 'Note'
export const noteHint = 'Anything they should know. They’ll see it with the order.'

// HandOverDialog
export const assignedTo = (responsibleName: string) => `Assigned to ${responsibleName}.`
export const assignToColleague = 'Assign to a colleague'
export const assign = 'Assign'
export const assignHint = (assigned: string) =>
  `${assigned}The colleague you choose becomes responsible for this order. Everyone at your institution can still open it.`
export const colleague = 'Colleague'
export const preparedBy = (name: string) => `Assigned to ${name} now. `
export const noMatchingColleague = 'No matching colleague'
export const noColleagues = 'No one else at your institution can prepare orders.'
export const chooseColleague = 'Choose a colleague'

// SubmissionNotice
export const requestedOn = (when: string) => `Requested on ${when}.`
export const requestedBy = (name: string, when: string, note: string) =>
  `${name} requested this on ${when}${note}.`
export const asksYou = (askedBy: string, note: string) => `${askedBy} asks you to submit this order${note}`
export const wasAsked = (request: string) => `${request} was asked to submit this order`
export const returnOrder = 'Return order'
export const editRequest = 'Edit request'
export const returnedBy = (by: string, when: string) => `Returned by ${by} on ${when}`
export const noReasonGiven = (by: string) =>
  `${by} gave no reason. Ask them before you request submission again.`
export const returnedTo = (to: string) => `Returned to ${to}.`
export const whatToChange = (to: string) => `What ${to} should change`

export const families = 'Families'
export const startFromFile = 'Start from a file'
export const search = 'Search families'
export const searchPlaceholder = 'Family or any member’s name'
export const newFamily = 'New family'
export const name = 'Name'
export const proband = 'Proband'
export const people = 'People'
export const lastChange = 'Last change'
export const noProbandName = 'without a name'
export const changedBy = (when: string, who: string) => `${when} by ${who}`
export const noFamiliesInRole = 'Your role doesn’t include viewing families'
export const noFamilies = 'No family yet'
export const noFamiliesHint = 'Start one with nine numbers: how many relatives of each kind the patient has.'
export const nothingFound = (words: string) => `No family for “${words}”`
export const nothingFoundHint = 'The search covers family names and the names of all members.'

export const undone = (action: string) => `Undone: ${action}`
export const redone = (action: string) => `Redone: ${action}`
export const notSaved = 'Your last changes are not saved'
export const saveAgain = 'Save now'
export const undoAction = (action: string) => `Undo: ${action}`
export const triedAgain = 'Saving is retried automatically; your changes are kept on this page.'
export const close = 'Close'
export const colleagueChanged = 'A colleague changed the same thing at the same time'
export const colleagueStays =
  'Your colleague’s version was kept. Check it, and make your change again if yours is right:'
export const whole = 'the whole entry'
export const removedPerson = 'a removed person'
export const key = 'Key'
export const conflictOf = (of: string, what: string) => `${of}: ${what}`
export const LISTS = { unions: 'Couple', evaluations: 'Test result', document: 'Family' }
export const FIELDS: ReadonlyMap<string, string> = new Map([
  ['firstName', 'first name'],
  ['lastName', 'last name'],
  ['gender', 'gender'],
  ['sexAtBirth', 'sex assigned at birth'],
  ['born', 'birth'],
  ['age', 'age'],
  ['life', 'alive or died'],
  ['diedOn', 'death'],
  ['causeOfDeath', 'cause of death'],
  ['conditions', 'conditions'],
  ['pregnancy', 'pregnancy'],
  ['parents', 'parents'],
  ['birthOrder', 'place among the siblings'],
  ['leftOf', 'place in the drawing'],
  ['notes', 'notes'],
  ['name', 'name'],
  ['fill', 'fill'],
  ['part', 'part of the symbol'],
  ['hasEnded', 'no longer together'],
  ['relatedAs', 'how they are related'],
  ['childlessness', 'no children'],
  ['result', 'result'],
  ['on', 'date'],
])

export { endWithReports } from './after-filing.ts'
export { followReclassifications } from './reclassification/detecting.ts'
export { readLetters, SHIPPED_LETTERS } from './reclassification/letter-file.ts'
export { followReports } from './report-follow-ups.ts'
export {
  addFollowUpEvent,
  BY_KARYO,
  BY_LABORATORY,
  closeFollowUp,
  moveFollowUp,
  openFollowUp,
  openOf,
  ownerAmong,
  readersAt,
  readersInScope,
  rulesOf,
} from './store.ts'

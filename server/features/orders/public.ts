export { colleaguesWith, recipientsWith } from './drafts/colleagues.ts'
export { createDraft, type DraftDeps, discardDraft, rewriteDraft } from './drafts/drafts.ts'
export { returnRequests } from './drafts/ended-requests.ts'
export {
  conditionsOf as orderConditions,
  isLateOn,
  plain as plainColumn,
  STAGE,
} from './list/list-filters.ts'
export { institutionsAround } from './list/listing.ts'
export {
  hasLateParcel,
  hasUnsent,
  isUnsent,
  MAY_AWAIT_PARCELS,
  MAY_SHIP,
  PARTLY_REPORTED,
  parcelIsLate,
  UNSETTLED,
} from './list/unsent.ts'
export { assertAllowed, loadOrderReply, lockOrder, viewOrder } from './locked-order.ts'
export type { OrderDeps, SubmittedOrder } from './order-deps.ts'
export { addEvent, findByKeys, findOrder, noteOpening, type StoredOrder } from './store.ts'
export { numbersForAddOn, specimenOf } from './submission/add-on.ts'
export { askCancellation } from './submission/cancel.ts'
export { loadRuleContext, lookUpProvider, submitterOf } from './submission/rule-context.ts'
export { submitDraft } from './submission/submitting.ts'
export { ledgerOf } from './view/consent-ledger.ts'
export type { DemoReport } from './view/demo-report.ts'
export { detailWithoutWithdrawn } from './view/hide-withdrawn.ts'
export {
  isOfInstitution,
  noteReportRead,
  openReport,
  refuseOtherReport,
  reportContent,
} from './view/open-report.ts'
export { orderObstacles, presentSample as presentOrderSample, stageOfRow } from './view/present.ts'
export { reportOfOrder } from './view/reading.ts'
export { openRecommendations } from './view/recommendations.ts'
export { hospitalDiffers } from './view/record-systems.ts'
export {
  IS_QUESTIONED,
  isUnread,
  samplesWithParcel,
  withdrawalsOf,
  withdrawalsOfAll,
} from './view/relations.ts'

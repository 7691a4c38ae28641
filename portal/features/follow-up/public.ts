/** Card of an order: who sees its reports through, and the acknowledgement. */
export { FollowUpCard } from './FollowUpCard.tsx'
/** Card of the dashboard: the reader's own follow-ups. */
export { FollowUpsCard } from './FollowUpsCard.tsx'
/** The place of that card on the page. */
export { FOLLOW_UP_HASH } from './follow-up-hash.ts'
/** Queries of an order's follow-ups, and of an institution's counts. */
export { followUpCountsOptions, orderFollowUpsOptions } from './queries.ts'

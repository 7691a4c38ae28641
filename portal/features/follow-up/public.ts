/** Card of an order: who sees its reports through, and the acknowledgement. */
export { FollowUpCard } from './FollowUpCard.tsx'
/** Card of the dashboard: the reader's own follow-ups. */
export { FollowUpsCard } from './FollowUpsCard.tsx'
/** The place of that card on the page. */
export { FOLLOW_UP_HASH } from './follow-up-hash.ts'
/** Query of an order's follow-ups. */
export { orderFollowUpsOptions } from './queries.ts'

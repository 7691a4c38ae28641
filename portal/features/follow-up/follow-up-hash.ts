/** The fragment of the follow-up card on an order's page. */
export const FOLLOW_UP_HASH = 'follow-up'

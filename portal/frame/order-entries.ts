import { ORDER_STATE_FACTS, type SearchStatus } from '#domain/orders/status.ts'

/** The statuses of the drawer's Orders group (specification §2), in its order, with what a user reads. */
export const ORDER_ENTRIES = [
  [ORDER_STATE_FACTS['en-route'].display, 'en-route'],
  [ORDER_STATE_FACTS.accessioned.display, 'accessioned'],
  [ORDER_STATE_FACTS['in-process'].display, 'in-process'],
  [ORDER_STATE_FACTS.reported.display, 'reported'],
  [ORDER_STATE_FACTS.draft.display, 'pending-submission'],
] as const satisfies readonly (readonly [string, SearchStatus])[]

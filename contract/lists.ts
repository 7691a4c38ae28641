/**
 * How lists can be sorted and filtered, and their sizes. Without schemas, because the portal reads addresses
 * with it before a page is loaded.
 */

export const ORDER_COLUMNS = [
  'orderDate',
  'patient',
  'dateOfBirth',
  'test',
  'labNumber',
  'id',
  'provider',
  'hospital',
  'status',
  'expected',
] as const
export type OrderColumn = (typeof ORDER_COLUMNS)[number]

/** Rows of one exported file; more are left out, and the file says so. */
export const MOST_EXPORTED = 10_000
/** More orders than this the portal does not count one by one: it says that there are more. */
export const MOST_COUNTED = 10_000
/** How many orders can be selected together, for an export or for printing. */
export const MAX_SELECTED_ORDERS = 50

/** The name of an exported file, by the laboratory's date: `orders-2026-03-12.csv`. */
export const exportFilename = (today: string) => `orders-${today}.csv`

export const KIT_ORDERS = ['ordered', 'recipient', 'kitType', 'status'] as const

/**
 * The lists of the operator's page: outgoing messages are waiting, rejected by the laboratory or sent;
 * incoming ones are rejected here or received.
 */
export const MESSAGE_LISTS = ['waiting', 'refused', 'refused-here', 'sent', 'taken-in'] as const
export type MessageList = (typeof MESSAGE_LISTS)[number]

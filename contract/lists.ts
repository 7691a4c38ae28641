/**
 * What lists are sorted by and narrowed to, and how much of them there is at once. Without schemas: the portal reads
 * addresses with it before a page is loaded.
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

/** Rows of one exported file; what is beyond is left out, and the file says so. */
export const MOST_EXPORTED = 10_000
/** Orders that can be taken together: named for an export, or printed. */
export const MAX_SELECTED_ORDERS = 50

/** The name of an exported file: `orders-2026-03-12.csv`, by the laboratory's day. */
export const exportFilename = (today: string) => `orders-${today}.csv`

export const KIT_ORDERS = ['ordered', 'recipient', 'kitType', 'status'] as const

/**
 * The lists of the operator's page: what goes to the laboratory waits, was refused by it or has been sent; what came
 * from it was refused here, or taken in.
 */
export const MESSAGE_LISTS = ['waiting', 'refused', 'refused-here', 'sent', 'taken-in'] as const
export type MessageList = (typeof MESSAGE_LISTS)[number]

import { oneOf, page, searchOf } from '#portal/search-readers.ts'

/** What /laboratory/results takes from its address. */
export const resultDeskSearch = searchOf({ status: oneOf(['waiting', 'decided'] as const, 'waiting'), page })

/** What /laboratory/notices takes from its address. */
export const noticesSearch = searchOf({ status: oneOf(['unread', 'all'] as const, 'unread'), page })

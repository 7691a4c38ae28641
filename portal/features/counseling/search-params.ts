import { APPOINTMENT_STATES } from '#domain/counseling/states.ts'
import { oneOf, page, searchOf, words } from '#portal/search-readers.ts'

/** What /counseling takes from its address. */
export const counselingSearch = searchOf({
  /** Left out: all. */
  status: oneOf(APPOINTMENT_STATES),
  /** Free text: a name, an e-mail address, a phone or laboratory number, a reference. */
  q: words(100),
  page,
})

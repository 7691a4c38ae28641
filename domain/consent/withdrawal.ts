import type { PatientKey } from '../orders/document.ts'
import type { OrderState } from '../orders/status.ts'
import type { ConsentOfPerson } from './ledger.ts'

/** The question of the hold that stops testing, to the clinic. The laboratory may hold the order by the same words. */
export const WITHDRAWN_HOLD =
  'The consent for genetic testing was withdrawn: testing is stopped. Cancel the order, or send a new signed consent.'

/** The same once a report of another test is out, when the order cannot be cancelled any more. */
const WITHDRAWN_HOLD_OF_PENDING =
  'The consent for genetic testing was withdrawn: testing is stopped. Call the laboratory to stop the tests that have no report yet, or send a new signed consent.'

export function withdrawnHold({ hasPendingTest }: { hasPendingTest: boolean }): string {
  return hasPendingTest ? WITHDRAWN_HOLD_OF_PENDING : WITHDRAWN_HOLD
}

/** The laboratory's and our name of the hold of the `n`th withdrawal. */
export const withdrawalHoldKey = (n: number) => `WITHDRAWN-${n}`
export const isWithdrawalHold = (key: string) => /^WITHDRAWN-[0-9]+$/.test(key)

/**
 * The ids of a person's consents that can be withdrawn: those agreed to and not withdrawn before. The consent
 * for testing only until the report of the last test: afterwards the testing has happened, and the reports stay in the
 * chart. `reportedFor`: the people with a final report of each test.
 */
export function withdrawable(
  { items, person }: Pick<ConsentOfPerson, 'items' | 'person'>,
  order: { state: OrderState; hasPendingTest: boolean; reportedFor: readonly PatientKey[] },
): string[] {
  if (order.state === 'draft') return []
  const isTested =
    (order.state === 'reported' && !order.hasPendingTest) ||
    order.state === 'cancelled' ||
    order.reportedFor.includes(person)
  return items
    .filter(
      ({ answer, withdrawn, isTesting }) => answer === true && withdrawn === null && !(isTesting && isTested),
    )
    .map(({ id }) => id)
}

/** Whether testing stops: the consent for testing is among the withdrawn items. */
export function stopsTesting(
  { items }: Pick<ConsentOfPerson, 'items'>,
  withdrawn: readonly string[],
): boolean {
  return items.some(({ id, isTesting }) => isTesting && withdrawn.includes(id))
}

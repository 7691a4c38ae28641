import { type ConsentOfPerson, type ConsentWithdrawal, consentLedger } from '#domain/consent/ledger.ts'
import type { StoredOrder } from '../store.ts'

type LedgerRow = Pick<
  StoredOrder,
  'document' | 'consents_asked' | 'consents_confirmed' | 'submitted_by_name' | 'submitted_at'
>

/** A stored order's consents, person by person. `titles`: of today, for an order without stored words. */
export function ledgerOf(
  row: LedgerRow,
  withdrawals: readonly ConsentWithdrawal[],
  titles: readonly { id: string; title: string }[] = [],
): ConsentOfPerson[] {
  const { document, submitted_by_name: by, submitted_at: at } = row
  return consentLedger({
    document,
    wordings: row.consents_asked,
    confirmed: row.consents_confirmed?.people ?? [],
    submitted: at ? { by: by ?? '', at } : null,
    ...{ withdrawals, titles },
  })
}

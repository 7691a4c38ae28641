import { findPayer } from '#domain/coverage/payer.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { insurancesOf } from '#domain/orders/insurances.ts'
import type { RuleContext } from '#domain/orders/rule-context.ts'
import type { Scope } from '#server/database/scope.ts'

/** The document's insurance companies that the laboratory's directory knows. */
export async function knownPayers({ db }: Scope, document: OrderDocument): Promise<RuleContext['payers']> {
  const insurances = insurancesOf(document)
  if (insurances.length === 0) return undefined
  const payers = await db
    .selectFrom('payer')
    .select(['name', 'aliases', 'kind'])
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return insurances.flatMap(({ company }) => {
    const payer = findPayer(payers, company)
    return payer ? [{ company, kind: payer.kind }] : []
  })
}

import { sql } from 'kysely'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { Scope } from '#server/database/scope.ts'

/**
 * For an order that was begun from a relative's code, the laboratory's own numbers of the report and the family: it finds
 * both, and the clinic that orders learns neither.
 */
export async function withFamilyNumbers(
  { db }: Scope,
  orderId: number,
  document: OrderDocument,
): Promise<OrderDocument> {
  const { knownVariants = [] } = document
  if (!knownVariants.some(({ report }) => report === 'family-code')) return document
  const { rows } = await sql<{ laboratory_number: string; family_number: string }>`
    select laboratory_number, family_number from family_code_numbers(${orderId})`.execute(db)
  const [numbers] = rows
  if (!numbers) return document
  return {
    ...document,
    knownVariants: knownVariants.map((one) =>
      one.report === 'family-code' ? { ...one, laboratoryNumber: numbers.laboratory_number } : one,
    ),
    samples: document.samples.map((sample) => ({
      ...sample,
      bgFamilyNumber: sample.bgFamilyNumber || numbers.family_number,
    })),
  }
}

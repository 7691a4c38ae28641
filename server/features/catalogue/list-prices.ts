import { counting } from '#domain/coverage/counting.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { Catalogue } from './store.ts'

/** What tests cost on the laboratory's day: the price file overrides the catalogue, as in an estimate. */
export async function listPrices(
  db: Catalogue,
  codes: readonly string[],
  now: Date,
): Promise<(test: { code: string; list_price_cents: number }) => number> {
  const rows = await db
    .selectFrom('test_price')
    .selectAll()
    .where('test_code', 'in', [...codes, ''])
    .execute()
  const prices = counting(rows, todayAtLaboratory(now), ({ test_code }) => test_code)
  const byCode = new Map(prices.map(({ test_code, list_cents }) => [test_code, list_cents]))
  return ({ code, list_price_cents }) => byCode.get(code) ?? list_price_cents
}

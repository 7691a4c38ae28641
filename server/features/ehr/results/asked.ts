import type { Kysely } from 'kysely'
import type { EhrOrder, TheirCode } from '#domain/ehr/ehr-order.ts'
import { type Maps, mapped, mapsOf } from '#domain/ehr/maps.ts'
import type { Tables } from '#server/database/schema/tables.ts'

/** The test of a hospital's order that means a test here; none for a report of what it did not order. */
export const askedOf = (content: EhrOrder | null, maps: Maps, test: string) =>
  content?.tests.find((codes) => mapped(maps, 'test', codes) === test)

/** What a hospital ordered that a report answers; null if it ordered several tests and none of them is known to be this. */
export async function askedFor(
  db: Kysely<Tables>,
  code: string,
  { content, result }: { content: EhrOrder | null; result: { test: { code: string } } },
): Promise<readonly TheirCode[] | null> {
  const [only, ...others] = content?.tests ?? []
  // A panel's report can have another code.
  if (others.length === 0) return only ?? null
  return askedOf(content, await testMapsOf(db, code), result.test.code) ?? null
}

export async function testMapsOf(db: Kysely<Tables>, code: string): Promise<Maps> {
  const rows = db
    .selectFrom('ehr_map')
    .select(['kind', 'code', 'meaning'])
    .where('interface_code', '=', code)
    .where('kind', '=', 'test')
  return mapsOf(await rows.execute())
}

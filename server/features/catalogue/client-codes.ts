import { sql } from 'kysely'
import { displayCodeOf } from '#domain/catalogue/display-code.ts'
import { type Catalogue, testsByCodes } from './store.ts'

/**
 * The test for each of `codes`: a clinic's own code, else the laboratory's display code, else the raw code.
 * An unknown code, or one whose test can't be ordered, is omitted.
 */
export async function resolveCodes(db: Catalogue, codes: readonly string[]): Promise<Map<string, string>> {
  const byClient = db
    .selectFrom('client_test_code as client')
    .innerJoin('test', 'test.code', 'client.test_code')
    .select(['client.client_code as given', 'test.code'])
    .where('client.client_code', 'in', [...codes, ''])
    .where('test.orderable', '=', true)
    .execute()
  const byDisplay = db
    .selectFrom('test')
    .select(['display_test_code as given', 'code'])
    .where('display_test_code', 'in', [...codes, ''])
    .where(sql`lower(display_test_code)`, 'not in', ['', 'none'])
    .where('orderable', '=', true)
    .execute()
  const byRaw = testsByCodes(db, codes).then((tests) => tests.map(({ code }) => ({ given: code, code })))
  // Later entries win.
  const found = (await Promise.all([byRaw, byDisplay, byClient])).flat()
  const known = new Map(found.map(({ given, code }) => [given, code]))
  return new Map(
    codes.flatMap((given) => {
      const code = known.get(given)
      return code === undefined ? [] : [[given, code] as const]
    }),
  )
}

/**
 * The code by which a hospital knows each test: its own, else the code for every hospital, else the display
 * code, else the raw code.
 */
export async function clientCodesAt(
  db: Catalogue,
  tests: readonly { code: string; display_test_code: string }[],
  hospital: string,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('client_test_code')
    .select(['client_code', 'test_code'])
    .where('test_code', 'in', [...tests.map(({ code }) => code), ''])
    .where('hospital_code', 'in', ['', hospital])
    // The hospital's own code comes after the general one, and wins.
    .orderBy('hospital_code')
    .execute()
  const own = new Map(rows.map((row) => [row.test_code, row.client_code]))
  return new Map(
    tests.map(({ code, display_test_code: displayTestCode }) => [
      code,
      own.get(code) ?? (displayCodeOf({ displayTestCode }) || code),
    ]),
  )
}

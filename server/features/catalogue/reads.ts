import type { OrderableTest } from '#domain/orders/readiness.ts'
import { type Catalogue, consentsOf, testsByCodes } from './store.ts'

/** What an order must know of its tests, besides the rules: how long each takes. */
export interface OrderedTestFacts extends OrderableTest {
  turnaroundDays: number
}

/** The tests of `codes` as ordering needs them; one that can't be ordered is missing. */
export async function orderableTests(db: Catalogue, codes: readonly string[]): Promise<OrderedTestFacts[]> {
  if (codes.length === 0) return []
  const [tests, consents] = [await testsByCodes(db, codes), await consentsOf(db, codes)]
  return tests.map((test) => ({
    code: test.code,
    testName: test.name,
    turnaroundDays: test.turnaround_days,
    specimens: test.specimens as OrderableTest['specimens'],
    sex: test.sex as OrderableTest['sex'],
    consents: consents.filter((consent) => consent.test_code === test.code),
  }))
}

/** Names of tests, those that can't be ordered any more included; a code that never was is missing. */
export async function namesOfTests(db: Catalogue, codes: readonly string[]) {
  return db
    .selectFrom('test')
    .select(['code', 'name', 'orderable'])
    .where('code', 'in', [...codes, ''])
    .execute()
}

/** The ICD-10 codes of `codes` with their descriptions; a code that is not in the list is missing. */
export async function diagnoses(db: Catalogue, codes: readonly string[]) {
  return db
    .selectFrom('icd10')
    .selectAll()
    .where('code', 'in', [...codes, ''])
    .execute()
}

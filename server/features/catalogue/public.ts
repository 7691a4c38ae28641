import type { OrderableTest } from '#domain/orders/rule-context.ts'
import { resolveCodes } from './client-codes.ts'
import { type Catalogue, testsByCodes } from './store.ts'
import { addOnsOf, consentsOf, relatedOf, sectionsOf } from './test-relations.ts'

/** What an order must know of its tests, besides the rules: how long each takes, and of which category it is. */
export interface OrderedTestInfo extends OrderableTest {
  turnaroundDays: number
  category: string
  consents: readonly (OrderableTest['consents'][number] & { text: string })[]
}

/**
 * The tests of `codes` as ordering needs them, with the consents asked at the institution that orders ('' for those
 * asked everywhere); one that can't be ordered is missing.
 */
export async function orderableTests(
  db: Catalogue,
  codes: readonly string[],
  institutionCode: string,
): Promise<OrderedTestInfo[]> {
  if (codes.length === 0) return []
  const [tests, consents, sections] = await Promise.all([
    testsByCodes(db, codes),
    consentsOf(db, codes, institutionCode),
    sectionsOf(db, codes),
  ])
  return tests.map((test) => ({
    code: test.code,
    testName: test.name,
    turnaroundDays: test.turnaround_days,
    category: test.category,
    specimens: test.specimens as OrderableTest['specimens'],
    sex: test.sex as OrderableTest['sex'],
    genes: test.genes,
    geneChoice: test.gene_choice,
    relatives: test.relatives,
    consents: consents.filter((consent) => consent.test_code === test.code),
    needs: sections
      .filter(({ test_code, setting }) => test_code === test.code && setting.required)
      .map(({ section }) => section),
  }))
}

/**
 * What the catalogue of one version says of tests, by institution and code; null of one that can't be ordered. A version is
 * never used again, not even by another database: what is kept by it holds as long as it is the one that counts.
 */
let remembered = { version: '', tests: new Map<string, OrderedTestInfo | null>() }
/** Each by itself, however many are ordered together: whoever tries all orders of all tests would fill the memory. */
const MOST_REMEMBERED = 5_000

/** The same as `orderableTests`, each once, from memory where the catalogue is still at `version`, which was just read. */
export async function orderableTestsAt(
  version: string,
  ...[db, codes, institutionCode]: Parameters<typeof orderableTests>
): Promise<OrderedTestInfo[]> {
  if (remembered.version !== version) remembered = { version, tests: new Map() }
  const { tests } = remembered
  const keyOf = (code: string) => JSON.stringify([institutionCode, code])
  const known = new Map([...new Set(codes)].map((code) => [code, tests.get(keyOf(code))]))
  const unknown = [...known.keys()].filter((code) => known.get(code) === undefined)
  // What others are just asking is not waited for: they may wait for a lock of ours.
  const found = await orderableTests(db, unknown, institutionCode)
  if (tests.size + unknown.length > MOST_REMEMBERED) tests.clear()
  for (const code of unknown) {
    const test = found.find((one) => one.code === code) ?? null
    known.set(code, test)
    tests.set(keyOf(code), test)
  }
  return [...known.values()].flatMap((test) => test ?? [])
}

/** Names of tests, those that can't be ordered any more included; a code that never was is missing. */
export async function namesOfTests(db: Catalogue, codes: readonly string[]) {
  return db
    .selectFrom('test')
    .select(['code', 'display_test_code', 'name', 'orderable'])
    .where('code', 'in', [...codes, ''])
    .execute()
}

/** The tests that go with those of `codes` at an institution, each once: wanted with one of them, its pair, or its parents'. */
export async function testsAround(db: Catalogue, codes: readonly string[], institutionCode: string) {
  const found = new Map<string, { code: string; name: string; relation: 'add-on' | 'pair' | 'parental' }>()
  for (const of of codes) {
    const around = {
      'add-on': await addOnsOf(db, of, institutionCode),
      pair: await relatedOf(db, of, 'pair'),
      parental: await relatedOf(db, of, 'parental'),
    }
    for (const relation of ['add-on', 'pair', 'parental'] as const)
      for (const { code, name } of around[relation])
        if (!codes.includes(code) && !found.has(code)) found.set(code, { code, name, relation })
  }
  return [...found.values()]
}

/**
 * The raw code of each of `codes` that is a client test code, a display code or a raw code of a test that can be
 * ordered; any other is missing.
 */
export async function rawCodes(db: Catalogue, codes: readonly string[]): Promise<Map<string, string>> {
  return codes.length === 0 ? new Map() : resolveCodes(db, codes)
}

/** The ICD-10 codes of `codes` with their descriptions; a code that is not in the list is missing. */
export async function diagnoses(db: Catalogue, codes: readonly string[]) {
  return db
    .selectFrom('icd10')
    .selectAll()
    .where('code', 'in', [...codes, ''])
    .execute()
}

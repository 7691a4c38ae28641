import type { FamilyTestingTerms } from '#domain/family/cascade/window.ts'
import type { KnownVariantTest } from '#domain/orders/known-variant-tests.ts'
import type { OrderableTest } from '#domain/orders/rule-context.ts'
import type { ReanalysisPolicy } from '#domain/reanalysis/policy.ts'
import { resolveCodes } from './client-codes.ts'
import { termsOfTests } from './consent-terms.ts'
import { knownVariantOf, knownVariantTestsOf } from './known-variant-rows.ts'
import { phenotypeOf, phenotypeTests } from './phenotype-files.ts'
import { askedBy, questionnairesOfTests } from './questionnaires/questionnaire-store.ts'
import { specimensOfTests } from './specimens/store.ts'
import { type Catalogue, testsByCodes } from './store.ts'
import { addOnsOf, consentsOf, relatedOf, sectionsOf } from './test-relations.ts'
import { settingsOf, type TestTurnaround } from './test-settings.ts'

export { consentLawAt } from './consent-terms.ts'
export { knownDiagnoses } from './icd10/known-diagnoses.ts'
export { answeredQuestionnaires } from './questionnaires/questionnaire-store.ts'
export { ownSpecimenTypes, specimenCodes } from './specimens/types-store.ts'

/** What an order needs from its tests, besides the rules: turnaround and category. */
export interface OrderedTestInfo extends OrderableTest {
  turnaroundDays: number
  /** If the laboratory describes it further. */
  turnaround?: TestTurnaround
  category: string
  consents: readonly (OrderableTest['consents'][number] & { text: string })[]
}

/**
 * The tests for `codes` as ordering needs them, with the consents asked at the ordering institution ('' for
 * those asked everywhere). A test that can't be ordered is omitted.
 */
export async function orderableTests(
  db: Catalogue,
  codes: readonly string[],
  institutionCode: string,
): Promise<OrderedTestInfo[]> {
  if (codes.length === 0) return []
  const [tests, consents, sections, asked, specimensOf, settings, variantTests, terms, findings] =
    await Promise.all([
      testsByCodes(db, codes),
      consentsOf(db, codes, institutionCode),
      sectionsOf(db, codes),
      questionnairesOfTests(db, codes),
      specimensOfTests(db, codes),
      settingsOf(db, codes),
      knownVariantTestsOf(db, codes),
      termsOfTests(db, codes),
      phenotypeTests(db, codes),
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
    consents: consents
      .filter((consent) => consent.test_code === test.code)
      .map((consent) => ({ ...consent, ...terms.ofQuestion(test.code, consent.id) })),
    consentTerms: terms.ofTest(test.code),
    ...settings.get(test.code),
    needs: sections
      .filter(({ test_code, setting }) => test_code === test.code && setting.required)
      .map(({ section }) => section),
    ...askedBy(asked, test.code),
    ...specimensOf(test.code),
    ...knownVariantOf(variantTests, test.code),
    ...phenotypeOf(findings, test.code),
  }))
}

/**
 * Tests of one catalogue version, by institution and code; null if a test can't be ordered. A version is
 * never reused, not even by another database, so entries stay valid as long as it is current.
 */
let remembered = { version: '', tests: new Map<string, OrderedTestInfo | null>() }
/**
 * Limits the entries, which are per test and not per combination: someone who tries all orders of all tests
 * would fill the memory.
 */
const MOST_REMEMBERED = 5_000

/**
 * Like `orderableTests`, each test once, from the cache if the catalogue is still at `version`, which was
 * just read.
 */
export async function orderableTestsAt(
  version: string,
  ...[db, codes, institutionCode]: Parameters<typeof orderableTests>
): Promise<OrderedTestInfo[]> {
  if (remembered.version !== version) remembered = { version, tests: new Map() }
  const { tests } = remembered
  const keyOf = (code: string) => JSON.stringify([institutionCode, code])
  const known = new Map([...new Set(codes)].map((code) => [code, tests.get(keyOf(code))]))
  const unknown = [...known.keys()].filter((code) => known.get(code) === undefined)
  // Does not wait for the same query of another request, which may be waiting for a lock that this one has.
  const found = await orderableTests(db, unknown, institutionCode)
  if (tests.size + unknown.length > MOST_REMEMBERED) tests.clear()
  for (const code of unknown) {
    const test = found.find((one) => one.code === code) ?? null
    known.set(code, test)
    tests.set(keyOf(code), test)
  }
  return [...known.values()].flatMap((test) => test ?? [])
}

/** When results of tests come up for reanalysis, by the test's code; a test without a policy is omitted. */
export async function reanalysisPolicies(
  db: Catalogue,
  codes: readonly string[],
): Promise<Map<string, ReanalysisPolicy>> {
  const settings = await settingsOf(db, codes)
  return new Map(
    [...settings].flatMap(([test, { reanalysis }]) => (reanalysis ? [[test, reanalysis] as const] : [])),
  )
}

/** The codes of the tests whose results may come up for reanalysis. */
export async function reanalyzedTests(db: Catalogue): Promise<string[]> {
  const rows = await db
    .selectFrom('test_setting')
    .select('test_code')
    .where('topic', '=', 'reanalysis')
    .orderBy('test_code')
    .execute()
  return rows.map(({ test_code }) => test_code)
}

/** The codes of the tests that the laboratory offers to relatives for a known variant. */
export async function testsForRelatives(db: Catalogue): Promise<string[]> {
  const rows = await db
    .selectFrom('known_variant_test')
    .select('test_code')
    .where('for_relatives', '=', true)
    .orderBy('test_code')
    .execute()
  return rows.map(({ test_code }) => test_code)
}

export interface RelativesTest {
  code: string
  name: string
  knownVariant: KnownVariantTest
  /** What is set besides its days. */
  terms?: FamilyTestingTerms
}

/** The tests that the laboratory offers to relatives for a known variant, at their terms. */
export async function relativesTests(db: Catalogue): Promise<RelativesTest[]> {
  const rows = await db
    .selectFrom('known_variant_test')
    .select('test_code')
    .where((eb) => eb.or([eb('for_relatives', '=', true), eb('family_days', 'is not', null)]))
    .orderBy('test_code')
    .execute()
  const codes = rows.map(({ test_code }) => test_code)
  const [names, variantTests, settings] = await Promise.all([
    namesOfTests(db, codes),
    knownVariantTestsOf(db, codes),
    settingsOf(db, codes),
  ])
  return names.flatMap(({ code, name, orderable }) => {
    const knownVariant = variantTests.get(code)
    const terms = settings.get(code)?.familyTesting
    return orderable && knownVariant ? [{ code, name, knownVariant, ...(terms ? { terms } : {}) }] : []
  })
}

/** Names of tests, including those that can't be ordered any more; an unknown code is omitted. */
export async function namesOfTests(db: Catalogue, codes: readonly string[]) {
  return db
    .selectFrom('test')
    .select(['code', 'display_test_code', 'name', 'orderable'])
    .where('code', 'in', [...codes, ''])
    .execute()
}

/**
 * The tests that go with those for `codes` at an institution, each once: add-ons, the other test of a pair,
 * or the parents' tests.
 */
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
 * The raw code for each of `codes` that is the client, display or raw code of an orderable test; any other is
 * omitted.
 */
export async function rawCodes(db: Catalogue, codes: readonly string[]): Promise<Map<string, string>> {
  return codes.length === 0 ? new Map() : resolveCodes(db, codes)
}

/**
 * The ICD-10 codes in `codes` with their newest descriptions, each once; an unknown code is omitted. Includes
 * headings and codes that are no longer valid.
 */
export async function diagnoses(db: Catalogue, codes: readonly string[]) {
  return db
    .selectFrom('icd10')
    .distinctOn('code')
    .select(['code', 'description'])
    .where('code', 'in', [...codes, ''])
    .orderBy('code')
    .orderBy('valid_from', 'desc')
    .execute()
}

import type { ClientTestCode, TestDetails, TestSummary } from '#contract/catalogue.ts'
import { DEFAULT_LANGUAGE } from '#domain/consent/record.ts'
import { textOn } from '#domain/consent/texts.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { type AgeLimits, offeredForInWords } from '#domain/orders/test-subjects.ts'
import { clientCodesAt } from './client-codes.ts'
import { type TermsOfTests, termsOfTests } from './consent-terms.ts'
import { knownVariantOf, knownVariantTestsOf } from './known-variant-rows.ts'
import { listPrices } from './list-prices.ts'
import { phenotypeOf, phenotypeTests } from './phenotype-files.ts'
import { askedBy, questionnairesOfTests } from './questionnaires/questionnaire-store.ts'
import { specimensOfTests } from './specimens/store.ts'
import { type Catalogue, type searchTests, testsByCodes } from './store.ts'
import { addOnsOf, consentsOf, sectionsOf } from './test-relations.ts'
import { settingsOf } from './test-settings.ts'

type TestRow = Awaited<ReturnType<typeof testsByCodes>>[number]
type FoundRow = Awaited<ReturnType<typeof searchTests>>['rows'][number]
type SummaryRow = Omit<FoundRow, 'matched_gene'> & Partial<Pick<FoundRow, 'matched_gene'>>

export function summary(row: SummaryRow): TestSummary {
  return {
    id: row.id,
    code: row.code,
    displayTestCode: row.display_test_code,
    testName: row.name,
    testType: row.test_type,
    category: row.category,
    displayInCatalog: row.display_in_catalog,
    geneCount: row.gene_count,
    turnaroundDays: row.turnaround_days,
    ...(row.turnaround ? { turnaround: row.turnaround } : {}),
    matchedGene: row.matched_gene ?? null,
    ...offeredFor(row.ages),
  }
}

/** Left out if it is offered for anybody. */
export function offeredFor(ages: AgeLimits | null | undefined): Pick<TestSummary, 'offeredFor'> {
  return ages ? { offeredFor: offeredForInWords(ages) } : {}
}

/** The test as offered at an institution; '' means everywhere. */
export async function details(db: Catalogue, row: TestRow, at: string): Promise<TestDetails> {
  const [consents, sections] = [await consentsOf(db, [row.code], at), await sectionsOf(db, [row.code])]
  const specimensOf = await specimensOfTests(db, [row.code])
  const settings = await settingsOf(db, [row.code])
  const terms = await termsOfTests(db, [row.code])
  const consentTerms = terms.ofTest(row.code)
  const addOns = await addOnsOf(db, row.code, at)
  const priceOf = await listPrices(db, [row.code, ...addOns.map(({ code }) => code)], new Date())
  // Its settings have the time in full.
  const { turnaround: _, ...inShort } = summary(row)
  return {
    ...inShort,
    ...settings.get(row.code),
    genes: row.genes,
    geneChoice: row.gene_choice,
    specimens: row.specimens,
    specimenNote: row.specimen_note,
    listPriceCents: priceOf(row),
    cptCodes: row.cpt_codes,
    sex: row.sex as TestDetails['sex'],
    relatives: row.relatives,
    method: row.method,
    description: row.description,
    consents: consents.map((consent) => questionWithTerms(consent, terms)),
    ...(consentTerms ? { consentTerms: { ...consentTerms, approvals: [...consentTerms.approvals] } } : {}),
    sections: sections.map(({ section, setting }) => ({ section, setting })),
    ...specimensOf(row.code),
    addOnTests: addOns.map((one) => ({ ...summary(one), listPriceCents: priceOf(one) })),
    ...askedBy(await questionnairesOfTests(db, [row.code]), row.code),
    ...variantTest(await knownVariantTestsOf(db, [row.code]), row.code),
    ...phenotypeOf(await phenotypeTests(db, [row.code]), row.code),
  }
}

/** The reply's lists are mutable. */
function variantTest(...given: Parameters<typeof knownVariantOf>): Pick<TestDetails, 'knownVariant'> {
  const { knownVariant } = knownVariantOf(...given)
  if (!knownVariant) return {}
  const { kinds, excludedGenes } = knownVariant
  return { knownVariant: { ...knownVariant, kinds: [...kinds], excludedGenes: [...excludedGenes] } }
}

/** Today's wording, and all versions of it. */
function questionWithTerms(row: ConsentRow, terms: TermsOfTests): TestDetails['consents'][number] {
  const { texts, ...more } = terms.ofQuestion(row.test_code, row.id)
  if (!texts) return { ...question(row), ...more }
  const day = todayAtLaboratory(new Date())
  const { title, text } = textOn(texts, { language: DEFAULT_LANGUAGE, state: '', day }) ?? row
  return { ...question(row), title, text, ...more, texts: [...texts] }
}

type ConsentRow = Awaited<ReturnType<typeof consentsOf>>[number]

export function question(
  row: Awaited<ReturnType<typeof consentsOf>>[number],
): TestDetails['consents'][number] {
  const { id, title, text, kind, required, category } = row
  return { id, title, text, kind: kind as TestDetails['consents'][number]['kind'], required, category }
}

/**
 * The codes by which a hospital ('' means any) knows tests, in the order of `codes`; an unknown code is
 * omitted.
 */
export async function clientTestCodes(
  db: Catalogue,
  codes: readonly string[],
  hospital: string,
): Promise<ClientTestCode[]> {
  const tests = await testsByCodes(db, codes)
  const known = await clientCodesAt(db, tests, hospital)
  const byCode = new Map(tests.map((test) => [test.code, test]))
  return [...new Set(codes)].flatMap((code) => {
    const test = byCode.get(code)
    return test ? [{ clientTestCode: known.get(code) ?? code, testCode: code, test: summary(test) }] : []
  })
}

/** Groups rows by a key, in the order in which each key first appears. */
export function groupRows<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

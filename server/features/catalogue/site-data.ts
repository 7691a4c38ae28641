import type { CatalogueData, CatalogueTest } from '#contract/catalogue-site.ts'
import { displayCodeOf } from '#domain/catalogue/display-code.ts'
import { exampleSearches } from '#domain/catalogue/examples.ts'
import { testIndex } from '#domain/catalogue/search.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { outsideWork } from '#server/database/connection/work.ts'
import { selectedDiagnoses } from './icd10/search.ts'
import { listPrices } from './list-prices.ts'
import { groupRows, offeredFor, question } from './present.ts'
import type { Catalogue } from './store.ts'
import { consentsOf } from './test-relations.ts'
import { settingsOf, type TestSettings } from './test-settings.ts'

/** Imported data appears on the pages within a minute. */
const CACHE_MS = 60_000

interface CachedSite {
  data: Promise<CatalogueData>
  readAt: number
}

const siteCache = new WeakMap<Catalogue, CachedSite>()

/**
 * The public catalogue with its search index, read at most once a minute; if the database does not respond,
 * as last read.
 */
export async function siteData({ db }: Pick<Connection, 'db'>, now = Date.now()): Promise<CatalogueData> {
  const last = siteCache.get(db)
  if (last && now - last.readAt < CACHE_MS) return last.data
  // Other requests share this read, so it does not end with the request that started it.
  const data = outsideWork(() => read(db, new Date(now))).catch((error: unknown) => {
    if (!last) {
      siteCache.delete(db)
      throw error
    }
    return last.data
  })
  siteCache.set(db, { data, readAt: now })
  return data
}

async function read(db: Catalogue, now: Date): Promise<CatalogueData> {
  const categories = await db
    .selectFrom('test_category')
    .select(['category', 'name', 'description'])
    .orderBy('position')
    .execute()
  const rows = await db
    .selectFrom('test')
    .selectAll()
    .where('orderable', '=', true)
    .where('display_in_catalog', '=', true)
    .orderBy('name')
    .orderBy('code')
    .execute()
  const listed = new Set(rows.map(({ code }) => code))
  const codes = [...listed]
  const settings = await settingsOf(db, codes)
  const priceOf = await listPrices(db, codes, now)
  const consents = groupRows(await consentsOf(db, codes, ''), ({ test_code }) => test_code)
  const addOns = groupRows(await addOnsEverywhere(db, codes), ({ test_code }) => test_code)
  const related = await db
    .selectFrom('related_test')
    .selectAll()
    .where('test_code', 'in', [...codes, ''])
    .orderBy('related_test_code')
    .execute()
  const leadingTo = (code: string, kind: string) =>
    related
      .filter((one) => one.test_code === code && one.kind === kind && listed.has(one.related_test_code))
      .map(({ related_test_code }) => related_test_code)
  const diagnoses = await selectedDiagnoses(db)

  const tests = rows.map(
    (row): CatalogueTest => ({
      code: row.code,
      displayCode: displayCodeOf({ displayTestCode: row.display_test_code }),
      testName: row.name,
      testType: row.test_type,
      category: row.category,
      geneCount: row.gene_count,
      turnaroundDays: row.turnaround_days,
      ...turnaroundOf(settings.get(row.code)),
      genes: row.genes,
      geneChoice: row.gene_choice,
      specimens: row.specimens as CatalogueTest['specimens'],
      specimenNote: row.specimen_note,
      listPriceCents: priceOf(row),
      cptCodes: row.cpt_codes,
      sex: row.sex as CatalogueTest['sex'],
      relatives: row.relatives,
      ...offeredFor(settings.get(row.code)?.subjects?.ages),
      method: row.method,
      description: row.description,
      consents: (consents.get(row.code) ?? []).map(question),
      addOns: (addOns.get(row.code) ?? [])
        .map(({ add_on_test_code }) => add_on_test_code)
        .filter((code) => listed.has(code)),
      pair: leadingTo(row.code, 'pair'),
      parental: leadingTo(row.code, 'parental'),
    }),
  )
  const often = new Map(rows.map((row) => [row.code, row.ordered_often]))
  const nameOf = new Map(categories.map(({ category, name }) => [category, name]))
  const searched = tests.map((test) => ({
    code: test.code,
    displayCode: test.displayCode,
    name: test.testName,
    description: test.description,
    categoryName: nameOf.get(test.category) ?? '',
    method: test.method,
    // A test with a choice of genes would match all of them, and come first for each.
    genes: test.geneChoice === 'all' ? test.genes : [],
    cptCodes: test.cptCodes,
    orderedOften: often.get(test.code) ?? 0,
  }))
  const index = testIndex(searched, diagnoses)
  const used = new Set(tests.map(({ category }) => category))
  return {
    categories: categories.filter(({ category }) => used.has(category)),
    tests: new Map(tests.map((test) => [test.code, test])),
    index,
    examples: exampleSearches(index),
  }
}

function addOnsEverywhere(db: Catalogue, codes: readonly string[]) {
  return db
    .selectFrom('add_on_test')
    .innerJoin('test', 'test.code', 'add_on_test.add_on_test_code')
    .select(['add_on_test.test_code', 'add_on_test.add_on_test_code'])
    .where('add_on_test.test_code', 'in', [...codes, ''])
    .where('add_on_test.hospital_code', '=', '')
    .orderBy('test.name')
    .execute()
}

const turnaroundOf = (settings: TestSettings | undefined): Pick<CatalogueTest, 'turnaround'> =>
  settings?.turnaround ? { turnaround: settings.turnaround } : {}

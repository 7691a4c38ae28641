import { sectionSetting } from '#contract/catalogue.ts'
import type { CLINICAL_SECTIONS } from '#domain/orders/rule-context.ts'
import { type Catalogue, SUMMARY } from './store.ts'

// What belongs to a test. `at` is an institution's code; '' means what applies everywhere.

/**
 * Tests' consent questions in the laboratory's order: those asked at an institution, and those asked
 * everywhere.
 */
export function consentsOf(db: Catalogue, codes: readonly string[], at: string) {
  return db
    .selectFrom('test_consent')
    .innerJoin('consent', 'consent.id', 'test_consent.consent_id')
    .selectAll('consent')
    .select('test_consent.test_code')
    .where('test_consent.test_code', 'in', [...codes, ''])
    .where(({ eb, or, val, fn }) =>
      or([
        eb('consent.institution_codes', '=', val<string[]>([])),
        eb(val(at), '=', fn.any('consent.institution_codes')),
      ]),
    )
    .orderBy('consent.position')
    .execute()
}

/** Tests' sections in order, each setting as JSON text (specification §3). */
export function sectionTextsOf(db: Catalogue, codes: readonly string[]) {
  return db
    .selectFrom('test_section')
    .select(['test_code', 'section', 'setting'])
    .where('test_code', 'in', [...codes, ''])
    .orderBy('test_code')
    .orderBy('position')
    .execute()
}

/** The same, with the settings parsed; the import has validated them. */
export async function sectionsOf(db: Catalogue, codes: readonly string[]) {
  return (await sectionTextsOf(db, codes)).map(({ test_code, section, setting }) => ({
    test_code,
    section: section as (typeof CLINICAL_SECTIONS)[number],
    setting: sectionSetting.parse(JSON.parse(setting)),
  }))
}

/** A test's add-on tests, at an institution or everywhere (ORDER-05); each once, by name. */
export function addOnsOf(db: Catalogue, code: string, at: string) {
  return db
    .selectFrom('test')
    .select([...SUMMARY, 'test.list_price_cents'])
    .where('test.orderable', '=', true)
    .where('test.code', 'in', (eb) =>
      eb
        .selectFrom('add_on_test')
        .select('add_on_test_code')
        .where('test_code', '=', code)
        .where('hospital_code', 'in', ['', at]),
    )
    .orderBy('test.name')
    .orderBy('test.code')
    .execute()
}

/** The tests related to a test, by name. */
export function relatedOf(db: Catalogue, code: string, kind: 'pair' | 'parental') {
  return db
    .selectFrom('related_test as related')
    .innerJoin('test', 'test.code', 'related.related_test_code')
    .select(SUMMARY)
    .where('related.test_code', '=', code)
    .where('related.kind', '=', kind)
    .where('test.orderable', '=', true)
    .orderBy('test.name')
    .orderBy('test.code')
    .execute()
}

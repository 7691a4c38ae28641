import { type Insertable, sql, type Transaction } from 'kysely'
import { throwIfAny } from '#server/csv/data-table.ts'
import { insertAll, upsertAll } from '#server/database/migrate/bulk.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { InstitutionRow } from './catalogue-files.ts'
import type { Catalogue } from './catalogue-rows.ts'
import { importConsentData } from './consent-import.ts'
import { importKnownVariantTests } from './known-variant-rows.ts'
import { importPhenotypeTests } from './phenotype-files.ts'
import { importQuestionnaires } from './questionnaires/import-questionnaires.ts'
import { codeFaults, type NamedByCode, registeredCodes } from './registered-codes.ts'
import { importSpecimens } from './specimens/import.ts'

type Import = Transaction<Tables>

/**
 * Updates the catalogue to the files' content, in the given transaction: new tests are added, known ones
 * change, and those no longer in the files can't be ordered any more (old orders still name them).
 */
export async function importCatalogue(db: Import, catalogue: Catalogue): Promise<void> {
  for (const table of FOLLOWING) await db.deleteFrom(table).execute()
  const categories = catalogue.categories.map((row, position) => ({ ...row, position }))
  await upsertAll(db, 'test_category', 'category', categories)
  await db.updateTable('test').set({ orderable: false }).execute()
  await upsertAll(db, 'test', 'code', catalogue.tests.map(testRow))
  await db
    .deleteFrom('test_category')
    .where('category', 'not in', [...categories.map(({ category }) => category), ''])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('test').select('code').whereRef('test.category', '=', 'test_category.category'))),
    )
    .execute()
  const consents = catalogue.consents.map(({ institutions, ...row }, position) => ({
    ...row,
    ...{ position, institution_codes: institutions },
  }))
  await upsertAll(db, 'consent', 'id', consents)
  const neededCodes = catalogue.tests.flatMap((test) =>
    test.consents.map((consent) => ({ test_code: test.code, consent_id: consent })),
  )
  await insertAll(db, 'test_consent', neededCodes)
  const addOns = catalogue.addOns.map((row) => ({
    test_code: row.testCode,
    hospital_code: row.hospitalCode,
    add_on_test_code: row.addOnTestCode,
  }))
  await insertAll(db, 'add_on_test', addOns)
  await insertAll(db, 'test_section', sectionsOfTests(catalogue))
  const settings = catalogue.settings.map(({ testCode, topic, setting }) => ({
    ...{ test_code: testCode, topic, setting: JSON.stringify(setting) },
  }))
  await insertAll(db, 'test_setting', settings)
  const related = catalogue.relatedTests.map((row) => ({
    test_code: row.testCode,
    kind: row.kind,
    related_test_code: row.relatedTestCode,
  }))
  await insertAll(db, 'related_test', related)
  const clientCodes = catalogue.clientCodes.map((row) => ({
    client_code: row.clientCode,
    test_code: row.testCode,
    hospital_code: row.hospitalCode,
  }))
  await insertAll(db, 'client_test_code', clientCodes)
  const vaTests = catalogue.vaTests.map(({ panel, testCode }, position) => ({
    panel,
    position,
    test_code: testCode,
  }))
  await insertAll(db, 'va_test', vaTests)
  await insertAll(db, 'va_station', catalogue.vaStations)
  await importQuestionnaires(db, catalogue)
  await importSpecimens(db, catalogue)
  await importKnownVariantTests(db, catalogue.knownVariantTests)
  await importConsentData(db, catalogue)
  await importPhenotypeTests(db, catalogue)
}

/** Tables that only describe tests: each import rewrites them. */
const FOLLOWING = [
  'add_on_test',
  'test_phenotype',
  'test_consent',
  'test_section',
  'test_setting',
  'related_test',
  'client_test_code',
  'va_test',
  'va_station',
] as const

type Row<Table extends keyof Tables> = Insertable<Tables[Table]>

/** Each test's sections: its own, then those of its category that it has not overridden, in file order. */
function sectionsOfTests({ tests, sections }: Catalogue): Row<'test_section'>[] {
  return tests.flatMap((test) => {
    const own = new Set(sections.filter((row) => row.testCode === test.code).map((row) => row.section))
    return sections
      .filter(
        (row) => row.testCode === test.code || (row.category === test.category && !own.has(row.section)),
      )
      .map(({ section, setting }, position) => ({ test_code: test.code, position, section, setting }))
  })
}

function testRow(test: Catalogue['tests'][number]): Row<'test'> {
  return {
    code: test.code,
    display_test_code: test.displayTestCode,
    name: test.name,
    category: test.category,
    test_type: test.testType,
    genes: [...test.genes],
    gene_count: test.geneCount,
    turnaround_days: test.turnaroundDays,
    specimens: [...test.specimens],
    specimen_note: test.specimenNote,
    list_price_cents: test.listPriceCents,
    cpt_codes: [...test.cptCodes],
    sex: test.sex,
    relatives: test.relatives,
    method: test.method,
    description: test.description,
    display_in_catalog: test.displayInCatalog,
    gene_choice: test.geneChoice,
    ordered_often: test.orderedOften,
    orderable: true,
  }
}

/** '614-555-0101' is a US number; a number that starts with a plus includes its country. */
function dialled(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return phone.startsWith('+') ? `+${digits}` : `+1${digits}`
}

interface InstitutionImport {
  /** Those that are here take name and parent of the file, or are left as they are. */
  existing: 'changed' | 'left'
  /** Codes of institutions that registered themselves and are those of the file. */
  same: ReadonlySet<string>
  file: string
}

/** The rows as they name institutions, for {@link codeFaults}. */
export const rowsByCode = (
  institutions: readonly InstitutionRow[],
  file = 'institutions.csv',
): NamedByCode[] => institutions.map(({ row = null, code }) => ({ file, row, column: 'code', code }))

/**
 * Adds new institutions and updates known ones. None is ever removed, because its orders stay. Addresses and phones that users entered
 * stay, those of a list change with it. Throws {@link DataFilesInvalid} if a row has the code of an institution
 * that registered itself and is not known to be the same. Returns how many were here before.
 */
export async function importInstitutions(
  db: Import,
  institutions: readonly InstitutionRow[],
  { existing = 'changed', same = new Set(), file }: Partial<InstitutionImport> = {},
): Promise<number> {
  const parents = new Map(institutions.map((row) => [row.code, row.parentCode]))
  const depth = (code: string): number => {
    const parent = parents.get(code)
    return parent ? depth(parent) + 1 : 0
  }
  const codes = institutions.map(({ code }) => code)
  const here = await db
    .selectFrom('institution')
    .select('code')
    .where(sql<boolean>`code = any(${codes})`)
    .execute()
  // Others are refused below, by the name that they gave themselves.
  const isOfFile = sql<boolean>`institution.created_by_subject is null or institution.code = any(${[...same]})`
  // Entered with the registration, or changed since. A list that has none removes none.
  const corrected = (column: 'addresses' | 'phones') => {
    const [is, given] = [sql.ref(`institution.${column}`), sql.ref(`excluded.${column}`)]
    return sql<string>`case when ${is} = '[]' then ${given} when ${given} = '[]'
      or institution.created_by_subject is not null
      or exists (select from audit_event where entity = 'institution' and entity_id = institution.code
        and action = 'institution-changed' and detail -> 'fields' ? ${column}) then ${is} else ${given} end`
  }
  for (const row of institutions.toSorted((a, b) => depth(a.code) - depth(b.code))) {
    const { addressLine1, city, state, postalCode, country, otherCountry, phone } = row
    const addressColumns = { city, state, postalCode, country, otherCountry }
    const address = { type: 'Primary', addressLine1, addressLine2: '', ...addressColumns }
    const named = { name: row.name, parent_code: row.parentCode }
    await db
      .insertInto('institution')
      .values({
        ...{ code: row.code, ...named, addresses: JSON.stringify([address]) },
        phones: JSON.stringify(phone === '' ? [] : [{ type: 'Work', phoneNumber: dialled(phone) }]),
      })
      .onConflict((conflict) =>
        existing === 'left'
          ? conflict.column('code').doNothing()
          : conflict
              .column('code')
              .doUpdateSet({ ...named, addresses: corrected('addresses'), phones: corrected('phones') })
              .where(isOfFile),
      )
      .execute()
  }
  // Last: a clinic may have registered itself meanwhile, and from now on none can get one of these codes.
  throwIfAny(codeFaults(rowsByCode(institutions, file), await registeredCodes(db), same))
  return here.length
}

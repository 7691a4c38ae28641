import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { Catalogue, InstitutionRow } from './catalogue-files.ts'

type Import = Transaction<Tables>

/** PostgreSQL takes at most 65,535 parameters a statement. */
const ROWS_AT_ONCE = 500

function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE)
}

/**
 * Makes the catalogue what the files say, in the caller's transaction: new tests come, known ones change, and those
 * that the files no longer have can't be ordered any more (old orders still name them).
 */
export async function importCatalogue(db: Import, catalogue: Catalogue): Promise<void> {
  await db.deleteFrom('add_on_test').execute()
  await db.deleteFrom('test_consent').execute()
  await db
    .insertInto('test_category')
    .values(catalogue.categories.map((row, position) => ({ ...row, position })))
    .onConflict((conflict) =>
      conflict.column('category').doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        name: eb.ref('excluded.name'),
        description: eb.ref('excluded.description'),
      })),
    )
    .execute()
  await db.updateTable('test').set({ orderable: false }).execute()
  for (const rows of chunks(catalogue.tests)) await upsertTests(db, rows)
  const consents = catalogue.consents.map((row, position) => ({ ...row, position }))
  for (const rows of chunks(consents))
    await db
      .insertInto('consent')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          position: eb.ref('excluded.position'),
          title: eb.ref('excluded.title'),
          text: eb.ref('excluded.text'),
          kind: eb.ref('excluded.kind'),
          required: eb.ref('excluded.required'),
        })),
      )
      .execute()
  const asked = catalogue.tests.flatMap((test) =>
    test.consents.map((consent) => ({ test_code: test.code, consent_id: consent })),
  )
  for (const rows of chunks(asked)) await db.insertInto('test_consent').values(rows).execute()
  const addOns = catalogue.addOns.map((row) => ({
    test_code: row.testCode,
    hospital_code: row.hospitalCode,
    add_on_test_code: row.addOnTestCode,
  }))
  for (const rows of chunks(addOns)) await db.insertInto('add_on_test').values(rows).execute()
}

async function upsertTests(db: Import, tests: Catalogue['tests']): Promise<void> {
  const rows = tests.map((test) => ({
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
    orderable: true,
  }))
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'code')
  await db
    .insertInto('test')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('code')
        .doUpdateSet(Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]))),
    )
    .execute()
}

export async function importIcd10(db: Import, codes: { code: string; description: string }[]): Promise<void> {
  await db.deleteFrom('icd10').execute()
  for (const rows of chunks(codes)) await db.insertInto('icd10').values(rows).execute()
}

/** New institutions come and known ones change; none is ever taken away, for its orders stay. */
export async function importInstitutions(db: Import, institutions: readonly InstitutionRow[]): Promise<void> {
  const parents = new Map(institutions.map((row) => [row.code, row.parentCode]))
  const depth = (code: string): number => {
    const parent = parents.get(code)
    return parent ? depth(parent) + 1 : 0
  }
  for (const row of institutions.toSorted((a, b) => depth(a.code) - depth(b.code))) {
    const { addressLine1, city, state, postalCode, phone } = row
    const address = { type: 'Primary', addressLine1, addressLine2: '', city, state, postalCode }
    const values = {
      code: row.code,
      name: row.name,
      parent_code: row.parentCode,
      addresses: JSON.stringify([address]),
      phones: JSON.stringify(
        phone === '' ? [] : [{ type: 'Work', phoneNumber: `+1${phone.replaceAll('-', '')}` }],
      ),
    }
    await db
      .insertInto('institution')
      .values(values)
      .onConflict((conflict) => conflict.column('code').doUpdateSet(values))
      .execute()
  }
}

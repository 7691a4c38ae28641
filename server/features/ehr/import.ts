import { sql, type Transaction } from 'kysely'
import { wrongMeaning } from '#domain/ehr/maps.ts'
import { isNpi } from '#domain/npi/npi.ts'
import { isOurType } from '#domain/specimens/own-types.ts'
import { throwIfAny } from '#server/csv/data-table.ts'
import type { WriteAuditLine } from '#server/database/audit-line.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { ownSpecimenTypes } from '../catalogue/public.ts'
import { importAdvice, wrongLaunches } from './advice/import.ts'
import { type EhrFiles, INTERFACE_FILE, type InterfaceRow, MAP_FILE } from './interface-files.ts'

/** Interfaces keep this subject as their author of drafts: no identity provider issues it. */
const subjectOf = (code: string) => `ehr-interface ${code}`

/**
 * Writes the interfaces and their maps: those of the files replace what is there of the same code, others stay. Codes
 * that Support has mapped since stay too, unless the file says otherwise. Throws DataFilesInvalid for an institution or
 * a test or specimen type that is not here.
 */
export async function importEhr(
  db: Transaction<Tables>,
  { interfaces, maps, results, advice }: EhrFiles,
  auditLine: WriteAuditLine,
): Promise<void> {
  await assertKnown(db, { interfaces, maps, advice })
  const institutions = new Map(interfaces.map((one) => [one.code, one.institution]))
  for (const one of interfaces) {
    const values = { ...valuesOf(one), physician_id: await authorOf(db, one) }
    await db
      .insertInto('ehr_interface')
      .values({ code: one.code, ...values })
      .onConflict((conflict) => conflict.column('code').doUpdateSet({ ...values, imported_at: sql`now()` }))
      .execute()
  }
  for (const { interface: of, kind, code, meaning } of maps)
    await db
      .insertInto('ehr_map')
      .values({
        ...{ interface_code: of, institution_code: institutions.get(of) ?? '', kind, meaning },
        ...{ code: code.trim().toLowerCase(), changed_by_name: 'Import' },
      })
      .onConflict((conflict) =>
        conflict
          .columns(['interface_code', 'kind', 'code'])
          .doUpdateSet({ meaning, changed_at: sql`now()`, changed_by_name: 'Import' })
          // Drafts that wait are written again after a change (changed-maps.ts).
          .where('ehr_map.meaning', '!=', meaning),
      )
      .execute()
  await db
    .updateTable('ehr_results')
    .set({ is_on: false })
    .where('interface_code', 'in', ['', ...institutions.keys()])
    .execute()
  for (const { interface: code, settings } of results) {
    const on = { settings: JSON.stringify(settings), is_on: true }
    await db
      .insertInto('ehr_results')
      .values({ interface_code: code, institution_code: institutions.get(code) ?? '', ...on })
      .onConflict((conflict) =>
        conflict.column('interface_code').doUpdateSet({ ...on, retry_at: sql`now()` }),
      )
      .execute()
  }
  await importAdvice(db, { interfaces, advice }, auditLine)
}

const valuesOf = (one: InterfaceRow) => ({
  ...{ institution_code: one.institution, name: one.name, certificates: one.certificates },
  ...{ sender: one.sender, processing_id: one.processingId, answers_orders: one.answersOrders },
})

const NAMELESS = { npi: '', prefix: '', suffix: '' }

/** The interface as the author of its drafts. */
async function authorOf(db: Transaction<Tables>, { code, name }: InterfaceRow): Promise<number> {
  const { id } = await db
    .insertInto('physician')
    .values({ subject: subjectOf(code), email: '', first_name: '', last_name: name, ...NAMELESS })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ last_name: name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function assertKnown(
  db: Transaction<Tables>,
  { interfaces, maps, advice }: Pick<EhrFiles, 'interfaces' | 'maps' | 'advice'>,
): Promise<void> {
  const problems = await wrongLaunches(db, { advice, interfaces })
  const [institutions, tests, moved, own] = await Promise.all([
    db.selectFrom('institution').select('code').execute(),
    db.selectFrom('test').select('code').execute(),
    db.selectFrom('ehr_interface').select(['code', 'institution_code', 'certificates']).execute(),
    ownSpecimenTypes(db),
  ])
  const codes = new Set(institutions.map(({ code }) => code))
  for (const [index, { code, institution, certificates }] of interfaces.entries()) {
    const report = (column: string, rule: string) =>
      problems.push({ file: INTERFACE_FILE, row: index + 2, column, rule })
    if (!codes.has(institution)) report('institution', `'${institution}' is not the code of an institution`)
    const before = moved.find((one) => one.code === code)
    if (before && before.institution_code !== institution)
      report(
        'institution',
        `'${code}' is ${before.institution_code}’s: give another institution a code of its own`,
      )
    for (const other of moved)
      if (other.code !== code && !interfaces.some((one) => one.code === other.code))
        for (const one of certificates.filter((each) => other.certificates.includes(each)))
          report('certificates', `'${one}' is ${other.code}’s: a certificate is one hospital’s`)
  }
  const known = {
    isTest: (code: string) => tests.some((test) => test.code === code),
    isNpi,
    isSpecimenType: (text: string) => isOurType(text) || own.some(({ name }) => name === text),
  }
  for (const mapping of maps) {
    const wrong = wrongMeaning(mapping, known)
    if (wrong)
      problems.push({
        ...{ file: MAP_FILE, row: mapping.row, column: 'meaning' },
        rule: `'${mapping.meaning}' ${wrong}`,
      })
  }
  throwIfAny(problems)
}

import { hostname, userInfo } from 'node:os'
import { sql, type Transaction } from 'kysely'
import type { DataFileProblem } from '#server/csv/data-table.ts'
import type { WriteAuditLine } from '#server/database/audit-line.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { ADVICE_FILE, type EhrFiles } from '../interface-files.ts'

/** Launches that are not the hospital's own: cards would send its users to another one. */
export async function wrongLaunches(
  db: Transaction<Tables>,
  { advice, interfaces }: Pick<EhrFiles, 'advice' | 'interfaces'>,
): Promise<DataFileProblem[]> {
  const launches = await db
    .selectFrom('ehr_launch_client')
    .select(['id', 'institution_code as institution'])
    .where('is_open', '=', true)
    .execute()
  return advice.flatMap(({ interface: of, row, settings: { launch } }) => {
    const institution = interfaces.find(({ code }) => code === of)?.institution
    const isOwn = launches.some((one) => one.id === launch && one.institution === institution)
    if (launch === '' || isOwn) return []
    const rule = `'${launch}' is not a launch of institution ${institution}: npm run import -- launch lists them`
    return [{ file: ADVICE_FILE, row, column: 'launch', rule }]
  })
}

/**
 * Writes which of the interfaces may ask for advice: one that the files name without a row for advice may not any more.
 * Whether it is switched on stays as it is unless the file says otherwise. Each change is audited.
 */
export async function importAdvice(
  db: Transaction<Tables>,
  { interfaces, advice }: Pick<EhrFiles, 'advice' | 'interfaces'>,
  auditLine: WriteAuditLine,
): Promise<void> {
  const codes = interfaces.map(({ code }) => code)
  const before = await db
    .selectFrom('ehr_advice')
    .selectAll()
    .where('interface_code', 'in', ['', ...codes])
    .execute()
  for (const { code, institution } of interfaces) {
    const known = before.find((one) => one.interface_code === code)
    const row = advice.find((one) => one.interface === code)
    const settings = row?.settings ?? known?.settings
    if (!settings) continue
    const isOn = row ? (row.on ?? known?.is_on ?? false) : false
    const isSame =
      known?.is_on === isOn &&
      Object.entries(settings).every(
        ([name, value]) => value === known.settings[name as keyof typeof settings],
      )
    if (isSame) continue
    const values = { settings: JSON.stringify(settings), is_on: isOn, changed_by_name: 'Import' }
    await db
      .insertInto('ehr_advice')
      .values({ interface_code: code, institution_code: institution, ...values })
      .onConflict((conflict) =>
        conflict.column('interface_code').doUpdateSet({ ...values, changed_at: sql`now()` }),
      )
      .execute()
    await auditLine(db, {
      actor: { subject: '', name: `${userInfo().username} at ${hostname()}, by npm run import -- ehr` },
      action: 'ehr.advice-changed',
      entity: { kind: 'ehr_interface', id: code, institution },
      detail: { on: isOn, settings, before: known ? { on: known.is_on, settings: known.settings } : null },
    })
  }
}

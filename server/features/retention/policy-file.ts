import { z } from 'zod'
import { MOST_DAYS, policyFaults, RETENTION_KINDS, type RetentionPolicy } from '#domain/retention/policies.ts'
import { oneOf, orEmpty, wholeNumber } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable, throwIfAny } from '#server/csv/data-table.ts'

const days = orEmpty(
  wholeNumber.refine((count) => count <= MOST_DAYS, `is more than ${MOST_DAYS} days`).transform(String),
  `is not a number of days up to ${MOST_DAYS}, or empty for ever`,
)
const cells = z.object({ kind: oneOf(RETENTION_KINDS), days, daysOnRequest: days })
const numberOrNull = (cell: string) => (cell === '' ? null : Number(cell))
const policyRow = cells.transform(
  (row): RetentionPolicy => ({
    ...{ kind: row.kind, days: numberOrNull(row.days), daysOnRequest: numberOrNull(row.daysOnRequest) },
  }),
)

/**
 * Reads a laboratory's retention periods, `data/retention.csv`. Each kind has to be there, so that nothing is kept or erased because
 * a row was forgotten. Throws {@link DataFilesInvalid} with everything that is wrong.
 */
export function readRetention(file: string): RetentionPolicy[] {
  const problems: DataFileProblem[] = []
  const policies = readTable(file, cells, policyRow, problems)
  policies.unique('kind')
  for (const kind of RETENTION_KINDS)
    if (!policies.has('kind', kind))
      policies.report(null, 'kind', `'${kind}' is missing: leave its cells empty to keep it for ever`)
  for (const policy of policies.values) {
    const row = policies.rows.find((one) => one.cells.kind === policy.kind)?.row ?? null
    for (const { at, rule } of policyFaults(policy)) policies.report(row, at, `'${policy[at]}' ${rule}`)
  }
  throwIfAny(problems)
  return policies.values
}

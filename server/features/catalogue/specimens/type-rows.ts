import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SPECIMEN_TYPES } from '#domain/lookups.ts'
import { isOurType } from '#domain/specimens/own-types.ts'
import { oneOf, text } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable } from '#server/csv/data-table.ts'

/** The file of the laboratory's own specimen types, and of its codes for the portal’s. It may be missing. */
const TYPES_FILE = 'specimen-types.csv'

const typeCells = z.object({
  type: text.max(60, 'is longer than 60 characters').regex(/^[^|:]*$/, 'contains | or :'),
  like: oneOf(['', ...SPECIMEN_TYPES] as ['', ...typeof SPECIMEN_TYPES]),
  code: z.string().max(60, 'is longer than 60 characters'),
})

const typeRow = typeCells.superRefine(({ type, like, code }, context) => {
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  const known = SPECIMEN_TYPES.find((one) => one.toLowerCase() === type.toLowerCase())
  if (known && known !== type) wrong('type', `is the portal’s type '${known}' in other letters`)
  else if (known && like !== '') wrong('like', `is wrong here: '${type}' is the portal’s own type`)
  else if (known && code === '')
    wrong('code', `is missing: a row of the portal’s own type gives your code for it`)
  else if (!known && like === '')
    wrong('like', `is missing: '${type}' is your own type, so name the portal’s type whose rules hold for it`)
})

export type SpecimenTypeRow = z.output<typeof typeCells>

/** Reads `specimen-types.csv` in a folder. */
export function readSpecimenTypes(dir: string, problems: DataFileProblem[]): SpecimenTypeRow[] {
  const file = join(dir, TYPES_FILE)
  if (!existsSync(file)) return []
  const types = readTable(file, typeCells, typeRow, problems)
  types.unique('type')
  return types.values
}

/** Whether a file of the catalogue may name a type: the portal’s, or of those rows. */
export const hasSpecimenType = (types: readonly SpecimenTypeRow[]) => (name: string) =>
  isOurType(name) || types.some(({ type }) => type === name)

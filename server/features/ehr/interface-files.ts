import { join } from 'node:path'
import { z } from 'zod'
import { MAP_KINDS, type Mapping, wrongMeaning } from '#domain/ehr/maps.ts'
import { SPECIMEN_TYPES } from '#domain/lookups.ts'
import { isNpi } from '#domain/npi/npi.ts'
import { code, oneOf, text, yesNo } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable, throwIfAny } from '#server/csv/data-table.ts'

const FINGERPRINT = /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/

const interfaceCells = z.object({
  code,
  institution: code,
  name: text,
  /** SHA-256 fingerprints, separated by `|`. */
  certificates: z
    .string()
    .transform((cell) => cell.split('|').map((one) => one.trim().toUpperCase()))
    .pipe(
      z.array(
        z
          .string()
          .regex(FINGERPRINT, 'is not a SHA-256 fingerprint: 32 pairs of hexadecimal digits with colons'),
      ),
    ),
  /** Optional column. MSH-3|MSH-4; empty: any. */
  sender: z
    .string()
    .regex(/^([^|]*\|[^|]*)?$/, 'is not MSH-3|MSH-4, such as EPIC|LARKFIELD')
    .default(''),
  processingId: oneOf(['P', 'T', 'D']),
  answersOrders: yesNo,
})

const mapCells = z.object({ interface: code, kind: oneOf(MAP_KINDS), code: text, meaning: text })

export type InterfaceRow = z.infer<typeof interfaceCells>
export interface EhrFiles {
  interfaces: InterfaceRow[]
  maps: (Mapping & { interface: string; row: number })[]
}

export const MAP_FILE = 'ehr-maps.csv'
export const INTERFACE_FILE = 'ehr-interfaces.csv'

/** Reads the interfaces of hospitals and their maps. Throws DataFilesInvalid, which names every problem. */
export function readEhrFiles(dir: string): EhrFiles {
  const problems: DataFileProblem[] = []
  const interfaces = readTable(join(dir, INTERFACE_FILE), interfaceCells, interfaceCells, problems)
  const maps = readTable(join(dir, MAP_FILE), mapCells, mapCells, problems)
  interfaces.unique('code')
  maps.unique('interface', 'kind', 'code')
  const owners = new Map<string, number>()
  for (const { row, cells } of interfaces.rows)
    for (const one of (cells.certificates ?? '').split('|').map((each) => each.trim().toUpperCase())) {
      const other = owners.get(one)
      if (other !== undefined)
        interfaces.report(
          row,
          'certificates',
          `'${one}' is already in row ${other}: a certificate is one hospital’s`,
        )
      owners.set(one, row)
    }
  for (const { row, cells } of maps.rows)
    if (!interfaces.has('code', cells.interface ?? ''))
      maps.report(row, 'interface', `'${cells.interface}' is not a code in ${INTERFACE_FILE}`)
  const read = maps.rows.flatMap(({ row, cells }) => {
    const parsed = mapCells.safeParse(cells)
    return parsed.success ? [{ ...parsed.data, row }] : []
  })
  // Codes of tests are looked up when they are written: the catalogue is in the database.
  const known = { isTest: () => true, isNpi, isSpecimenType }
  for (const mapping of read) {
    const wrong = wrongMeaning(mapping, known)
    if (wrong) maps.report(mapping.row, 'meaning', `'${mapping.meaning}' ${wrong}`)
  }
  throwIfAny(problems)
  return { interfaces: interfaces.values, maps: read }
}

function isSpecimenType(given: string): boolean {
  return SPECIMEN_TYPES.some((type) => type === given)
}

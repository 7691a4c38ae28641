import { pipeline, type Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { isNpi } from '#domain/npi/npi.ts'
import type { NpiRecord } from '#domain/npi/npi-record.ts'
import { taxonomyInWords } from './taxonomies.ts'

// The NPPES dissemination file has 9 million rows of some 330 columns, so it is read as a stream, and rows
// are reduced to what we need early.

/**
 * An error in the file; `row` is the line number, counting the header as 1, and null for the file as a whole.
 */
export interface DisseminationProblem {
  row: number | null
  column: string | null
  rule: string
}

const REQUIRED = [
  'NPI',
  'Entity Type Code',
  'Provider Last Name (Legal Name)',
  'Provider First Name',
  'Provider Middle Name',
  'Provider Credential Text',
  'Provider Other Last Name',
  'Provider Other First Name',
  'Provider Other Middle Name',
  'Provider Business Practice Location Address City Name',
  'Provider Business Practice Location Address State Name',
  'NPI Deactivation Date',
  'NPI Reactivation Date',
  'Healthcare Provider Taxonomy Code_1',
  'Healthcare Provider Primary Taxonomy Switch_1',
] as const
type Column = (typeof REQUIRED)[number]
const TAXONOMIES = Array.from({ length: 15 }, (_, at) => ({
  code: `Healthcare Provider Taxonomy Code_${at + 1}`,
  primary: `Healthcare Provider Primary Taxonomy Switch_${at + 1}`,
}))
const READ = new Set<string>([...REQUIRED, ...TAXONOMIES.flatMap(({ code, primary }) => [code, primary])])

/**
 * A row of the full file has some 3,000 characters. Without a limit, an unclosed quote would read the whole
 * file into memory.
 */
const LONGEST_ROW = 100_000

type Cells = Record<string, string>
type Report = (problem: DisseminationProblem) => void

/** The file's 01/31/2020 as the number 20200131, which can be compared; null for an invalid date. */
function day(date: string): number | null {
  const [, month, dayOfMonth, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(date) ?? []
  return year ? Number(`${year}${month}${dayOfMonth}`) : null
}

function readRow(cells: Cells, row: number, report: Report): NpiRecord | null {
  const cell = (column: string) => cells[column]?.trim() ?? ''
  const get: (column: Column) => string = cell
  let fine = true
  const wrong = (column: Column, rule: string) => {
    fine = false
    report({ row, column, rule: `${get(column) ? `'${get(column)}'` : 'an empty cell'} ${rule}` })
  }
  const [npi, kind] = [get('NPI'), get('Entity Type Code')]
  for (const column of ['NPI Deactivation Date', 'NPI Reactivation Date'] as const)
    if (get(column) && !day(get(column))) wrong(column, 'is not a date such as 01/31/2020')
  const [deactivated, reactivated] = [day(get('NPI Deactivation Date')), day(get('NPI Reactivation Date'))]
  const active = deactivated === null || (reactivated !== null && reactivated >= deactivated)
  if (!isNpi(npi)) wrong('NPI', 'is not an NPI: ten digits with their check digit')
  // The file has no other data on a deactivated number.
  if (kind !== '1' && kind !== '2' && (kind !== '' || active))
    wrong('Entity Type Code', 'is neither 1 (a person) nor 2 (an organization)')
  if (!fine) return null
  const otherName = {
    firstName: get('Provider Other First Name'),
    middleName: get('Provider Other Middle Name'),
    lastName: get('Provider Other Last Name'),
  }
  return {
    npi,
    kind: kind === '2' ? 'organization' : 'person',
    firstName: get('Provider First Name'),
    middleName: get('Provider Middle Name'),
    lastName: get('Provider Last Name (Legal Name)'),
    otherNames: otherName.lastName ? [otherName] : [],
    credential: get('Provider Credential Text'),
    active,
    taxonomies: TAXONOMIES.flatMap(({ code: column, primary }) => {
      const code = cell(column)
      return code ? [{ code, description: taxonomyInWords(code), primary: cell(primary) === 'Y' }] : []
    }),
    city: get('Provider Business Practice Location Address City Name'),
    state: get('Provider Business Practice Location Address State Name'),
  }
}

/** Passes bytes on as long as they are valid UTF-8, and stops at the first that are not. */
async function* onlyUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of chunks) {
    decoder.decode(chunk, { stream: true })
    yield chunk
  }
  decoder.decode()
}

/**
 * Reads the records of a dissemination file lazily. Reports all errors to `report` and skips invalid rows;
 * stops after an error that makes the rest unreadable.
 */
export async function* readDissemination(file: Readable, report: Report): AsyncGenerator<NpiRecord> {
  let head: string[] = []
  let missing: string[] = []
  const rows = parse<NpiRecord, Cells>({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    columns: (names: string[]) => {
      head = names
      missing = REQUIRED.filter((column) => !names.includes(column))
      for (const column of missing) report({ row: 1, column, rule: 'the column is missing' })
      return names.map((name) => READ.has(name) && name)
    },
    on_record: (cells, { lines, error }) => {
      if (missing.length > 0) return null
      // csv-parse sets it only if a row and the header differ in length.
      if (!error) return readRow(cells, lines, report)
      report({ row: lines, column: null, rule: `the row does not have ${head.length} cells like the header` })
      return null
    },
  })
  // Errors surface in `rows`, where they are caught.
  pipeline(file, onlyUtf8, rows, () => undefined)
  try {
    for await (const record of rows) yield record
    if (head.length === 0) report({ row: null, column: null, rule: 'the file is empty' })
  } catch (error) {
    const rule = faultOf(error)
    if (!rule) throw error
    report({ row: null, column: null, rule })
  } finally {
    file.destroy()
  }
}

function faultOf(error: unknown): string | null {
  if (error instanceof CsvError) return `the file is not CSV: ${error.message}`
  const code = error instanceof TypeError && 'code' in error ? error.code : ''
  return code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'the file is not UTF-8 text' : null
}

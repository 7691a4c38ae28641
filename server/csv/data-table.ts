import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { CsvError, type InfoRecord, parse } from 'csv-parse/sync'
import { z } from 'zod'

// CSV files with a header row that people edit, or `.ndjson` with one object on each line: every wrong cell is reported, not only
// the first.

export interface DataFileProblem {
  /** The file's name without its directory. */
  file: string
  /** The line in the file, 1 being the header; null for the file as a whole. */
  row: number | null
  column: string | null
  /** In a questionnaire's file: the item. */
  linkId?: string
  /** The problem, worded for the person who edits the file. */
  rule: string
}

/** Thrown once with every problem of the files that were read together; the message has one line for each. */
export class DataFilesInvalid extends Error {
  readonly problems: readonly DataFileProblem[]

  constructor(problems: readonly DataFileProblem[]) {
    super(problems.map(inWords).join('\n'))
    this.name = 'DataFilesInvalid'
    this.problems = problems
  }
}

function inWords({ file, row, column, linkId, rule }: DataFileProblem): string {
  const location = [
    file,
    row === null ? '' : `row ${row}`,
    column === null ? '' : `column ${column}`,
    linkId === undefined ? '' : `linkId ${linkId}`,
  ]
  return `${location.filter(Boolean).join(', ')}: ${rule}`
}

export function throwIfAny(problems: DataFileProblem[]): void {
  if (problems.length > 0) throw new DataFilesInvalid(problems)
}

/** One row exactly as in the file; other files may still refer to a row with a wrong cell. */
interface RawRow {
  row: number
  cells: Record<string, string>
}

/** Reads one file and reports the problem in each of its cells; `values` are the rows without a problem. */
export function readTable<T>(
  path: string,
  head: z.ZodObject,
  schema: z.ZodType<T>,
  problems: DataFileProblem[],
) {
  const file = basename(path)
  const report = (row: number | null, column: string | null, rule: string) => {
    problems.push({ file, row, column, rule })
  }
  const columns = Object.entries(head.shape)
  // A column whose cells are optional may be missing.
  const needed = columns.filter(([, cell]) => !z.safeParse(cell, undefined).success)
  const read = readRows(path, columns.map(named), needed.map(named), report)
  const rows = read ?? []
  const entries = rows.flatMap(({ row, cells }) => {
    const parsed = schema.safeParse(cells)
    for (const { path, message } of parsed.error?.issues ?? []) {
      const [column, index] = [String(path[0]), path[1]]
      const cell = cells[column] ?? ''
      const value = typeof index === 'number' ? cell.split('|')[index] : cell
      report(row, column, `${value ? `'${value}'` : 'an empty cell'} ${message}`)
    }
    return parsed.success ? [{ row, value: parsed.data }] : []
  })
  return {
    rows,
    /** The rows without a problem in a cell, each with its line. */
    entries,
    values: entries.map(({ value }) => value),
    report,
    /**
     * Whether a row has this value. Always true for a file that could not be read, so that one fault is
     * reported once.
     */
    has: (column: string, value: string) =>
      read === null || rows.some(({ cells }) => cells[column] === value),
    unique: (...columns: string[]) => {
      const seen = new Map<string, number>()
      for (const { row, cells } of rows) {
        const key = columns.map((column) => cells[column]).join(' ')
        const first = seen.get(key)
        if (first !== undefined) report(row, columns.join(', '), `'${key}' is already in row ${first}`)
        else seen.set(key, row)
      }
    },
  }
}

const named = ([name]: [string, unknown]) => name

/** The rows keyed by the header, or null if the file cannot be read as this table. */
function readRows(path: string, columns: string[], needed: string[], report: Report): RawRow[] | null {
  try {
    const file = readFileSync(path)
    const bytes = path.endsWith('.gz') ? gunzipSync(file) : file
    if (!isUtf8(bytes)) {
      report(null, null, 'the file is not UTF-8 text: save it as "CSV UTF-8"')
      return null
    }
    if (path.endsWith('.ndjson')) return readObjects(bytes.toString(), columns, needed, report)
    let head: string[] = []
    const records = parse<{ record: Record<string, string>; info: InfoRecord }>(bytes, {
      bom: true,
      trim: true,
      info: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      relax_column_count: true,
      columns: (names: string[]) => {
        head = names
        return names
      },
    })
    const missing = needed.filter((column) => !head.includes(column))
    for (const column of missing) report(1, column, 'the column is missing')
    for (const [index, name] of head.entries()) {
      if (!columns.includes(name)) report(1, name, 'there is no such column')
      else if (head.indexOf(name) !== index) report(1, name, 'the column appears twice')
    }
    if (missing.length > 0) return null
    return records.flatMap(({ record, info }) => {
      // csv-parse sets it only if a row has more or fewer cells than the header
      if (info.error) report(info.lines, null, `the row does not have ${head.length} cells like the header`)
      return info.error ? [] : [{ row: info.lines, cells: record }]
    })
  } catch (error) {
    if (error instanceof CsvError) report(null, null, `the file is not CSV: ${error.message}`)
    else if ((error as NodeJS.ErrnoException).code === 'ENOENT') report(null, null, 'the file is missing')
    else throw error
    return null
  }
}

type Report = (row: number | null, column: string | null, rule: string) => void

/** One JSON object on each line, with the columns as its members; all of them are text. */
function readObjects(content: string, columns: string[], needed: string[], report: Report): RawRow[] {
  return content.split('\n').flatMap((line, index) => {
    const row = index + 1
    if (line.trim() === '') return []
    const parsed = jsonObject.safeParse(line)
    if (!parsed.success) {
      report(row, null, 'the line is not one JSON object')
      return []
    }
    const members = Object.entries(parsed.data)
    const wrong = members.filter(([name, value]) => !columns.includes(name) || typeof value !== 'string')
    for (const [name] of wrong)
      report(row, name, columns.includes(name) ? 'is not text in quotes' : 'there is no such column')
    const missing = needed.filter((column) => !Object.hasOwn(parsed.data, column))
    for (const column of missing) report(row, column, 'the column is missing')
    if (wrong.length + missing.length > 0) return []
    return [{ row, cells: Object.fromEntries(members.map(([name, value]) => [name, String(value).trim()])) }]
  })
}

const jsonObject = z.string().transform((line, context) => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(line))
  } catch {
    context.addIssue({ code: 'custom' })
    return z.NEVER
  }
})

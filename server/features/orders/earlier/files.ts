import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { isIsoDate } from '#domain/dates/dates.ts'
import { SEXES } from '#domain/lookups.ts'
import { isNpi } from '#domain/npi/npi.ts'
import { letters } from '#domain/orders/identity.ts'
import { INSTITUTION_ROLES } from '#domain/users/roles.ts'
import { code, oneOf, orEmpty, set } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable } from '#server/csv/data-table.ts'

// What a laboratory takes out of the system that it used before Karyo: docs/moving-in.md describes the files.

const words = z.string().min(1, 'is not allowed here').max(200, 'is longer than 200 characters')
const optionalWords = z.string().max(200, 'is longer than 200 characters').default('')
const day = z.string().refine(isIsoDate, 'is not a day such as 2019-03-14')

const orderRow = z.object({
  number: z.string().regex(/^\S(.{0,48}\S)?$/, 'is not a number of 1 to 50 characters'),
  institution: code,
  state: oneOf(['reported', 'cancelled']),
  orderedOn: day,
  laboratoryNumber: z.string().max(50, 'is longer than 50 characters').default(''),
  patientFirstName: words,
  patientLastName: words,
  dateOfBirth: day,
  sex: oneOf(SEXES),
  recordNumber: z.string().max(50, 'is longer than 50 characters').default(''),
  testCode: orEmpty(code, 'is neither empty nor a code of 1 to 20 letters and digits').default(''),
  formerTestCode: orEmpty(code, 'is neither empty nor a code of 1 to 20 letters and digits').default(''),
  testName: words,
  providerFirstName: optionalWords,
  providerLastName: words,
  providerNpi: z
    .string()
    .refine((npi) => npi === '' || isNpi(npi), 'is not an NPI')
    .default(''),
  orderedBy: optionalWords,
})
export type EarlierOrderRow = z.output<typeof orderRow>

const reportRow = z.object({
  number: z.string(),
  reportedOn: day,
  status: oneOf(['final', 'addended', 'amended', 'corrected']),
  file: z
    .string()
    .regex(/^[\w][\w. -]*(\/[\w][\w. -]*)*$/, 'is not the path of a file below the folder pdfs'),
  sha256: z
    .string()
    .regex(/^([0-9a-fA-F]{64})?$/, 'is not a SHA-256 of 64 hexadecimal digits')
    .default(''),
})
export type EarlierReportRow = z.output<typeof reportRow>

/**
 * The versions of an order, the oldest first. Only their days are known: of those of one day the final one is the first, whatever
 * their order in the file. Equal ones are a fault of the files ({@link oneCurrentVersion}).
 */
export function byAge(
  a: Pick<EarlierReportRow, 'reportedOn' | 'status'>,
  b: Pick<EarlierReportRow, 'reportedOn' | 'status'>,
): number {
  if (a.reportedOn !== b.reportedOn) return a.reportedOn < b.reportedOn ? -1 : 1
  return Number(b.status === 'final') - Number(a.status === 'final')
}

const userRow = z.object({
  email: z.email('is not an email address').max(254, 'is longer than 254 characters').toLowerCase(),
  institution: code,
  roles: set(oneOf(INSTITUTION_ROLES)).refine((roles) => roles.length > 0, 'names no role'),
})
export type EarlierUserRow = z.output<typeof userRow>

/** A row with its line, for what is found later. */
export interface Placed<T> {
  row: number
  value: T
}

export interface EarlierFiles {
  orders: Placed<EarlierOrderRow>[]
  reports: Placed<EarlierReportRow>[]
  users: Placed<EarlierUserRow>[]
  /** The names of the files, for messages. */
  names: { orders: string; reports: string; users: string }
  /** SHA-256 of each file that was read, by name. */
  digests: Record<string, string>
}

/** What the installation knows, and the files are compared with. */
export interface Known {
  institutions: ReadonlySet<string>
  /** Codes of all tests, orderable or not. */
  tests: ReadonlySet<string>
  /** Numbers of orders that are here, or were erased here since: they are not moved in again. */
  here: ReadonlySet<string>
  /** ISO date. */
  today: string
}

/** `orders.csv`, or `orders.ndjson` if only that is there. */
const nameOf = (dir: string, base: string) =>
  !existsSync(path.join(dir, `${base}.csv`)) && existsSync(path.join(dir, `${base}.ndjson`))
    ? `${base}.ndjson`
    : `${base}.csv`

/** Reads and checks everything but the PDFs; every fault is added to `problems`. `users` may be missing. */
export function readEarlier(dir: string, known: Known, problems: DataFileProblem[]): EarlierFiles {
  const names = {
    orders: nameOf(dir, 'orders'),
    reports: nameOf(dir, 'reports'),
    users: nameOf(dir, 'users'),
  }
  const at = (name: string) => path.join(dir, name)
  const orders = readTable(at(names.orders), orderRow, orderRow, problems)
  const reports = readTable(at(names.reports), reportRow, reportRow, problems)
  const users = existsSync(at(names.users)) ? readTable(at(names.users), userRow, userRow, problems) : null
  orders.unique('number')
  reports.unique('file')
  users?.unique('email', 'institution')

  for (const { row, value } of orders.entries) judgeOrder(value, known, (...of) => orders.report(row, ...of))
  for (const { row, value } of users?.entries ?? [])
    if (!known.institutions.has(value.institution))
      users?.report(row, 'institution', `'${value.institution}' is not the code of an institution`)
  const byNumber = new Map(orders.entries.map(({ value }) => [value.number, value]))
  for (const { row, value } of reports.entries) {
    const { number, reportedOn } = value
    if (!orders.has('number', number))
      reports.report(row, 'number', `'${number}' is not the number of an order in ${names.orders}`)
    const orderedOn = byNumber.get(number)?.orderedOn
    if (orderedOn !== undefined && reportedOn < orderedOn)
      reports.report(row, 'reportedOn', `'${reportedOn}' is before the order of ${orderedOn}`)
    if (reportedOn > known.today) reports.report(row, 'reportedOn', `'${reportedOn}' is in the future`)
  }
  oneCurrentVersion(reports, known.here)
  for (const { row, value } of orders.entries)
    if (value.state === 'reported' && !reports.has('number', value.number))
      orders.report(row, 'number', `'${value.number}' is reported and has no row in ${names.reports}`)
  onePersonANumber(orders)
  return {
    ...{ orders: orders.entries, reports: reports.entries, users: users?.entries ?? [], names },
    digests: Object.fromEntries(
      Object.values(names)
        .filter((name) => existsSync(at(name)))
        .map((name) => [
          name,
          createHash('sha256')
            .update(readFileSync(at(name)))
            .digest('hex'),
        ]),
    ),
  }
}

function judgeOrder(
  order: EarlierOrderRow,
  { institutions, tests, today }: Known,
  report: (column: string, rule: string) => void,
) {
  const { institution, orderedOn, dateOfBirth, testCode, formerTestCode } = order
  if (!institutions.has(institution))
    report('institution', `'${institution}' is not the code of an institution`)
  if (orderedOn > today) report('orderedOn', `'${orderedOn}' is in the future`)
  if (dateOfBirth > orderedOn) report('dateOfBirth', `'${dateOfBirth}' is after the order of ${orderedOn}`)
  if (testCode !== '' && !tests.has(testCode))
    report(
      'testCode',
      `'${testCode}' is not the code of a test in the catalogue: leave it empty and give formerTestCode`,
    )
  if (testCode === '' && formerTestCode === '')
    report('formerTestCode', 'an empty cell is not allowed without testCode')
  if (testCode === '' && tests.has(formerTestCode))
    report(
      'formerTestCode',
      `'${formerTestCode}' is a test of the catalogue: give it as testCode if it is the same test`,
    )
}

/**
 * Which version of a report is the current one must follow from the rows alone: their order in the file means nothing. Not asked of
 * orders that are here: a history that was moved in before this was asked can be run again, for what it lacks.
 */
function oneCurrentVersion(
  reports: {
    entries: Placed<EarlierReportRow>[]
    report: (row: number, column: string, rule: string) => void
  },
  here: ReadonlySet<string>,
) {
  for (const [number, versions] of Map.groupBy(reports.entries, ({ value }) => value.number)) {
    if (here.has(number)) continue
    const sorted = versions.toSorted((a, b) => byAge(a.value, b.value))
    for (const [index, { row, value }] of sorted.entries()) {
      const before = sorted[index - 1]
      if (before === undefined) continue
      if (value.status === 'final')
        reports.report(
          row,
          'status',
          `'final' is the first version of an order only, and that of row ${before.row} is before it: write addended, amended or corrected`,
        )
      else if (before.value.reportedOn === value.reportedOn && before.value.status !== 'final')
        reports.report(
          row,
          'reportedOn',
          `'${value.reportedOn}' is the day of another version too, in row ${before.row}, and neither is final: nothing says which is the later one`,
        )
    }
  }
}

/** At one institution, a record number belongs to one person: otherwise a report would be another's. */
function onePersonANumber(orders: {
  entries: Placed<EarlierOrderRow>[]
  report: (row: number, column: string, rule: string) => void
}) {
  const first = new Map<string, { row: number; person: string }>()
  for (const { row, value } of orders.entries) {
    if (value.recordNumber === '') continue
    const key = `${value.institution} ${value.recordNumber}`
    const person = [letters(value.patientLastName), value.dateOfBirth].join(' ')
    const before = first.get(key)
    if (before === undefined) first.set(key, { row, person })
    else if (before.person !== person)
      orders.report(
        row,
        'recordNumber',
        `'${value.recordNumber}' is another person's in row ${before.row}: last name or date of birth differ`,
      )
  }
}

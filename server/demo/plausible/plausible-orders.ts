import path from 'node:path'
import { z } from 'zod'
import { ICD10 } from '#domain/icd10/diagnosis-code.ts'
import { code, list, oneOf, text } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable, throwIfAny } from '#server/csv/data-table.ts'

const DAYS = { d: 1, m: 30.44, y: 365.25 } as const

/** '3d', '18m' or '42y' as days. */
const age = z
  .string()
  .regex(/^\d{1,3}[dmy]$/, 'is not an age such as 3d, 18m or 42y')
  .transform((cell) => Number(cell.slice(0, -1)) * DAYS[cell.slice(-1) as keyof typeof DAYS])
const ageOrNone = z.union([z.literal('').transform(() => null), age])
const sex = oneOf(['', 'Female', 'Male'])
const diagnosis = z.string().regex(ICD10, 'is not an ICD-10-CM code such as Q87.40')

const orderCells = z.object({
  testCode: code,
  subject: oneOf(['living', 'fetus', 'loss']),
  /** Of the patient, or of the mother of a fetus or loss, on the day of collection. */
  ageFrom: age,
  ageTo: age,
  sex,
  indications: list(diagnosis),
  findings: text,
})
const indicationCells = z.object({
  code: diagnosis,
  description: text,
  sex,
  ageFrom: ageOrNone,
  ageTo: ageOrNone,
})

/** Who has a test, and why. Ages are in days. */
export type PlausibleOrder = z.output<typeof orderCells>
/** A diagnosis, and who can have it. */
export type PlausibleIndication = z.output<typeof indicationCells>

export interface Plausible {
  orders: ReadonlyMap<string, PlausibleOrder>
  indications: ReadonlyMap<string, PlausibleIndication>
}

/** Reads what a clinician would believe of the demo's orders. Throws DataFilesInvalid. */
export function readPlausible(dir: string): Plausible {
  const problems: DataFileProblem[] = []
  const orders = readTable(path.join(dir, 'plausible-orders.csv'), orderCells, orderCells, problems)
  const indications = readTable(path.join(dir, 'indications.csv'), indicationCells, indicationCells, problems)
  orders.unique('testCode')
  indications.unique('code')
  for (const { row, cells } of orders.rows)
    for (const named of (cells.indications ?? '').split('|'))
      if (!indications.has('code', named))
        orders.report(row, 'indications', `'${named}' is not in indications.csv`)
  throwIfAny(problems)
  return {
    orders: new Map(orders.values.map((one) => [one.testCode, one])),
    indications: new Map(indications.values.map((one) => [one.code, one])),
  }
}

/** The indications of a test that somebody of this sex and age, in days, can have. */
export function indicationsOf(
  { orders, indications }: Plausible,
  testCode: string,
  person: { sex: string; days: number },
): PlausibleIndication[] {
  const named = orders.get(testCode)?.indications ?? []
  return named.flatMap((one) => indications.get(one) ?? []).filter((one) => isPossible(one, person))
}

/** Whether somebody of this sex and age can have the diagnosis. */
export function isPossible(
  { sex, ageFrom, ageTo }: PlausibleIndication,
  person: { sex: string; days: number },
): boolean {
  // A year has its last day: whoever is 17 has not had the 18th birthday.
  const until = ageTo === null ? Number.POSITIVE_INFINITY : ageTo + (ageTo > 400 ? DAYS.y : 1)
  return (
    (sex === '' || sex === person.sex) && (ageFrom === null || person.days >= ageFrom) && person.days < until
  )
}

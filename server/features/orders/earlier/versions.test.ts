import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { DataFileProblem } from '#server/csv/data-table.ts'
import { readEarlier } from './files.ts'
import { gathered } from './move-in.ts'

// Only the day of a report is known: which of two versions of a day is the current one must not depend on their order in the file.

const ORDER_HEAD =
  'number,institution,state,orderedOn,patientFirstName,patientLastName,dateOfBirth,sex,testCode,testName,providerLastName'
const KNOWN = { institutions: new Set(['P1']), tests: new Set(['TEN1']), today: '2026-01-01' }

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-versions-'))
  return () => rm(dir, { recursive: true, force: true })
})

/** What is wrong with versions of one order, and which of them would be the current one. Each is `2024-05-03,final`. */
const read = (...versions: string[]) => readAgain(new Set(), versions)
async function readAgain(here: ReadonlySet<string>, versions: string[]) {
  const row = 'OP-1,P1,reported,2024-04-01,Iris,Quillby,1980-05-01,Female,TEN1,Test,Veldt'
  await writeFile(path.join(dir, 'orders.csv'), `${ORDER_HEAD}\n${row}`)
  const rows = versions.map((version, index) => `OP-1,${version},${index}.pdf`)
  await writeFile(path.join(dir, 'reports.csv'), ['number,reportedOn,status,file', ...rows].join('\n'))
  const problems: DataFileProblem[] = []
  const [order] = gathered(readEarlier(dir, { ...KNOWN, here }, problems), new Map())
  return {
    faults: problems.map(({ row, column, rule }) => `row ${row}, ${column}: ${rule}`),
    versions: order?.reports.map(({ reportedOn, status }) => `${reportedOn},${status}`),
  }
}

test('the final report of a day comes before the version that corrected it on that day, also if the file has the newest first', async () => {
  const sorted = ['2024-05-03,final', '2024-05-03,corrected', '2024-06-10,amended']
  for (const versions of [sorted, sorted.toReversed()])
    expect(await read(...versions)).toEqual({ faults: [], versions: sorted })
})

test('two versions of one day of which none or both are final are a fault: which is the current one is not known', async () => {
  for (const [one, other] of [
    ['amended', 'corrected'],
    ['corrected', 'corrected'],
  ])
    expect((await read('2024-05-01,final', `2024-05-03,${one}`, `2024-05-03,${other}`)).faults).toEqual([
      "row 4, reportedOn: '2024-05-03' is the day of another version too, in row 3, and neither is final: nothing says which is the later one",
    ])
  expect((await read('2024-05-03,final', '2024-05-03,final')).faults).toEqual([
    "row 3, status: 'final' is the first version of an order only, and that of row 2 is before it: write addended, amended or corrected",
  ])
  // Beside a final one, too.
  expect((await read('2024-05-03,amended', '2024-05-03,final', '2024-05-03,corrected')).faults).toEqual([
    "row 4, reportedOn: '2024-05-03' is the day of another version too, in row 2, and neither is final: nothing says which is the later one",
  ])
})

test('a final report after another version is a fault', async () => {
  expect((await read('2024-06-01,final', '2024-05-03,corrected')).faults).toEqual([
    "row 2, status: 'final' is the first version of an order only, and that of row 3 is before it: write addended, amended or corrected",
  ])
  expect((await read('2024-05-03,final', '2024-06-01,final')).faults).toEqual([
    "row 3, status: 'final' is the first version of an order only, and that of row 2 is before it: write addended, amended or corrected",
  ])
})

test('an order that is here may have versions that would be a fault now: the same history can be run again', async () => {
  const versions = ['2024-05-01,final', '2024-05-03,amended', '2024-05-03,corrected', '2024-06-01,final']
  expect((await readAgain(new Set(['OP-2']), versions)).faults).toHaveLength(2)
  // In the order of the file, as they were moved in.
  expect(await readAgain(new Set(['OP-1']), versions)).toEqual({ faults: [], versions })
})

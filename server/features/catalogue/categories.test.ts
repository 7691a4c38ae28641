import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readCatalogue } from './catalogue-files.ts'

/** The faults of the shipped catalogue with a change in its categories, without the file's name. */
function faultsWith(from: string, to: string): string[] {
  const dir = mkdtempSync(path.join(tmpdir(), 'categories-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  cpSync('data/catalogue', dir, { recursive: true })
  const file = path.join(dir, 'categories.csv')
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
  try {
    readCatalogue(dir)
  } catch (error) {
    return (error as Error).message.split('\n').filter((line) => line.startsWith('categories.csv, '))
  }
  return []
}

test.each([
  [
    'an id in capitals',
    '\nwgs,',
    '\nWGS,',
    "row 4, column category: 'WGS' is not an id of lowercase letters, digits and hyphens",
  ],
  ['an id twice', '\nwgs,', '\nwes,', "row 5, column category: 'wes' is already in row 4"],
  ['no name', 'Whole genome sequencing', '', 'row 4, column name: an empty cell is not allowed here'],
  [
    'a name of two',
    'Whole genome sequencing',
    'RAPID testing',
    "row 4, column name: 'RAPID testing' is already the category or name of row 3",
  ],
  [
    'another one’s id as name',
    'Whole genome sequencing',
    'WES',
    "row 4, column name: 'WES' is already the category or name of row 5",
  ],
])('%s is a fault', (_, from, to, fault) => {
  expect(faultsWith(from, to)).toEqual([`categories.csv, ${fault}`])
})

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCatalogue } from './catalogue-files.ts'

const SHIPPED = 'data/catalogue'
const comparedIn = (dir: string) => readCatalogue(dir).settings.filter(({ topic }) => topic === 'compared')

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'karyo-compared-'))
  cpSync(SHIPPED, dir, { recursive: true })
})
afterAll(() => rmSync(dir, { recursive: true }))

test('[SUBJ-05] every shipped test with relatives states whom it compares, and no other does', () => {
  const withRelatives = readCatalogue(SHIPPED).tests.filter(({ relatives }) => relatives > 0)
  expect(withRelatives.length).toBeGreaterThan(10)
  expect(
    comparedIn(SHIPPED)
      .map(({ testCode }) => testCode)
      .sort(),
  ).toEqual(withRelatives.map(({ code }) => code).sort())
})

test('a catalogue without the file states nothing, and a wrong row is named', () => {
  const write = (rows: string) => writeFileSync(join(dir, 'compared.csv'), `testCode,compared\n${rows}\n`)
  write('1600,parents')
  expect(comparedIn(dir)).toEqual([{ testCode: '1600', topic: 'compared', setting: { who: 'parents' } }])
  write('1600,uncles')
  expect(() => readCatalogue(dir)).toThrow('compared.csv, row 2, column compared')
  write('9999,parents')
  expect(() => readCatalogue(dir)).toThrow("'9999' is not the code of a test in tests.csv")
  rmSync(join(dir, 'compared.csv'))
  expect(comparedIn(dir)).toEqual([])
})

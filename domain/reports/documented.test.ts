import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { printedTables } from './testing/printed.ts'

const DOCUMENT = new URL('../../docs/interfaces.md', import.meta.url)
const [BEGIN, END] = ['<!-- tables of reports -->\n\n', '\n\n<!-- end of the tables -->']

/** `PRINT_TABLES=1 vitest run domain/reports/documented` rewrites them. */
test('[MSG-01] the documentation has the tables by which reports are filed, as the code has them', () => {
  const text = readFileSync(DOCUMENT, 'utf8')
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  expect(begin).toBeGreaterThan(0)
  expect(end).toBeGreaterThan(begin)
  if (process.env.PRINT_TABLES)
    writeFileSync(DOCUMENT, text.slice(0, begin + BEGIN.length) + printedTables() + text.slice(end))
  else expect(text.slice(begin + BEGIN.length, end)).toBe(printedTables())
})

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = path.join(import.meta.dirname, 'docs/decisions')
const files = readdirSync(folder)
  .filter((file) => file !== 'README.md')
  .sort()
/** `2026-11-21 · accepted`, and the later decisions that supersede it, wholly or partly. */
const STATUS =
  /^\d{4}-\d\d-\d\d · ((?:accepted(?: · superseded in part by \d{4}(?:, \d{4})*)?)|(?:superseded by \d{4}))$/

const decisions = files.map((file) => {
  const [title = '', , line = ''] = readFileSync(path.join(folder, file), 'utf8').split('\n')
  return {
    file,
    number: file.slice(0, 4),
    title: title.replace(/^# (?:\d+[.:] )?/, ''),
    status: STATUS.exec(line)?.[1],
  }
})
/** `| [0001](0001-routes-as-values.md) | title | status | what it decides |` */
const index = [
  ...readFileSync(path.join(folder, 'README.md'), 'utf8').matchAll(
    /^\| \[(\d{4})\]\(([^)]+)\) \| (.+) \| ([^|]+) \| ([^|]+) \|$/gm,
  ),
].map(([, number, file, title, status, words]) => ({ number, file, title, status, words }))

test('every decision has a date and a status under its title', () => {
  expect(decisions.length).toBeGreaterThan(60)
  expect(decisions.filter(({ status }) => status === undefined).map(({ file }) => file)).toEqual([])
})

test('every number is used once', () => {
  expect(files.filter((file) => !/^\d{4}-[a-z0-9-]+\.md$/.test(file))).toEqual([])
  const numbers = decisions.map(({ number }) => number)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})

test('every decision is in the index, with its number, title and status', () => {
  expect(index.map(({ words: _, ...line }) => line)).toEqual(
    decisions.map(({ number, file, title, status }) => ({ number, file, title, status })),
  )
})

test('a decision is superseded only by an existing later one', () => {
  const wrong = decisions.flatMap(({ number, status = '' }) =>
    (status.match(/\d{4}/g) ?? []).filter(
      (later) => later <= number || !decisions.some((one) => one.number === later),
    ),
  )
  expect(wrong).toEqual([])
})

import { expect, test } from 'vitest'
import { writeCsv } from '#contract/csv.ts'
import { readManifest } from '#contract/manifest-file.ts'
import { columnsOf, REFERENCE } from '#domain/manifest/columns.ts'
import { rowOf } from '#domain/manifest/testing/row-of.ts'
import { goodOrder, testContext } from '#domain/orders/testing/good-order.ts'
import { annotatedChunks } from './annotated-file.ts'
import { batchFile } from './batches.ts'
import type { Rules } from './judge.ts'
import { type ReadMessage, readInChunks } from './read-file.ts'
import { createSheet, toSheetRow } from './sheet.ts'
import { countsInWords, listedErrors, type SheetRow, stateInWords, visibleRowIndexes } from './states.ts'

const context = testContext(goodOrder())
const [exome] = context.tests
if (!exome) throw new Error('the world has a test')
const rules: Rules = { test: exome, today: context.today, institutionState: 'IL' }
const columns = columnsOf(exome)
const headings = columns.map(({ heading }) => heading)

const cells = (name: string, more: Record<string, string> = {}) => ({
  ...rowOf(goodOrder(), columns),
  'Last name': name,
  ...more,
})
const bytesOf = (rows: readonly Record<string, string>[], more: readonly string[] = []) =>
  new TextEncoder().encode(
    writeCsv(
      [...headings, ...more],
      rows.map((row) => [...headings, ...more].map((heading) => row[heading] ?? '')),
    ),
  )
const read = (bytes: Uint8Array): ReadMessage[] => [...readInChunks({ bytes, rules })]
const rowsIn = (messages: readonly ReadMessage[]): SheetRow[] =>
  messages.flatMap((message) => (message.kind === 'rows' ? message.rows : [])).map(toSheetRow)

function sheetOf(...rows: Record<string, string>[]) {
  const saved: SheetRow[] = []
  const begun = rowsIn(read(bytesOf(rows)))
  return { sheet: createSheet(rules, begun, (changed) => void saved.push(...changed)), saved }
}
const ready = (row: number) => ({ row, outcome: 'ready' as const, orderId: null, errors: [] })

test('a file is read part by part, each row with what the local rules find', () => {
  const many = Array.from({ length: 251 }, (_, index) => cells('Abe', { [REFERENCE]: `R${index}` }))
  const messages = read(bytesOf([...many, cells('', { Sex: 'W' })], ['Sexx']))
  expect(messages[0]).toEqual({ kind: 'begun', total: 252, ignored: ['Sexx'] })
  expect(
    messages.slice(1).map((message) => (message.kind === 'rows' ? message.rows.length : message.kind)),
  ).toEqual([250, 2, 'end'])
  expect(
    rowsIn(messages)
      .at(-1)
      ?.errors.map(({ column, rule }) => [column, rule]),
  ).toEqual([
    ['Sex', 'unreadable'],
    ['Last name', 'required'],
  ])
  expect(read(new Uint8Array())).toMatchObject([{ kind: 'refused' }])
})

test('a row is to repair, waits for the server, and is ready when the server says so', () => {
  const { sheet, saved } = sheetOf(cells('Abe'), cells('', {}), cells('Cho'))
  expect(sheet.state().states).toEqual(['waiting', 'repair', 'waiting'])
  sheet.answer(sheet.state().rows.slice(0, 1), [ready(2)])
  expect(sheet.state().states).toEqual(['ready', 'repair', 'waiting'])
  sheet.edit({ row: 3, column: 'Last name' }, 'Bua')
  expect(sheet.state().states).toEqual(['ready', 'waiting', 'waiting'])
  expect(saved.map((row) => row.row)).toEqual([2, 3])
  expect(countsInWords(sheet.state().counts)).toBe('1 ready · 0 to fix · 2 not checked yet')
})

test('the server is asked about rows with errors too: they may have an order, or more against them', () => {
  const { sheet } = sheetOf(
    cells('Abe', { [REFERENCE]: 'R1', Sex: 'W' }),
    cells('Bua', { Sex: 'W' }),
    cells(''),
  )
  expect(sheet.state().uncheckedRows.map(({ row }) => row)).toEqual([2, 3])
  const [local] = sheet.errorsAt(1)
  if (!local) throw new Error('nothing is wrong')
  const more = { ...local, path: '/orderingProvider/npi', rule: 'npi-name', column: 'Provider NPI' }
  sheet.answer(sheet.state().uncheckedRows, [
    { ...ready(2), outcome: 'standing', orderId: 100123 },
    { ...ready(3), outcome: 'refused', errors: [local, more] },
  ])
  expect(sheet.state()).toMatchObject({ states: ['standing', 'repair', 'repair'], uncheckedRows: [] })
  expect(sheet.errorsAt(1)).toEqual([local, more])
})

test('a draft of an earlier upload is not an order at the laboratory, and a row that its order does not have is listed', () => {
  const names = ['Abe', 'Bua', 'Cho', 'Dao']
  const { sheet } = sheetOf(...names.map((name) => cells(name, { [REFERENCE]: name })))
  const orderedBefore = (row: number) => ({
    ...ready(row),
    outcome: 'standing' as const,
    orderId: 100120 + row,
  })
  const differs = {
    ...{ column: '', path: '', rule: 'differs', severity: 'warning' as const },
    message: 'Order 100124 was submitted before, and differs from this row: MRN',
  }
  sheet.answer(sheet.state().rows, [
    { ...orderedBefore(2), orderState: 'draft' },
    { ...orderedBefore(3), orderState: 'en-route' },
    { ...orderedBefore(4), orderState: 'en-route', errors: [differs] },
    // An earlier version says nothing of the order.
    orderedBefore(5),
  ])
  const { rows, states, counts } = sheet.state()
  expect(states).toEqual(['draft', 'standing', 'warned', 'standing'])
  expect(rows.map(({ checkResult }, at) => stateInWords(states[at] ?? 'waiting', checkResult))).toEqual([
    'Draft 100122, not submitted',
    'Already order 100123',
    'Already order 100124',
    'Already order 100125',
  ])
  expect(countsInWords(counts)).toBe(
    '0 ready · 0 to fix · 1 draft not submitted · 2 ordered before · 1 ordered before, with a warning',
  )
  expect(rows.map((row, at) => listedErrors(states[at] ?? 'waiting', sheet.errorsAt(at), row))).toEqual([
    ...[[], [], [differs], []],
  ])
  expect(visibleRowIndexes(rows, states, true, new Set())).toEqual([2])
  // Where the order has something else, the row can get a new Reference.
  sheet.edit({ row: 4, column: REFERENCE }, 'Again')
  sheet.edit({ row: 3, column: REFERENCE }, 'Again')
  expect(sheet.state().rows.map((row) => row.cells[REFERENCE])).toEqual(['Abe', 'Bua', 'Again', 'Dao'])
})

test('an answer to a row as it was before an edit is passed over', () => {
  const { sheet } = sheetOf(cells('Abe'))
  const sent = sheet.state().rows
  sheet.edit({ row: 2, column: 'City' }, 'Elsewhere')
  sheet.answer(sent, [ready(2)])
  expect(sheet.state().states).toEqual(['waiting'])
})

test('the same twice is an error of the second, until one of the two is another', () => {
  const { sheet } = sheetOf(cells('Abe', { [REFERENCE]: 'R1' }), cells('Bua', { [REFERENCE]: 'r1' }))
  expect(sheet.state().states).toEqual(['waiting', 'repair'])
  expect(sheet.errorsAt(1)).toMatchObject([
    { column: '', rule: 'repeated', message: expect.stringContaining('row 2') },
  ])
  sheet.edit({ row: 2, column: REFERENCE }, 'R2')
  expect(sheet.state().states).toEqual(['waiting', 'waiting'])
})

test('edits are taken back one by one; a row with an order is not edited', () => {
  const { sheet } = sheetOf(cells('Abe'), cells('Bua'))
  sheet.edit({ row: 2, column: 'Sex' }, 'W')
  sheet.edit({ row: 2, column: 'Sex' }, 'W')
  sheet.edit({ row: 3, column: 'Sex' }, '')
  expect(sheet.state().states).toEqual(['repair', 'repair'])
  expect(sheet.undo()).toEqual({ row: 3, column: 'Sex' })
  expect(sheet.undo()).toEqual({ row: 2, column: 'Sex' })
  expect(sheet.undo()).toBeNull()
  expect(sheet.state()).toMatchObject({ states: ['waiting', 'waiting'], canUndo: false })
  sheet.answer(sheet.state().rows.slice(0, 1), [{ ...ready(2), outcome: 'submitted', orderId: 100123 }])
  sheet.edit({ row: 2, column: 'Sex' }, 'W')
  expect(sheet.state().rows[0]?.cells.Sex).toBe('Female')
})

test('the filter leaves the rows to repair, and those that were repaired meanwhile', () => {
  const { sheet } = sheetOf(cells('Abe'), cells(''), cells('Cho'))
  const { rows, states } = sheet.state()
  expect(visibleRowIndexes(rows, states, false, new Set())).toEqual([0, 1, 2])
  expect(visibleRowIndexes(rows, states, true, new Set())).toEqual([1])
  expect(visibleRowIndexes(rows, states, true, new Set([4]))).toEqual([1, 2])
})

test('columns of which no row says anything are left out, until one lacks something', () => {
  const { sheet } = sheetOf(cells('Abe', { Billing: '' }))
  const { used } = sheet.state()
  expect([
    used.has('Last name'),
    used.has('MRN'),
    used.has('Relative 1: First name'),
    used.has('Billing'),
  ]).toEqual([true, true, false, true])
})

test('a batch stands in its file at the rows of the whole file', () => {
  const { sheet } = sheetOf(cells('Abe'), cells('Bua'), cells('Cho'), cells('Dao'))
  const { rows } = sheet.state()
  const batch = rows.filter((row) => row.row !== 3 && row.row !== 2)
  const file = readManifest(batchFile(headings, batch), columns)
  expect('rows' in file && file.rows.map(({ row, cells: read }) => [row, read['Last name']])).toEqual([
    [4, 'Cho'],
    [5, 'Dao'],
  ])
})

test('the annotated file says what became of each row, and can be uploaded again', () => {
  const { sheet } = sheetOf(cells('=Abe'), cells('', { Sex: 'W' }))
  sheet.answer(sheet.state().rows.slice(0, 1), [{ ...ready(2), outcome: 'submitted', orderId: 100123 }])
  const text = [...annotatedChunks(sheet)].join('')
  expect(text).toContain("'=Abe")
  expect(text).toContain('Submitted as order 100123,100123,')
  expect(text).toContain(
    'Sex: “W” is not valid. Use one of: Male, Female, Ambiguous, Unknown; Last name: Last name is required',
  )
  const messages = read(new TextEncoder().encode(text))
  expect(messages[0]).toEqual({ kind: 'begun', total: 2, ignored: [] })
  const before = sheet.state().rows.map(({ key }) => key)
  expect(rowsIn(messages).map(({ key }) => key)).toEqual(before)
})

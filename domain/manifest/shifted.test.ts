import { describe, expect, test } from 'vitest'
import type { OrderableTest } from '../orders/rule-context.ts'
import { goodOrder, testContext } from '../orders/testing/good-order.ts'
import { columnsOf } from './columns.ts'
import { type Cells, readRow } from './row.ts'
import { rowOf } from './testing/row-of.ts'

const [exome] = testContext(goodOrder()).tests as [OrderableTest]
const columns = columnsOf(exome)
const shifted = (cells: Cells) =>
  readRow(cells, columns, exome)
    .errors.filter(({ rule }) => rule === 'shifted')
    .map(({ column, message }) => `${column}: ${message.split(': ')[1]}`)

describe('[MSG-04] a row that a comma has shifted', () => {
  const right = {
    ...{ 'First name': 'Pat', 'Last name': 'Smith', 'Date of birth': '2019-03-14', Sex: 'Male' },
    ...{ 'ZIP code': '60601', Country: 'USA' },
  }
  test('names the cells that fit the column next to them but not their own', () => {
    const cells = { 'First name': 'Smith', 'Last name': 'Jr', 'Date of birth': 'Pat', Sex: '2019-03-14' }
    expect(shifted(right)).toEqual([])
    expect(shifted(cells)).toEqual([
      'Sex: “2019-03-14” looks like a value for Date of birth, the column next to it. Has a comma shifted the row?',
    ])
    expect(shifted({ ...right, 'Date of birth': 'Male', Sex: '' })).toEqual([
      'Date of birth: “Male” looks like a value for Sex, the column next to it. Has a comma shifted the row?',
    ])
    expect(shifted({ ...right, 'Last name': '2019-03-14', 'Date of birth': 'Male', Sex: '' })).toHaveLength(2)
    expect(shifted({ ...right, 'ZIP code': 'IL', Country: '60601' })).toEqual([
      'Country: “60601” looks like a value for ZIP code, the column next to it. Has a comma shifted the row?',
    ])
  })

  test('uses the column order of the file, not of the template', () => {
    expect(shifted({ Sex: 'Pat', 'First name': 'Male', 'Last name': 'Smith' })).toEqual([])
    expect(shifted({ 'Provider NPI': 'Male', Sex: '1234567893' })).toHaveLength(2)
  })

  test("is never reported for a row with a valid order's data", () => {
    expect(shifted(rowOf(goodOrder(), columns))).toEqual([])
  })

  const values = columns.map((column) => rowOf(goodOrder(), columns)[column.heading] ?? '')
  const identity = columns.slice(0, columns.findIndex(({ heading }) => heading === 'Sex') + 1)
  test.each(identity.map(({ heading }, at) => [heading, at] as const))(
    'of the right order, with a cell more before %s, is refused even where its last cell is lost',
    (_, at) => {
      const moved = values.toSpliced(at, 0, 'Van').slice(0, columns.length)
      const cells = Object.fromEntries(columns.map(({ heading }, index) => [heading, moved[index] ?? '']))
      expect(readRow(cells, columns, exome).errors).not.toEqual([])
    },
  )
})

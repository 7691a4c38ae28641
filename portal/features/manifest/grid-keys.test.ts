import { expect, test } from 'vitest'
import { anchorSpot, currentSpotOf, moveSpot } from './grid-keys.ts'

const size = { rows: 30, cols: 5, page: 10 }
const press = (key: string, ctrlKey = false) =>
  moveSpot({ at: 1, col: 1 }, { key, ctrlKey, metaKey: false }, size)

test.each([
  ['ArrowUp', false, { at: 0, col: 1 }],
  ['ArrowDown', true, { at: 29, col: 1 }],
  ['ArrowRight', false, { at: 1, col: 2 }],
  ['ArrowLeft', true, { at: 1, col: 0 }],
  ['Home', false, { at: 1, col: 0 }],
  ['End', true, { at: 29, col: 4 }],
  ['PageUp', false, { at: 0, col: 1 }],
  ['PageDown', false, { at: 11, col: 1 }],
])('%s (with Ctrl: %s) leads to another cell, and never out of the grid', (key, ctrl, to) => {
  expect(press(key, ctrl)).toEqual(to)
})

test('other keys lead nowhere', () => {
  expect(press('Enter')).toBeNull()
  expect(press('a')).toBeNull()
})

const grid = (rows: number[], headings: string[]) => ({
  ...{ rowNumber: (at: number) => rows[at], rows: rows.length, headings },
})

test('a cell is held when rows and columns come and go beside it', () => {
  const sex = anchorSpot({ at: 1, col: 3 }, grid([2, 5], ['Last name', 'Sex']))
  expect(currentSpotOf(sex, grid([2, 3, 5], ['Test code', 'Last name', 'Sex']))).toEqual({ at: 2, col: 4 })
  expect(currentSpotOf(sex, grid([5], ['Sex']))).toEqual({ at: 0, col: 2 })
  expect(currentSpotOf(sex, grid([2, 3], ['Sex']))).toBeNull()
  expect(currentSpotOf(sex, grid([2, 5], ['Last name']))).toBeNull()
})

test('a row’s number and outcome are held by the row alone', () => {
  const outcome = anchorSpot({ at: 0, col: 1 }, grid([4], ['Sex']))
  expect(currentSpotOf(outcome, grid([2, 4], []))).toEqual({ at: 1, col: 1 })
})

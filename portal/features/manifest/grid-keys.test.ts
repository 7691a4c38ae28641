import { expect, test } from 'vitest'
import { moved } from './grid-keys.ts'

const size = { rows: 30, cols: 5, page: 10 }
const press = (key: string, ctrlKey = false) =>
  moved({ at: 1, col: 1 }, { key, ctrlKey, metaKey: false }, size)

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

import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

test.each(['علي', 'שרה Levi', '𞤀𞤁'])('%s keeps its direction for itself', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`)
})

test.each(['', 'O’Brien', 'Nguyễn', '김서연', '𠮷田', 'नमिता', '👍'])('“%s” stays as it is', (name) => {
  expect(isolated(name)).toBe(name)
})

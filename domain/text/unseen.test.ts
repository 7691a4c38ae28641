import { expect, test } from 'vitest'
import { characterInWords, unseen } from './unseen.ts'

test('some characters of pasted text are not seen', () => {
  expect(unseen('Mar\u200bia Mul\u00adler\tØ\u200b')).toEqual(['\u200b', '\u00ad'])
  expect(unseen('Nguyê\u0303n, 王 👍\n')).toEqual([])
})

test('a message names a character, also one that cannot be seen', () => {
  expect(['王', '\u202e', '\u0007', '\u00ad', '\u{e0041}'].map(characterInWords)).toEqual([
    ...['“王”', 'U+202E', 'U+0007', 'U+00AD', 'U+E0041'],
  ])
})

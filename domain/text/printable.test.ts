import { expect, test } from 'vitest'
import { characterInWords, unprintable, unseen } from './printable.ts'

test.each([
  ['Nguyễn Ångström Łukasz Đặng', []],
  ['Ελένη Шевченко', []],
  ['NM_000059.4:c.5946del p.(Ser1982Argfs*22) 46,XX,del(22)(q11.2) “yes” – 3′ ≥ 5 µg', []],
  ['Nguyê\u0303n', []],
  ['王小明 王', ['王', '小', '明']],
  ['שרה', ['ש', 'ר', 'ה']],
  ['فاطمة', ['ف', 'ا', 'ط', 'م', 'ة']],
  ['Otto 👍', ['👍']],
  ['Line 1\nLine 2\tand 3', []],
  ['Otto\u0007 \u202eottO', ['\u0007', '\u202e']],
])('of %s the fonts lack %j', (text, expected) => {
  expect(unprintable(text)).toEqual(expected)
})

test('some characters of pasted text are not seen', () => {
  expect(unseen('Mar\u200bia Mul\u00adler\tØ\u200b')).toEqual(['\u200b', '\u00ad'])
  expect(unseen('Nguyê\u0303n, 王 👍\n')).toEqual([])
})

test('a message names a character, also one that cannot be seen', () => {
  expect(['王', '\u202e', '\u0007', '\u00ad'].map(characterInWords)).toEqual([
    ...['“王”', 'U+202E', 'U+0007', 'U+00AD'],
  ])
})

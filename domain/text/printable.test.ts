import { expect, test } from 'vitest'
import { isOverloaded, unprintable } from './printable.ts'

test.each([
  ['Nguyễn Ångström Łukasz Đặng', []],
  ['Ελένη Шевченко', []],
  ['NM_000059.4:c.5946del p.(Ser1982Argfs*22) 46,XX,del(22)(q11.2) “yes” – 3′ ≥ 5 µg', []],
  ['Nguyê\u0303n', []],
  ['王小明 𠮷田 김 さくら', []],
  ['שָׂרָה فاطمة علی\u200cپور', []],
  ['नमिता ศรีสุวรรณ ស្រី ᏣᎳᎩ', []],
  ['Ǆ ẞ Ŵ', []],
  ['Otto 👍👍', ['👍']],
  ['ᱥᱟᱱ', ['ᱥ', 'ᱟ', 'ᱱ']],
  // A rare Chinese character that the fonts lack.
  ['\u{20001}', ['\u{20001}']],
  ['Line 1\nLine 2\tand 3', []],
  ['Otto\u0007 \u202eottO', ['\u0007', '\u202e']],
  [`Z${'\u0301'.repeat(4)}oe`, [`Z${'\u0301'.repeat(4)}`]],
])('of %s cannot be printed: %j', (text, expected) => {
  expect(unprintable(text)).toEqual(expected)
})

test.each(['ễ'.normalize('NFD'), 'مَّ', 'က္ခြွှော်', 'כָּֽ֑', 'ស្ត្រី'])('the marks of %s are its spelling', (letter) => {
  expect(isOverloaded(letter)).toBe(false)
})

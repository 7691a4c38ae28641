import { expect, test } from 'vitest'
import { unprintable } from './printable.ts'

test.each([
  ['Nguyễn Ångström Łukasz Đặng', []],
  ['Ελένη Шевченко', []],
  ['NM_000059.4:c.5946del p.(Ser1982Argfs*22) 46,XX,del(22)(q11.2) “yes” – 3′ ≥ 5 µg', []],
  ['Nguyê\u0303n', []],
  ['王小明 王', ['王', '小', '明']],
  ['שרה', ['ש', 'ר', 'ה']],
  ['فاطمة', ['ف', 'ا', 'ط', 'م', 'ة']],
  ['Otto 👍', ['👍']],
])('of %s the fonts lack %j', (text, expected) => {
  expect(unprintable(text)).toEqual(expected)
})

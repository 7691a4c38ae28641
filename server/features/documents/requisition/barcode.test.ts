import { expect, test } from 'vitest'
import { code128 } from './barcode.ts'

/** ISO/IEC 15417, table 1: the bar and gap widths of symbol characters 0 to 106. */
const PATTERNS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  )
const [CODE_C, CODE_B, CODE_A, START_A, START_B, START_C, STOP] = [99, 100, 101, 103, 104, 105, 106]

/** What a scanner reads: the text, after verifying the check character. */
function scanned(widths: readonly number[]): string {
  const characters = widths
    .join('')
    .slice(0, -7)
    .match(/.{6}/g)
    ?.map((pattern) => PATTERNS.indexOf(pattern))
  if (!characters || PATTERNS.indexOf(widths.join('').slice(-7)) !== STOP) throw new Error('no stop')
  const check = characters.pop()
  const sum = characters.reduce((total, value, index) => total + value * Math.max(index, 1), 0)
  expect(check).toBe(sum % 103)
  let set = { [START_A]: 'A', [START_B]: 'B', [START_C]: 'C' }[characters.shift() ?? -1]
  let text = ''
  for (const value of characters) {
    if (set !== 'C' && value === CODE_C) set = 'C'
    else if (set !== 'B' && value === CODE_B) set = 'B'
    else if (set !== 'A' && value === CODE_A) set = 'A'
    else text += set === 'C' ? String(value).padStart(2, '0') : String.fromCharCode(value + 32)
  }
  return text
}

test.each(['1', '42', '500123', '5001234', '500123-1', '500123-12', '1234567-1', '9007199254740991'])(
  'a scanner reads %s',
  (text) => {
    expect(scanned(code128(text))).toBe(text)
  },
)

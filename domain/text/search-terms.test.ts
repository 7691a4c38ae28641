import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchTerms } from './search-terms.ts'

test.each([
  ['Nguyễn, Linh', ['Nguyễn', 'Linh']],
  ['Nguyễn,Linh', ['Nguyễn', 'Linh']],
  ['de la Cruz,', ['de', 'la', 'Cruz']],
  ['2019-03-14', ['2019-03-14']],
  ['03/14/2019', ['2019-03-14']],
  ['3/14/2019 linh', ['2019-03-14', 'linh']],
  ['Linh 14 Mar 2019', ['Linh', '2019-03-14']],
  ['Mar 14, 2019, Linh', ['2019-03-14', 'Linh']],
  ['March 14 2019', ['2019-03-14']],
  ['14-Mar-2019', ['2019-03-14']],
  ['03142019', ['03142019']],
  ['02/30/2019', ['02/30/2019']],
  ['LK-2041', ['LK-2041']],
  ['  , ', []],
  ['', []],
])('splits %j into %j', (typed, terms) => expect(searchTerms(typed)).toEqual(terms))

test('gives no empty part, and no part with white space or a comma, and loses none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const terms = searchTerms(typed)
      for (const part of terms) expect(part).toMatch(/^[^\s,]+$/)
      expect(terms.length > 0).toBe(/[^\s,]/.test(typed))
    }),
  )
})

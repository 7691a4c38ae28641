import type { FamilyDocument } from '../document.ts'
import { family } from './families.ts'

const couple = (key: string): Parameters<typeof family> => [
  [`${key}m`, 'man'],
  [`${key}w`, 'woman'],
]
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Families that users of other programs reported as drawn wrongly there, with the crossings that they cannot do without. */
export const WRONGLY_DRAWN: [words: string, document: FamilyDocument, crossings: number][] = [
  [
    'a chain of half siblings',
    family(
      ['a', 'man'],
      ['b', 'woman'],
      ['c', 'man'],
      ['d', 'woman'],
      ['e', 'man'],
      ['ab', 'man', ['a', 'b']],
      ['bc', 'woman', ['b', 'c']],
      ['cd', 'man', ['c', 'd']],
      ['de', 'woman', ['d', 'e']],
    ),
    0,
  ],
  [
    'two brothers who married two sisters',
    family(
      ...couple('x'),
      ...couple('y'),
      ['b1', 'man', ['xm', 'xw']],
      ['b2', 'man', ['xm', 'xw']],
      ['s1', 'woman', ['ym', 'yw']],
      ['s2', 'woman', ['ym', 'yw']],
      ['c1', 'man', ['b1', 's1']],
      ['c2', 'woman', ['b2', 's2']],
    ),
    1,
  ],
  [
    'half sisters and their two husbands',
    family(
      ['f', 'man'],
      ['m1', 'woman'],
      ['m2', 'woman'],
      ['s1', 'woman', ['f', 'm1']],
      ['s2', 'woman', ['f', 'm2']],
      ['h1', 'man'],
      ['h2', 'man'],
      ['c1', 'man', ['h1', 's1']],
      ['c2', 'man', ['h2', 's2']],
    ),
    0,
  ],
  [
    'an uncle who married his niece',
    family(
      ...couple('g'),
      ['uncle', 'man', ['gm', 'gw']],
      ['sister', 'woman', ['gm', 'gw']],
      ['husband', 'man'],
      ['niece', 'woman', ['husband', 'sister']],
      ['child', 'man', ['uncle', 'niece']],
    ),
    0,
  ],
  [
    'cousins who married',
    family(
      ...couple('g'),
      ['son', 'man', ['gm', 'gw']],
      ['daughter', 'woman', ['gm', 'gw']],
      ['wife', 'woman'],
      ['husband', 'man'],
      ['one', 'man', ['son', 'wife']],
      ['other', 'woman', ['husband', 'daughter']],
      ['child', 'woman', ['one', 'other']],
    ),
    0,
  ],
  [
    'a father and his daughter',
    family(['f', 'man'], ['m', 'woman'], ['d', 'woman', ['f', 'm']], ['c', 'man', ['f', 'd']]),
    0,
  ],
  [
    'a chain of fifteen half siblings',
    family(
      ['p1', 'man'],
      ...numbers(15).flatMap(
        (n): Parameters<typeof family> => [
          [`p${n + 1}`, n % 2 === 0 ? 'man' : 'woman'],
          [`c${n}`, n % 2 === 0 ? 'man' : 'woman', [`p${n}`, `p${n + 1}`]],
        ],
      ),
    ),
    0,
  ],
  [
    'identical twins who have children with one woman',
    family(
      ...couple('x'),
      ['t1', 'man', ['xm', 'xw'], { twins: { group: 't', kind: 'identical' } }],
      ['t2', 'man', ['xm', 'xw'], { twins: { group: 't', kind: 'identical' } }],
      ['w', 'woman'],
      ['c1', 'woman', ['t1', 'w']],
      ['c2', 'man', ['t2', 'w']],
    ),
    0,
  ],
  [
    'three men who married a niece each',
    family(
      ...couple('g'),
      ...numbers(3).flatMap(
        (n): Parameters<typeof family> => [
          [`uncle${n}`, 'man', ['gm', 'gw']],
          [`sister${n}`, 'woman', ['gm', 'gw']],
          [`husband${n}`, 'man'],
          [`niece${n}`, 'woman', [`husband${n}`, `sister${n}`]],
          [`child${n}`, 'man', [`uncle${n}`, `niece${n}`]],
        ],
      ),
    ),
    0,
  ],
]

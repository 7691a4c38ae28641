import { expect, test } from 'vitest'
import { checkFamily } from './checks.ts'
import type { Evaluation, FamilyDocument, FamilyMember } from './document.ts'
import { family } from './testing/families.ts'

const found = (document: FamilyDocument) =>
  checkFamily(document).map(({ severity, rule, people }) => `${severity} ${rule} ${people.join(' ')}`.trim())

/** A couple and their child, with changes to each. */
function trio(
  mother: Partial<FamilyMember> = {},
  father: Partial<FamilyMember> = {},
  child: Partial<FamilyMember> = {},
) {
  return family(
    ['m', 'woman', undefined, mother],
    ['f', 'man', undefined, father],
    ['c', 'man', ['f', 'm'], { isProband: true, ...child }],
  )
}
const withSibling = (changes: Partial<FamilyMember>, child: Partial<FamilyMember> = {}) => {
  const document = trio({}, {}, child)
  const [sibling] = family(['s', 'woman', ['f', 'm'], changes]).people
  return { ...document, people: [...document.people, ...(sibling ? [sibling] : [])] }
}
const evaluated = (member: string, result: Evaluation['result']): Evaluation => ({
  ...{ key: `e-${member}`, member, what: 'GENE1 c.1A>G', result, copies: [], on: '', finding: '' },
})
const identical = { twins: { group: 't', kind: 'identical' as const } }

test.each<[string, FamilyDocument, string[]]>([
  ['nothing of a plain trio', trio({ born: '1985' }, { born: '1983' }, { born: '2020-05-03' }), []],
  ['a proband gone', trio({}, {}, { isProband: false }), ['warning no-proband']],
  ['a mother of 12', trio({ born: '2008-07-01' }, {}, { born: '2020-05-03' }), ['warning young-parent m c']],
  ['a mother of 12 or 13, not certain', trio({ born: '2007' }, {}, { born: '2020' }), []],
  ['a mother of 61', trio({ born: '1958' }, {}, { born: '2020-05' }), ['warning old-parent m c']],
  ['a father of 70', trio({}, { born: '1950' }, { born: '2020' }), []],
  ['a father of 76', trio({}, { born: '1943' }, { born: '2020' }), ['warning old-parent f c']],
  [
    'a child born a year after the father’s death',
    trio({}, { diedOn: '2019-01-10' }, { born: '2020-02-01' }),
    ['warning born-after-death f c'],
  ],
  ['a child born eight months after it', trio({}, { diedOn: '2019-06-10' }, { born: '2020-02-01' }), []],
  [
    'a child born after the mother’s death',
    trio({ diedOn: '2019' }, {}, { born: '2020-02-01' }),
    ['warning born-after-death m c'],
  ],
  ['frozen sperm of a father who died', trio({}, { diedOn: '2015' }, { born: '2020', spermFrom: 'f' }), []],
  ['a death before birth', trio({ born: '1985', diedOn: '1984-12' }), ['error died-before-birth m']],
  [
    'siblings five months apart',
    withSibling({ born: '2020-10-03' }, { born: '2020-05-03' }),
    ['warning siblings-too-close c s'],
  ],
  ['siblings on two days of one birth', withSibling({ born: '2020-05-04' }, { born: '2020-05-03' }), []],
  ['siblings of whom only years are known', withSibling({ born: '2020' }, { born: '2020' }), []],
  ['an egg from a man', trio({}, {}, { eggFrom: 'f' }), ['error egg-of-a-man f c']],
  ['sperm from a woman', trio({}, {}, { spermFrom: 'm' }), ['error sperm-of-a-woman m c']],
  ['an egg from a trans man', trio({ gender: 'man', sexAtBirth: 'Female' }), []],
  ['two women, and nobody said whose egg', trio({}, { gender: 'woman' }), ['warning whose-gametes c f m']],
  ['two women, and whose egg', trio({}, { gender: 'woman' }, { eggFrom: 'm' }), []],
  [
    'births by two couples',
    trio(
      {},
      {},
      {
        parents: [
          { union: 'f+m', how: 'birth' },
          { union: 'f+m', how: 'birth' },
        ],
      },
    ),
    ['error two-births c'],
  ],
  ['adoption beside birth', trio({}, {}, { parents: [{ union: 'f+m', how: 'adopted' }] }), []],
  [
    'parents of a union that is gone',
    trio({}, {}, { parents: [{ union: 'gone', how: 'birth' }] }),
    ['error unknown-reference c', 'warning not-connected m f'],
  ],
  [
    'two people under one key',
    family(['a', 'woman', undefined, { isProband: true }], ['a', 'man']),
    ['error key-twice a'],
  ],
  [
    'two conditions under one key',
    {
      ...family(['a', 'woman', undefined, { isProband: true }]),
      legend: [1, 2].map(() => ({
        ...{ key: 'x', name: '', code: '', fill: 'solid' as const, part: 'whole' as const },
      })),
    },
    ['error key-twice'],
  ],
  ['a donor who is gone', trio({}, {}, { eggFrom: 'gone' }), ['error unknown-reference c']],
  [
    'identical twins of two sexes',
    withSibling(identical, identical),
    ['error identical-twins-of-two-sexes c s'],
  ],
  [
    'twins born a week apart',
    withSibling(
      { born: '2020-05-10', twins: { group: 't', kind: 'fraternal' } },
      { born: '2020-05-03', twins: { group: 't', kind: 'fraternal' } },
    ),
    ['warning siblings-too-close c s', 'warning twins-born-apart c s'],
  ],
  ['a twin without another', trio({}, {}, identical), ['warning lone-twin c']],
  [
    'identical twins with two results',
    {
      ...withSibling({ ...identical, gender: 'man' }, identical),
      evaluations: [evaluated('c', 'positive'), evaluated('s', 'negative')],
    },
    ['warning identical-twins-of-two-results c s'],
  ],
  [
    'identical twins, one result not informative',
    {
      ...withSibling({ ...identical, gender: 'man' }, identical),
      evaluations: [evaluated('c', 'positive'), evaluated('s', 'uninformative')],
    },
    [],
  ],
  [
    'somebody whom nothing connects',
    family(['a', 'woman', undefined, { isProband: true }], ['b', 'man']),
    ['warning not-connected b'],
  ],
  [
    'a donor connects',
    family(['a', 'woman', undefined, { isProband: true, eggFrom: 'b' }], ['b', 'woman']),
    [],
  ],
  [
    'an own grandfather',
    family(
      ['a', 'man', ['b', 'w']],
      ['b', 'man', ['a', 'x'], { isProband: true }],
      ['w', 'woman'],
      ['x', 'woman'],
    ),
    ['error own-ancestor a'],
  ],
])('finds %s', (_case, document, expected) => {
  expect(found(document)).toEqual(expected)
})

test('nobody is adopted by their own descendant', () => {
  const adopted = family(
    ['a', 'man', undefined, { parents: [{ union: 'c+d', how: 'adopted' }] }],
    ['b', 'woman'],
    ['c', 'man', ['a', 'b']],
    ['d', 'woman'],
    ['e', 'man', ['c', 'd']],
  )
  expect(found(adopted).filter((one) => one.startsWith('error'))).toEqual(['error own-ancestor a'])
})

test('somebody is their own ancestor by drawn lines too, where nobody said whose the egg was', () => {
  const circle = family(
    ['a', 'woman', ['b', 'c']],
    ['b', 'woman', ['a', 'd']],
    ['c', 'woman'],
    ['d', 'woman'],
  )
  expect(found(circle).filter((one) => one.startsWith('error'))).toEqual(['error own-ancestor a'])
})

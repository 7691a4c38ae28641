import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FamilyDocument, FamilyMember } from '../document.ts'
import { withoutIdentity } from '../formats/identify.ts'
import { layoutFamily } from '../layout/layout.ts'
import { anyFamily } from '../testing/any-family.ts'
import { family } from '../testing/families.ts'
import { LAYERS, type Layer } from './labels.ts'
import type { Mark } from './marks.ts'
import { type Sheet, sheetOf } from './sheet.ts'

const drawn = (document: FamilyDocument, layers: readonly Layer[] = LAYERS): Sheet =>
  sheetOf(document, layoutFamily(document), new Set(layers))
const wordsIn = (marks: readonly Mark[]) =>
  marks.flatMap((mark) => (mark.kind === 'words' ? [mark.words] : []))
const pathsIn = (marks: readonly Mark[]) => marks.filter((mark) => mark.kind === 'path')
const of = (sheet: Sheet, member: string) => {
  const person = sheet.people.find((one) => one.member === member)
  if (!person) throw new Error(`${member} is not drawn`)
  return person
}

/** One person, drawn alone. */
function one(changes: Partial<FamilyMember>, document: Partial<FamilyDocument> = {}) {
  const sheet = drawn({ ...family(['p', 'man', undefined, { firstName: '', ...changes }]), ...document })
  return { words: wordsIn(of(sheet, 'p').marks), paths: pathsIn(of(sheet, 'p').marks), sheet }
}
const PLAIN = one({}).paths.length
const BR = { key: 'br', name: 'breast cancer', code: 'C50', fill: 'solid', part: 0 } as const
const OV = { key: 'ov', name: 'ovarian cancer', code: '', fill: 'hatched', part: 1 } as const
const condition = (entry: string, more: Partial<FamilyMember['conditions'][number]> = {}) => ({
  ...{ entry, status: 'affected' as const, onset: '', certainty: 'told' as const, notes: '' },
  ...more,
})
const AGE = { value: 72, unit: 'years' as const, isApproximate: false }

describe('[FAM-03] symbols of the nomenclature', () => {
  test('the shape follows gender; sex at birth stands below only where it differs', () => {
    const shape = (gender: FamilyMember['gender']) => one({ gender }).paths[0]?.d
    expect(new Set([shape('man'), shape('woman'), shape('nonbinary')]).size).toBe(3)
    expect(shape('')).toBe(shape('nonbinary'))
    expect(one({ gender: 'man', sexAtBirth: 'Female' }).words).toEqual(['I-1', 'AFAB'])
    expect(one({ gender: 'woman', sexAtBirth: 'Male' }).words).toEqual(['I-1', 'AMAB'])
    expect(one({ gender: 'nonbinary', sexAtBirth: 'Unassigned' }).words).toEqual(['I-1', 'UAAB'])
    expect(one({ gender: 'man', sexAtBirth: 'Male', karyotype: '47,XXY' }).words).toEqual(['I-1', '47,XXY'])
  })

  test.each<[string, Partial<FamilyMember>, string[]]>([
    ['several people', { count: 4 }, ['4', 'I-1']],
    ['several, number unknown', { count: 'n' }, ['n', 'I-1']],
    ['died', { life: 'dead', age: AGE, causeOfDeath: 'stroke' }, ['I-1', 'd. 72 y', 'stroke']],
    ['age', { age: { ...AGE, isApproximate: true } }, ['I-1', '~72 y']],
    ['year of birth', { born: '1990' }, ['I-1', 'b. 1990']],
    ['proband', { isProband: true }, ['P', 'I-1']],
    ['consultand', { isConsultand: true }, ['I-1']],
    [
      'pregnancy',
      { pregnancy: { state: 'ongoing', weeks: 20, dueDate: '2027-03-03' } },
      ['P', 'I-1', '20 wk', 'EDD 2027-03-03'],
    ],
    ['stillbirth', { pregnancy: { state: 'stillbirth', weeks: 34, dueDate: '' } }, ['I-1', 'SB', '34 wk']],
    ['loss', { pregnancy: { state: 'miscarriage', weeks: 9, dueDate: '' } }, ['I-1', 'SAB', '9 wk']],
    ['termination', { pregnancy: { state: 'termination', weeks: 14, dueDate: '' } }, ['I-1', 'TOP', '14 wk']],
    ['ectopic', { pregnancy: { state: 'ectopic', weeks: null, dueDate: '' } }, ['I-1', 'ECT']],
    ['nothing known of the parents', { hasUnknownParents: true }, ['?', 'I-1']],
    [
      'no children by choice',
      { childlessness: { kind: 'choice', reason: 'vasectomy' } },
      ['I-1', 'vasectomy'],
    ],
    [
      'a long name in two lines',
      { firstName: 'Maximiliana', lastName: 'Oberhauser-Whitfield' },
      ['I-1 Maximiliana', 'Oberhauser-Whi…'],
    ],
  ])('%s', (_case, changes, words) => {
    expect(one(changes).words).toEqual(words)
  })

  test('strokes, brackets, arrows and bars are drawn besides the symbol', () => {
    const added = (changes: Partial<FamilyMember>) => one(changes).paths.length - PLAIN
    expect(added({ life: 'dead' })).toBe(1)
    expect(added({ pregnancy: { state: 'termination', weeks: null, dueDate: '' } })).toBe(1)
    expect(added({ pregnancy: { state: 'miscarriage', weeks: null, dueDate: '' } })).toBe(0)
    expect(added({ isAdoptedOut: true })).toBe(1)
    expect(added({ isProband: true })).toBe(2)
    expect(added({ childlessness: { kind: 'infertile', reason: '' } })).toBe(2)
  })

  test('an illness fills the whole symbol, two fill halves; a guess is a question mark, a proof an asterisk', () => {
    const ill = (conditions: FamilyMember['conditions'], legend: FamilyDocument['legend']) =>
      one({ conditions }, { legend })
    const [whole] = ill([condition('br')], [BR]).paths.filter(({ fill }) => fill === 'ink')
    const [half] = ill([condition('br')], [BR, OV]).paths.filter(({ fill }) => fill === 'ink')
    expect(whole?.d).not.toBe(half?.d)
    expect(ill([condition('br'), condition('ov')], [BR, OV]).paths.length).toBe(PLAIN + 3)
    expect(ill([condition('br', { status: 'possible' })], [BR]).words).toEqual(['?', 'I-1'])
    expect(ill([condition('br', { certainty: 'documented', onset: '44' })], [BR]).words).toEqual([
      ...['*', 'I-1', 'breast canc… 44'],
    ])
    expect(ill([condition('br', { status: 'unaffected' })], [BR]).paths.length).toBe(PLAIN)
  })

  test('results are letters; somebody with the variant and no illness has an upright pattern, which the key explains', () => {
    const evaluation = (what: string, result: 'positive' | 'negative' | 'uninformative') => ({
      ...{ key: what, member: 'p', what, result, copies: [], on: '', finding: '' },
    })
    const found = one(
      {},
      {
        evaluations: [
          evaluation('A', 'positive'),
          evaluation('B', 'negative'),
          evaluation('C', 'uninformative'),
        ],
      },
    )
    expect(found.words).toEqual(['I-1', 'E1+, E2−, E3u'])
    expect(found.paths.length).toBe(PLAIN + 2)
    expect(found.sheet.key.map(({ sign, meaning }) => `${sign} ${meaning}`)).toEqual([
      ' tested positive, not affected',
      ...['E1 A', 'E2 B', 'E3 C', '+ − u found, not found, not informative'],
    ])
    expect(one({}, { evaluations: [evaluation('A', 'negative')] }).paths.length).toBe(PLAIN)
  })

  test('couples: two strokes where they parted, words of the relation, no children', () => {
    const couple = family(['m', 'man'], ['w', 'woman'])
    const union = {
      ...{ key: 'u', partners: ['m', 'w'], hasEnded: false, isMarriage: false, relatedAs: '' },
      childlessness: { kind: '' as const, reason: '' },
    }
    const lines = (changes: object) => drawn({ ...couple, unions: [{ ...union, ...changes }] }).lines
    const plain = lines({}).length
    expect(lines({ hasEnded: true }).length).toBe(plain + 1)
    expect(wordsIn(lines({ relatedAs: '3rd cousins' }))).toEqual(['3rd cousins'])
    const related = { ...couple, unions: [{ ...union, relatedAs: 'cousins through Quenby' }] }
    expect(wordsIn(drawn(withoutIdentity(related, '2026-11-23')).lines)).toEqual(['related'])
    expect(wordsIn(lines({ childlessness: { kind: 'choice', reason: 'vasectomy' } }))).toEqual(['vasectomy'])
    expect(lines({ childlessness: { kind: 'infertile', reason: '' } }).length).toBe(plain + 2)
  })

  test('twins, adopted children, donors and carriers of a pregnancy', () => {
    const twins = (kind: 'identical' | 'fraternal' | 'unknown') => {
      const same = { twins: { group: 't', kind } }
      return drawn(
        family(['m', 'man'], ['w', 'woman'], ['a', 'man', ['m', 'w'], same], ['b', 'man', ['m', 'w'], same]),
      ).lines
    }
    expect(twins('identical').length).toBe(twins('fraternal').length + 1)
    expect(wordsIn(twins('unknown'))).toEqual(['?'])
    const adopted = drawn(
      family(
        ['m', 'man'],
        ['w', 'woman'],
        ['c', 'man', ['m', 'w']],
        ['a', 'man', undefined, { parents: [{ union: 'm+w', how: 'adopted' }] }],
      ),
    )
    expect(adopted.lines.filter((mark) => mark.kind === 'path' && mark.isDashed)).toHaveLength(1)
    const given = (changes: Partial<FamilyMember>) =>
      drawn(family(['m', 'man'], ['w', 'woman'], ['d', 'woman'], ['c', 'man', ['m', 'w'], changes]))
    expect(wordsIn(of(given({ eggFrom: 'd' }), 'd').marks)[0]).toBe('D')
    expect(wordsIn(of(given({ carriedBy: 'd' }), 'd').marks)[0]).toBe('S')
    const slanted = (sheet: Sheet) =>
      pathsIn(sheet.lines).filter(({ d }) => {
        const [x1, y1, x2, y2] = d.slice(1).split(/[ L]/)
        return x1 !== x2 && y1 !== y2
      }).length
    expect([
      slanted(given({})),
      slanted(given({ eggFrom: 'd' })),
      slanted(given({ carriedBy: 'd' })),
    ]).toEqual([...[0, 1, 1]])
  })

  test('numerals at the left, numbers from the left of each row; each layer can be left out', () => {
    const document = family(['m', 'man'], ['w', 'woman'], ['c', 'man', ['m', 'w'], { born: '1990' }])
    const sheet = drawn(document)
    expect(sheet.generations.map(({ numeral }) => numeral)).toEqual(['I', 'II'])
    expect(sheet.people.map(({ number }) => number).sort()).toEqual(['I-1', 'I-2', 'II-1'])
    expect(drawn(document, ['ages']).people.map(({ labels }) => labels)).toEqual([[], [], ['b. 1990']])
    expect(drawn(document, ['numbers']).people.flatMap(({ labels }) => labels)).not.toContain('c')
  })
})

test('any family is drawn whole: everybody once, every number finite, all labels inside the sheet', () => {
  fc.assert(
    fc.property(
      anyFamily.filter(({ people }) => people.length <= 20),
      (document) => {
        const sheet = drawn(document)
        expect(sheet.people.map(({ member }) => member).sort()).toEqual(
          document.people.map(({ key }) => key).sort(),
        )
        const marks = [...sheet.lines, ...sheet.people.flatMap((person) => person.marks)]
        expect(marks.filter((mark) => mark.kind === 'path' && /NaN|Infinity/.test(mark.d))).toEqual([])
        for (const { at, below } of sheet.people) {
          expect(at[0]).toBeLessThanOrEqual(sheet.width)
          expect(at[1] + below).toBeLessThanOrEqual(sheet.height)
        }
      },
    ),
    { numRuns: 50 },
  )
})

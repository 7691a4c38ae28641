import { describe, expect, test } from 'vitest'
import { FINDING_INHERITANCES, type FindingInheritance } from '../cascade/finding.ts'
import { relations } from '../relation.ts'
import { family } from '../testing/families.ts'
import { LETTER_LANGUAGE_TAGS } from './language-names.ts'
import { LETTERS } from './languages.ts'
import { type Letter, letterPage, letterRelative } from './letter.ts'
import { LETTER_RELATIVES } from './words.ts'

const LETTER: Letter = {
  ...{ language: 'en', recipient: '', proband: { name: '', relation: '', illness: '' } },
  variants: [
    {
      ...{ kind: 'sequence', gene: 'BRCA2', hgncId: '', transcript: 'NM_000059.4', cdna: 'c.5946del' },
      ...{ protein: 'p.(Ser1982fs)', genomic: '', asWritten: '' },
    },
  ],
  ...{
    inheritance: 'autosomal dominant',
    variantClass: 'Pathogenic',
    laboratory: 'Quay Genetics',
    portalLaboratory: 'Lark',
    clinic: 'Mill Clinic',
  },
  ...{ code: '7ZQK-03MT-H8XA-5', picture: '<svg></svg>', codeUntil: '2027-03-01', freeUntil: '2026-12-01' },
}
const texts = (value: unknown, at = ''): [string, string][] =>
  typeof value === 'string'
    ? [[at, value]]
    : Object.entries(value ?? {}).flatMap(([key, one]) => texts(one, `${at}.${key}`))
const braces = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

describe.each(LETTER_LANGUAGE_TAGS)('the letter in %s', (language) => {
  const { words, direction } = LETTERS[language]

  test('says everything, with the same values in it as in English, and nothing left in English', () => {
    const own = texts(words)
    const english = new Map(texts(LETTERS.en.words))
    expect(own.map(([at]) => at).sort()).toEqual([...english.keys()].sort())
    expect(own.map(([at, text]) => [at, braces(text)])).toEqual(
      own.map(([at]) => [at, braces(english.get(at) ?? '')]),
    )
    const same = own.filter(([at, text]) => language !== 'en' && text === english.get(at))
    expect(same).toEqual([])
  })

  test('is a page with its language and direction, and every value filled in', () => {
    const page = letterPage({
      ...{ ...LETTER, language, recipient: 'Inés <b>' },
      proband: { name: 'Ana Brook', relation: 'sister', illness: 'Breast cancer' },
    })
    expect(page).toContain(`<html lang="${language}" dir="${direction}">`)
    expect(direction).toBe(language === 'ar' ? 'rtl' : 'ltr')
    expect(braces(page.replace(/<style>.*<\/style>/s, ''))).toEqual([])
    for (const part of [
      'BRCA2',
      'NM_000059.4:c.5946del p.(Ser1982fs)',
      'Quay Genetics',
      'Mill Clinic',
      'Lark',
    ])
      expect(page).toContain(part)
    for (const part of ['7ZQK-03MT-H8XA-5', '2027-03-01', '2026-12-01', 'Ana Brook', 'Breast cancer'])
      expect(page).toContain(part)
    expect(page).toContain(words.relatives.sister)
    expect(page).toContain('Inés &lt;b&gt;')
    expect(page).toContain('@media print')
  })

  test('says what the change means by how it is inherited, and of two changes that one may have either', () => {
    const [variant] = LETTER.variants
    const pageOf = (inheritance: FindingInheritance, count = 1) => {
      const variants = variant ? Array(count).fill(variant) : []
      const page = letterPage({ ...LETTER, language, inheritance, variants })
      const both = [words.mayHave, words.mayHaveOfTwo].filter((one) => page.includes(one))
      const all = Object.entries(words.meaning).filter(([, meaning]) => page.includes(meaning))
      return [both, all.map(([name]) => name)]
    }
    for (const inheritance of FINDING_INHERITANCES)
      expect(pageOf(inheritance)).toEqual([[words.mayHave], [inheritance]])
    expect(pageOf('autosomal recessive', 2)).toEqual([[words.mayHaveOfTwo], ['recessive of two']])
  })

  test('names nobody and no illness unless they agreed, and no free test once the window is over', () => {
    const page = letterPage({ ...LETTER, language, freeUntil: null })
    expect(page).toContain(words.found)
    for (const relative of LETTER_RELATIVES.filter((one) => one !== 'relative'))
      if (language === 'en') expect(page).not.toContain(words.relatives[relative])
    expect(page).not.toContain('Ana Brook')
    expect(page).not.toContain('2026-12-01')
  })
})

test('promises nobody that a test which found no mitochondrial change settles it', () => {
  const pageOf = (inheritance: FindingInheritance) => letterPage({ ...LETTER, inheritance })
  expect(pageOf('mitochondrial')).toContain('passes from a mother to all her children')
  expect(pageOf('mitochondrial')).not.toContain('did not pass')
  expect(pageOf('autosomal recessive')).toContain('One copy usually causes no illness.')
})

test('what the person is to the reader; whoever is farther is a relative', () => {
  const document = family(
    ['grandmother', 'woman'],
    ['grandfather', 'man'],
    ['mother', 'woman', ['grandfather', 'grandmother']],
    ['uncle', 'man', ['grandfather', 'grandmother']],
    ['aunt by marriage', 'woman'],
    ['cousin', 'woman', ['uncle', 'aunt by marriage']],
    ['father', 'man'],
    ['proband', 'woman', ['father', 'mother']],
    ['brother', 'man', ['father', 'mother']],
    ['wife', 'woman'],
    ['nephew', 'man', ['brother', 'wife']],
    ['nephew’s wife', 'woman'],
    ['grandnephew', 'man', ['nephew', 'nephew’s wife']],
  )
  const related = relations(document)
  const to = (reader: string) => letterRelative(related.of('proband', reader), 'woman')
  expect(Object.fromEntries(document.people.map(({ key }) => [key, to(key)]))).toEqual({
    ...{ grandmother: 'grandchild', grandfather: 'grandchild', mother: 'daughter', father: 'daughter' },
    ...{ uncle: 'niece', 'aunt by marriage': 'relative', cousin: 'cousin', proband: 'relative' },
    ...{ brother: 'sister', wife: 'relative', nephew: 'aunt', 'nephew’s wife': 'relative' },
    grandnephew: 'relative',
  })
})

import { describe, expect, test } from 'vitest'
import type { ReportedVariant } from '../../results/reported-variant.ts'
import { someResult, someVariant } from '../../results/testing/some-results.ts'
import type { FindingVariant } from './finding.ts'
import { classBy, resultOfRelative } from './reported.ts'

const BRCA2: FindingVariant = {
  ...{ kind: 'sequence', gene: 'BRCA2', hgncId: 'HGNC:1101', transcript: 'NM_000059.4' },
  ...{ cdna: 'c.5946del', protein: '', genomic: '', asWritten: '' },
}
const OTHER: FindingVariant = { ...BRCA2, cdna: 'c.68_69del' }
const listed = ({ gene, transcript, cdna }: FindingVariant, more: object = {}) => ({
  ...someVariant({ gene, transcript, cdna, variantClass: 'Pathogenic' }),
  ...more,
})
const version = (number: number, variants: readonly ReportedVariant[], isAddendum = false) => ({
  ...{ version: number, isAddendum },
  results: variants.length === 0 ? [] : [someResult({ variants: [...variants] })],
})
const classNow = (variants: readonly FindingVariant[], reported: readonly ReportedVariant[]) =>
  classBy(variants, [version(1, reported)])
const ALONE = { outcome: 'none', looksForThemOnly: true } as const

describe('what a relative’s report says of the finding', () => {
  test.each([
    [
      'present, with its copies',
      [listed(BRCA2, { call: 'Present', allelicState: 'Homozygous' })],
      ALONE,
      'positive',
      [2],
    ],
    [
      'present, without them',
      [listed(BRCA2, { call: 'Present', allelicState: undefined })],
      ALONE,
      'positive',
      [],
    ],
    ['absent', [listed(BRCA2, { call: 'Absent' })], ALONE, 'negative', []],
    [
      'absent, although another is there',
      [listed(BRCA2, { call: 'Absent' }), listed(OTHER)],
      { ...ALONE, outcome: 'positive' },
      'negative',
      [],
    ],
    [
      'could not be called',
      [listed(BRCA2, { call: 'No call' })],
      { ...ALONE, outcome: 'negative' },
      'tested',
      [],
    ],
    [
      'indeterminate',
      [listed(BRCA2, { call: 'Indeterminate' })],
      { ...ALONE, outcome: 'uncertain' },
      'tested',
      [],
    ],
    [
      'in the laboratory’s own words',
      [listed(BRCA2, { call: 'Detected in mosaic' })],
      { ...ALONE, outcome: 'positive' },
      'tested',
      [],
    ],
    ['only overall, of an order of it alone', [], { ...ALONE, outcome: 'negative' }, 'negative', []],
    ['only overall, positive', [], { ...ALONE, outcome: 'positive' }, 'positive', []],
    ['only overall, of an order of more', [], { outcome: 'negative', looksForThemOnly: false }, 'tested', []],
    [
      'only another variant of an order of more',
      [listed(OTHER)],
      { outcome: 'positive', looksForThemOnly: false },
      'tested',
      [],
    ],
    ['uncertain', [], { ...ALONE, outcome: 'uncertain' }, 'tested', []],
    ['without an overall result', [], ALONE, 'tested', []],
  ] as const)('%s', (_, reported, overall, result, copies) => {
    expect(resultOfRelative([BRCA2], reported, overall)).toEqual({
      result,
      copies: [...copies],
    })
  })

  test('a variant that is listed for each tissue is there if it is in one, and has its class', () => {
    const blood = listed(BRCA2, { key: '2a', call: 'Absent', tissue: 'blood' })
    const skin = listed(BRCA2, { key: '2b', tissue: 'skin', allelicState: 'Heterozygous' })
    expect(resultOfRelative([BRCA2], [blood, skin], ALONE)).toEqual({ result: 'positive', copies: [1] })
    const other = { ...blood, tissue: 'saliva', key: '2c' }
    expect(resultOfRelative([BRCA2], [blood, other], ALONE)).toEqual({ result: 'negative', copies: [] })
    expect(classNow([BRCA2], [blood, skin])).toBe('Pathogenic')
    expect(classNow([BRCA2], [skin, { ...skin, key: '2d', tissue: 'blood' }])).toBe('Pathogenic')
    expect(classNow([BRCA2], [blood, other])).toBe('gone')
  })

  test('of two variants, the copies of each', () => {
    const reported = [
      listed(BRCA2, { call: 'Present', allelicState: 'Heterozygous' }),
      listed(OTHER, { call: 'Absent' }),
    ]
    expect(resultOfRelative([BRCA2, OTHER], reported, ALONE)).toEqual({ result: 'positive', copies: [1, 0] })
  })
})

test.each([
  ['the class of the only one', [BRCA2], [listed(BRCA2)], 'Pathogenic'],
  [
    'the less certain of two',
    [BRCA2, OTHER],
    [listed(BRCA2), someVariant({ ...OTHER, variantClass: 'Uncertain significance' })],
    'Uncertain significance',
  ],
  ['gone, if it is not listed', [BRCA2], [listed(OTHER)], 'gone'],
  ['gone, if it was not found', [BRCA2], [listed(BRCA2, { call: 'Absent' })], 'gone'],
  ['gone, if it could not be called', [BRCA2], [listed(BRCA2, { call: 'No call' })], 'gone'],
  ['kept, if the call leaves it open', [BRCA2], [listed(BRCA2, { call: 'Indeterminate' })], 'Pathogenic'],
  ['none of the five', [BRCA2], [listed(BRCA2, { significances: [] })], null],
] as const)('a finding’s class by a report: %s', (_, variants, reported, expected) => {
  expect(classNow(variants, reported)).toBe(expected)
})

const WHOLE = version(1, [listed(BRCA2)])
const NO_DATA = version(1, [])

test.each([
  ['what an addendum leaves out stays', [WHOLE, version(2, [listed(OTHER)], true)], 'Pathogenic'],
  ['an addendum without data leaves all', [WHOLE, version(2, [], true)], 'Pathogenic'],
  [
    'what an addendum lists again has its class',
    [WHOLE, version(2, [listed(BRCA2, someVariant({ ...BRCA2, variantClass: 'Likely benign' }))], true)],
    'Likely benign',
  ],
  [
    'what an addendum lists as absent is gone',
    [WHOLE, version(2, [listed(BRCA2, { call: 'Absent' })], true)],
    'gone',
  ],
  ['a document does not tell', [NO_DATA], 'unknown'],
  [
    'an addendum to a document tells what it lists',
    [NO_DATA, version(2, [listed(BRCA2)], true)],
    'Pathogenic',
  ],
  [
    'and that it is absent',
    [NO_DATA, version(2, [listed(BRCA2, { call: 'Absent' }), listed(OTHER)], true)],
    'gone',
  ],
  ['and nothing of what it leaves out', [NO_DATA, version(2, [listed(OTHER)], true)], 'unknown'],
] as const)('a finding’s class by several versions: %s', (_, versions, expected) => {
  expect(classBy([BRCA2], versions)).toBe(expected)
})

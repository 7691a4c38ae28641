import { describe, expect, test } from 'vitest'
import { type SearchedTest, searchTests, suggestions, testIndex } from './search.ts'

function made(code: string, name: string, description: string, genes = '', more: Partial<SearchedTest> = {}) {
  return {
    ...{ code, displayCode: '', name, description, categoryName: 'Gene panels', method: 'NGS' },
    ...{ genes: genes === '' ? [] : genes.split(' '), cptCodes: ['81479'], orderedOften: 0, ...more },
  }
}

const INDEX = testIndex(
  [
    made('2001', 'Comprehensive Epilepsy Panel', 'Genes of epilepsy of any age.', 'SCN1A SCN2A KCNQ2 CDKL5'),
    made('2002', 'Infantile Epilepsy Panel', 'Genes of epileptic encephalopathies.', 'SCN1A CDKL5'),
    made('2209', 'Marfan Syndrome, FBN1', 'Sequence and copy number of FBN1.', 'FBN1'),
    made(
      '2208',
      'Thoracic Aortic Disease Panel',
      'Genes of Marfan and Loeys-Dietz syndromes.',
      'FBN1 TGFBR1 TGFBR2',
    ),
    made('2303', 'BRCA1 and BRCA2', 'Sequence of BRCA1 and BRCA2.', 'BRCA1 BRCA2', { displayCode: 'HBOC-2' }),
    made(
      '2302',
      'Hereditary Breast and Ovarian Cancer Panel',
      'Genes of hereditary cancer.',
      'BRCA1 BRCA2 PALB2 ATM',
    ),
    made('2401', 'Comprehensive Hearing Loss Panel', 'Genes of hearing loss.', 'GJB2 GJB6'),
    made('2902', 'Cystic Fibrosis, Full Gene', 'Sequence of CFTR.', 'CFTR', { cptCodes: ['81223'] }),
    made('1600', 'Whole Exome Sequencing Trio', 'All protein-coding genes.', '', {
      method: 'Exome sequencing',
    }),
  ],
  [
    { code: 'G40.309', description: 'Generalized idiopathic epilepsy, not intractable' },
    { code: 'Q87.40', description: 'Marfan syndrome, unspecified' },
    { code: 'Q87.410', description: 'Marfan syndrome with aortic dilation' },
    { code: 'E84.9', description: 'Cystic fibrosis, unspecified' },
    { code: 'Z99.9', description: 'Dependence on something' },
  ],
)
const codes = (typed: string) => searchTests(INDEX, typed).hits.map(({ code }) => code)

describe('finds a test by', () => {
  test.each([
    ['its code', '1600', ['1600']],
    ['its display code', 'hboc-2', ['2303']],
    ['its CPT code', '81223', ['2902']],
    ['its name', 'marfan syndrome', ['2209', '2208']],
    ['the beginning of a word', 'whole ex', ['1600']],
    ['a gene, the smallest panel first', 'BRCA1', ['2303', '2302']],
    ['a gene in other letters', 'brca 1', ['2303', '2302']],
    ['the beginning of genes', 'scn', ['2002', '2001']],
    ['a disease', 'epilepsy', ['2001', '2002']],
    ['another word for it', 'deafness', ['2401']],
    ['a word with a typing error', 'epilespy', ['2001', '2002']],
    ['a gene with a typing error', 'brac1', ['2303', '2302']],
    ['words that say nothing beside it', 'genetic test for my son with seizures', ['2001', '2002']],
    ['an ICD-10-CM code', 'G40.309', ['2001', '2002']],
    ['one without its dot', 'q8740', ['2209', '2208']],
    ['one of which only the category is known', 'E84.19', ['2902']],
  ])('%s', (_how, typed, expected) => {
    expect(codes(typed)).toEqual(expected)
  })

  test.each(['', '  ', 'the', 'xyzzyx', 'Z99.9', '%', '((', '\\'])('finds nothing for %j', (typed) => {
    expect(codes(typed)).toEqual([])
  })
})

test('reports the corrected search words, as spelled in the catalogue', () => {
  expect(searchTests(INDEX, 'brac1')).toMatchObject({ corrected: 'BRCA1', gene: 'BRCA1' })
  expect(searchTests(INDEX, 'cystic fibrosys').corrected).toBe('cystic fibrosis')
  expect(searchTests(INDEX, 'epilepsy').corrected).toBeNull()
  expect(searchTests(INDEX, 'xyzzyx').corrected).toBeNull()
})

test('names the diagnosis, and the gene by which a test was found', () => {
  expect(searchTests(INDEX, 'Q87.4').diagnosis?.code).toBe('Q87.40')
  expect(searchTests(INDEX, 'kcnq').hits).toMatchObject([{ code: '2001', gene: 'KCNQ2' }])
})

describe('suggestions', () => {
  test('name genes, diagnoses and tests that match the text so far', () => {
    expect(suggestions(INDEX, 'scn1', 8)).toEqual([
      { kind: 'gene', code: 'SCN1A', text: 'Gene, in 2 tests' },
      { kind: 'test', code: '2002', text: 'Infantile Epilepsy Panel' },
      { kind: 'test', code: '2001', text: 'Comprehensive Epilepsy Panel' },
    ])
    expect(suggestions(INDEX, 'Q87.41', 8)[0]).toEqual({
      ...{ kind: 'diagnosis', code: 'Q87.410', text: 'Marfan syndrome with aortic dilation' },
    })
  })

  test('are empty for one letter, and never exceed the limit', () => {
    expect(suggestions(INDEX, 'e', 8)).toEqual([])
    expect(suggestions(INDEX, 'panel', 2)).toHaveLength(2)
  })
})

test('[UX-26] lists the test that is ordered more often first among equal matches', () => {
  const index = testIndex(
    [
      made('1506', 'Aminoglycoside Hearing Loss Variants', 'Variants of hearing loss.', '', {
        orderedOften: 60,
      }),
      made('2401', 'Comprehensive Hearing Loss Panel', 'Genes of hearing loss.', 'GJB2', {
        orderedOften: 1200,
      }),
      made('2403', 'Usher Syndrome Panel', 'Genes of hearing loss with retinitis.', 'USH2A', {
        orderedOften: 2000,
      }),
    ],
    [],
  )
  const found = searchTests(index, 'hearing loss').hits.map(({ code }) => code)
  expect(found).toEqual(['2401', '1506', '2403'])
})

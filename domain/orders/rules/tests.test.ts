import { expect, it } from 'vitest'
import { blankTest, newOrder, type OrderedTest } from '../document.ts'
import { describeRows, type Row, wordsOf } from '../testing/rows.ts'

const test1600 = blankTest('1600', 'Exome')
const withGenes = (code: string, ...genes: string[]): OrderedTest => ({ ...blankTest(code), genes })
/** Without the exome, whose shared genes are a matter of history.test.ts. */
const instead = (test: OrderedTest) => ({ '/tests/0': test, '/consents': [] })
const wrong = ['tests /tests/0/genes genes']

const TABLES: Record<string, Row[]> = {
  tests: [
    ['no test', { '/tests': [] }, ['tests /tests required']],
    ['a blank test', { '/tests': newOrder().tests }, ['tests /tests/0/testCode required']],
    ['a blank test after a chosen one', { '/tests': [test1600, ...newOrder().tests] }, []],
    ['two tests', { '/tests/1': blankTest('1700') }, []],
    [
      'a test that is not in the catalogue',
      { '/tests/1': blankTest('9') },
      ['tests /tests/1/testCode unknown'],
    ],
    ['the same test twice', { '/tests/1': test1600 }, ['tests /tests/1/testCode repeated']],
    ['an add-on', { '/addOnTests/0': blankTest('1700') }, []],
    [
      'an add-on that is also a test',
      { '/addOnTests/0': test1600 },
      ['tests /addOnTests/0/testCode repeated'],
    ],
    [
      'an add-on that is not in the catalogue',
      { '/addOnTests/0': blankTest('9') },
      ['tests /addOnTests/0/testCode unknown'],
    ],
    [
      'an unknown add-on and no test',
      { '/tests': newOrder().tests, '/addOnTests/0': blankTest('9') },
      ['tests /tests/0/testCode required', 'tests /addOnTests/0/testCode unknown'],
    ],
  ],
  genes: [
    ['one gene, one required', instead(withGenes('3001', 'SCN1A')), []],
    ['no gene, one required', instead(withGenes('3001')), wrong],
    ['two genes, one required', instead(withGenes('3001', 'SCN1A', 'KCNQ2')), wrong],
    ['a gene that the test does not have', instead(withGenes('3001', 'BRCA1')), wrong],
    ['a gene in lower case', instead(withGenes('3001', 'scn1a')), wrong],
    ['an empty gene', instead(withGenes('3001', ' ')), wrong],
    ['any gene, if the test lists none', instead(withGenes('3003', 'BRCA1')), []],
    ['no gene, if the test lists none', instead(withGenes('3003')), wrong],
    ['one gene, several allowed', instead(withGenes('3002', 'BRCA1')), []],
    ['all genes, several allowed', instead(withGenes('3002', 'SCN1A', 'KCNQ2', 'BRCA1', 'BRCA2')), []],
    ['no gene, several allowed', instead(withGenes('3002')), wrong],
    ['several genes, one not in the test', instead(withGenes('3002', 'BRCA1', 'TP53')), wrong],
    ['the same gene twice', instead(withGenes('3002', 'BRCA1', 'BRCA1')), wrong],
    ['several genes, one empty', instead(withGenes('3002', 'BRCA1', '')), wrong],
    ['genes chosen for a test of all its genes', { '/tests/0': withGenes('1600', 'SCN1A') }, wrong],
    ['of an add-on', { '/addOnTests/0': withGenes('3001') }, ['tests /addOnTests/0/genes genes']],
    [
      'of a test that is not in the catalogue',
      { '/tests/1': withGenes('9', 'SCN1A') },
      ['tests /tests/1/testCode unknown'],
    ],
  ],
}

describeRows(TABLES)

it('names the gene, and what to do', () => {
  expect(wordsOf(instead(withGenes('3002', 'BRCA1', 'TP53')))).toEqual([
    'TP53 is not on the gene list of Custom panel: choose from its list',
  ])
  expect(wordsOf(instead(withGenes('3001')))).toEqual(['Single gene tests one gene: choose it'])
})

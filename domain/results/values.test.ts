import { expect, test } from 'vitest'
import type { Answer, Code } from './finding.ts'
import { Q } from './questions.ts'
import { readResult } from './read-result.ts'
import { geneIn } from './values.ts'

const answer = (text: string, ...codes: [system: string, code: string, name: string][]): Answer => ({
  question: Q.gene,
  ...{ text, codes: codes.map(([system, code, name]): Code => ({ system, code, name })) },
})

test.each<[string, Answer, string, string]>([
  ['HGNC’s own number', answer('BRCA1', ['HGNC', '1100', 'BRCA1']), 'HGNC:1100', 'BRCA1'],
  ['a number with the prefix', answer('BRCA1', ['L', 'HGNC:1100', 'BRCA1']), 'HGNC:1100', 'BRCA1'],
  ['a number of no register', answer('BRCA1', ['', '1100', 'BRCA1']), 'HGNC:1100', 'BRCA1'],
  ['HGNC’s number alone', answer('1100', ['HGNC', '1100', '']), 'HGNC:1100', ''],
  ['another register’s number', answer('BRCA1', ['NCBI-Gene', '672', 'BRCA1']), '', 'BRCA1'],
  ['another register’s number with a text', answer('BRCA1', ['NCBI-Gene', '672', '']), '', 'BRCA1'],
  ['both', answer('BRCA1', ['NCBI-Gene', '672', 'BRCA1'], ['HGNC', '1100', 'BRCA1']), 'HGNC:1100', 'BRCA1'],
  [
    'both, one by its prefix',
    answer('BRCA1', ['NCBI-Gene', '672', ''], ['L', 'HGNC:1100', '']),
    'HGNC:1100',
    'BRCA1',
  ],
  ['a symbol as code', answer('BRCA1', ['HGNC', 'BRCA1', '']), '', 'BRCA1'],
  ['a text', answer('BRCA1'), '', 'BRCA1'],
])('a gene by %s', (_, given, hgncId, symbol) => {
  expect(geneIn(given)).toEqual({ hgncId, symbol })
})

test('another register’s number alone is kept as received, and is nobody’s gene', () => {
  const given = answer('672', ['NCBI-Gene', '672', ''])
  const name: Answer = {
    question: { system: 'LN', code: '47998-0', name: '' },
    ...{ codes: [], text: 'c.1A>G' },
  }
  const { variants, others } = readResult([{ id: '2a', of: [], answers: [given, name], notes: [] }])
  expect(variants).toMatchObject([{ genes: [], name: 'c.1A>G' }])
  expect(others).toMatchObject([{ id: '2a', answers: [given] }])
})

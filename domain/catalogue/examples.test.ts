import { expect, test } from 'vitest'
import { exampleSearches } from './examples.ts'
import { searchTests, testIndex } from './search.ts'

const made = (code: string, name: string, genes: string[] = [], orderedOften = 0) => ({
  ...{ code, name, genes, orderedOften, displayCode: '', description: `About ${name}.` },
  ...{ categoryName: 'Panels', method: 'Sequencing', cptCodes: [] },
})
const DIAGNOSES = [
  { code: 'G40.909', description: 'Epilepsy, unspecified, not intractable' },
  { code: 'G60.0', description: 'Hereditary motor and sensory neuropathy' },
]
const TESTS = [
  made('1', 'Epilepsy Panel', ['SCN1A', 'KCNQ2'], 9),
  made('2', 'Neuropathy Panel', ['PMP22'], 5),
  made('3', 'Heart Panel', ['TTN', 'SCN1A'], 1),
]

test('[OPS-17] example searches are a word, a gene and a diagnosis of the catalogue, and each finds a test', () => {
  const index = testIndex(TESTS, DIAGNOSES)
  const examples = exampleSearches(index)
  expect(examples).toEqual(['epilepsy', 'SCN1A', 'G60.0'])
  for (const example of examples) expect(searchTests(index, example).hits, example).not.toEqual([])
})

test('a catalogue of one test, without diagnoses, gives its name and gene', () => {
  expect(exampleSearches(testIndex([made('1', 'Lynch Panel', ['MLH1'])], []))).toEqual([
    'Lynch Panel',
    'MLH1',
  ])
})

test('no tests, no examples', () => {
  expect(exampleSearches(testIndex([], DIAGNOSES))).toEqual([])
})

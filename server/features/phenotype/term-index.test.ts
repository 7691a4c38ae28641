import { expect, test, vi } from 'vitest'
import { buildTermIndex, searchTerms } from './term-index.ts'

const term = (id: string, label: string) => ({
  ...{ id, label, definition: '', parents: [], synonyms: [], alternativeIds: [] },
})

test('each word is searched for once, however often it was typed', async () => {
  const index = await buildTermIndex({
    version: '2026-01-08',
    terms: [term('HP:0000001', 'Fragmented sleep'), term('HP:0000002', 'Sleep apnea')],
    obsolete: [],
  })
  const search = vi.spyOn(index.words, 'search')
  const found = searchTerms(index, 'sleep fragmented sleep of sleep of fragmented', 5)
  expect(found.map(({ label }) => label)).toEqual(['Fragmented sleep'])
  expect(search.mock.calls.map(([text]) => text)).toEqual(['sleep fragmented'])
  searchTerms(index, 'of of of', 5)
  expect(search.mock.calls.at(-1)?.[0]).toBe('of')
})

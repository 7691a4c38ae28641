import { expect, test } from 'vitest'
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts'

test('values stay text, a repeated one is a list', () => {
  expect(parsePlainSearch('?test=1600&page=2&is_vob=true')).toEqual({
    test: '1600',
    page: '2',
    is_vob: 'true',
  })
  expect(parsePlainSearch('?test=1600&test=0170')).toEqual({ test: ['1600', '0170'] })
  expect(parsePlainSearch('')).toEqual({})
})

test('what is written is what a person would type, and is read back the same', () => {
  expect(stringifyPlainSearch({ test: '1600', page: 2, asc: true })).toBe('?test=1600&page=2&asc=true')
  expect(stringifyPlainSearch({ test: ['1600', '0170'] })).toBe('?test=1600&test=0170')
  expect(stringifyPlainSearch({ q: '', status: undefined, draft: null })).toBe('')
  expect(parsePlainSearch(stringifyPlainSearch({ q: 'Nguyễn & “Ada” 1%' }))).toEqual({
    q: 'Nguyễn & “Ada” 1%',
  })
})

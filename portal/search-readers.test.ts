import { expect, test } from 'vitest'
import { day, flag, id, oneOf, page, searchOf, trimmed, words } from './search-readers.ts'

const read = searchOf({
  ...{ q: words(10), name: trimmed(10), late: flag, from: id, page, since: day },
  ...{ status: oneOf(['new', 'old']), orderBy: oneOf(['date', 'name'], 'date') },
})
/** As an address has it: text, or lists of it. */
const address = (given: object) => read(given as never)

test('text of an address becomes values, and values stay as they are', () => {
  const values = {
    ...{ q: 'a b', name: 'Ann', late: true, from: 7, page: 2, since: '2026-03-12' },
    ...({ status: 'old', orderBy: 'name' } as const),
  }
  const texts = { ...values, name: ' Ann ', late: 'TRUE', from: '7', page: '2' }
  expect(address(texts)).toEqual(values)
  expect(read(values as never)).toEqual(values)
})

test('what is left out or not understood has its default, or is not there', () => {
  const defaults = { page: 1, orderBy: 'date' }
  expect(address({})).toStrictEqual(defaults)
  const wrong = {
    q: 'longer than ten',
    name: ['a'],
    late: 'perhaps',
    from: '-1',
    page: '0',
    since: '2026-02-30',
  }
  expect(address({ ...wrong, status: 'broken', orderBy: ['name'], more: 'x' })).toStrictEqual(defaults)
  expect(address({ from: '1.5', page: '1e99', late: '' })).toStrictEqual(defaults)
})

test('a flag may be off', () => {
  expect(address({ late: 'no' })).toMatchObject({ late: false })
})

import { expect, test } from 'vitest'
import { chosenOf, untouched } from './controls.ts'
import { keep, readKept } from './kept.ts'

const EMPTY = untouched('English')
const NOW = 1_800_000_000_000

function memory() {
  const values = new Map<string, string>()
  const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
  return { values, storage: () => storage as Storage }
}

test('what was typed is kept with the attempt to send it, and gone without a trace', () => {
  const { storage, values } = memory()
  const kept = {
    typed: { ...EMPTY, firstName: 'Ana' },
    openedAt: NOW - 60_000,
    keptAt: NOW,
    attempt: { requestKey: 'key', content: '{}' },
  }
  keep(storage, kept)
  expect(readKept(storage, NOW + 60_000)).toEqual(kept)
  keep(storage, null)
  expect(readKept(storage, NOW)).toBeNull()
  expect([...values]).toEqual([])
})

test('what was typed a day ago, perhaps by somebody else, is gone', () => {
  const { storage, values } = memory()
  keep(storage, { typed: { ...EMPTY, firstName: 'Ana' }, openedAt: NOW, keptAt: NOW, attempt: null })
  expect(readKept(storage, NOW + 23 * 3_600_000)?.typed.firstName).toBe('Ana')
  expect(readKept(storage, NOW + 25 * 3_600_000)).toBeNull()
  expect([...values]).toEqual([])
})

test.each(['', 'nonsense', '[]', '{}', '{"typed":null}', '{"typed":{"firstName":"Ana"}}'])(
  'what is kept as %j is none of ours',
  (content) => {
    const { storage, values } = memory()
    values.set('appointment', content)
    expect(readKept(storage, NOW)).toBeNull()
  },
)

test('a browser that lets nothing be kept does not stop the form', () => {
  const closed = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(readKept(closed, NOW)).toBeNull()
  expect(() => keep(closed, null)).not.toThrow()
})

test('[UX-20] a language that the page chose is not kept, one that the visitor chose is', () => {
  const spanish = untouched('Spanish')
  expect(chosenOf(spanish, spanish).preferredLanguage).toBe('')
  const chosen = { ...spanish, preferredLanguage: 'Arabic' }
  expect(chosenOf(chosen, spanish).preferredLanguage).toBe('Arabic')
})

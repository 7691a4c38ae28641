import { expect, test } from 'vitest'
import { EMPTY } from './controls.ts'
import { keep, readKept } from './kept.ts'

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
    openedAt: 1_800_000_000_000,
    attempt: { requestKey: 'key', content: '{}' },
  }
  keep(storage, kept)
  expect(readKept(storage)).toEqual(kept)
  keep(storage, null)
  expect(readKept(storage)).toBeNull()
  expect([...values]).toEqual([])
})

test.each(['', 'nonsense', '[]', '{}', '{"typed":null}', '{"typed":{"firstName":"Ana"}}'])(
  'what is kept as %j is none of ours',
  (content) => {
    const { storage, values } = memory()
    values.set('appointment', content)
    expect(readKept(storage)).toBeNull()
  },
)

test('a browser that lets nothing be kept does not stop the form', () => {
  const closed = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(readKept(closed)).toBeNull()
  expect(() => keep(closed, null)).not.toThrow()
})

import { expect, test } from 'vitest'
import { chosenOf, initialValues } from './controls.ts'
import { readSavedForm, saveForm } from './saved-form.ts'

const EMPTY = initialValues('English')
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
  const saved = {
    typed: { ...EMPTY, firstName: 'Ana' },
    openedAt: NOW - 60_000,
    keptAt: NOW,
    attempt: { requestKey: 'key', content: '{}' },
  }
  saveForm(storage, saved)
  expect(readSavedForm(storage, NOW + 60_000)).toEqual(saved)
  saveForm(storage, null)
  expect(readSavedForm(storage, NOW)).toBeNull()
  expect([...values]).toEqual([])
})

test('what was typed a day ago, perhaps by somebody else, is gone', () => {
  const { storage, values } = memory()
  saveForm(storage, { typed: { ...EMPTY, firstName: 'Ana' }, openedAt: NOW, keptAt: NOW, attempt: null })
  expect(readSavedForm(storage, NOW + 23 * 3_600_000)?.typed.firstName).toBe('Ana')
  expect(readSavedForm(storage, NOW + 25 * 3_600_000)).toBeNull()
  expect([...values]).toEqual([])
})

test.each(['', 'nonsense', '[]', '{}', '{"typed":null}', '{"typed":{"firstName":"Ana"}}'])(
  'what is kept as %j is none of ours',
  (content) => {
    const { storage, values } = memory()
    values.set('appointment', content)
    expect(readSavedForm(storage, NOW)).toBeNull()
  },
)

test('a browser that lets nothing be kept does not stop the form', () => {
  const closed = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(readSavedForm(closed, NOW)).toBeNull()
  expect(() => saveForm(closed, null)).not.toThrow()
})

test('[UX-20] a language that the page chose is not kept, one that the visitor chose is', () => {
  const spanish = initialValues('Spanish')
  expect(chosenOf(spanish, spanish).preferredLanguage).toBe('')
  const chosen = { ...spanish, preferredLanguage: 'Arabic' }
  expect(chosenOf(chosen, spanish).preferredLanguage).toBe('Arabic')
})

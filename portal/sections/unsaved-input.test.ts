import { expect, test } from 'vitest'
import { z } from 'zod'
import { createUnsavedInput } from './unsaved-input.ts'

function memory(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}
const shape = z.array(z.string())

test('what was typed is there again, for the same user and section only', () => {
  const typed = createUnsavedInput(memory())
  typed.save(7, 'phones', ['(614)'])
  expect(typed.read(7, 'phones', shape)).toEqual(['(614)'])
  expect(typed.read(8, 'phones', shape)).toBeNull()
  expect(typed.read(7, 'addresses', shape)).toBeNull()
})

test('what this version of the page does not understand is not taken', () => {
  const storage = memory()
  const typed = createUnsavedInput(storage)
  typed.save(7, 'phones', { phone: '(614)' })
  expect(typed.read(7, 'phones', shape)).toBeNull()
  storage.setItem('unsaved:7:phones', 'half a')
  expect(typed.read(7, 'phones', shape)).toBeNull()
})

test('a section is forgotten for its user, and nothing else', () => {
  const typed = createUnsavedInput(memory())
  for (const user of [7, 70]) for (const section of ['phones', 'name']) typed.save(user, section, ['x'])
  typed.forget(7, 'phones')
  expect([typed.has(7, 'phones'), typed.has(7, 'name')]).toEqual([false, true])
  expect(typed.read(7, 'phones', shape)).toBeNull()
  expect([typed.read(7, 'name', shape), typed.read(70, 'phones', shape)]).toEqual([['x'], ['x']])
})

test('a storage that is full or switched off does not get in the way', () => {
  const storage = memory()
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const typed = createUnsavedInput(storage)
  expect(() => typed.save(7, 'phones', ['x'])).not.toThrow()
  expect(typed.read(7, 'phones', shape)).toBeNull()
})

import { expect, it } from 'vitest'
import { newOrder } from '#domain/orders/document.ts'
import { createUnsavedEdits } from './unsaved.ts'

function memory(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  }
}

const draft = { userId: 7, hospitalCode: '1001', orderId: null, vob: false }
const record = {
  draftKey: '8f0e8a3c-4b1e-4d6b-9a3b-2f2d3c4b5a69',
  saved: null,
  document: { ...newOrder(), clinicalNotes: 'Half a word' },
  doubtful: [],
}

it('gives back what was typed, to the same person at the same institution only', () => {
  const edits = createUnsavedEdits(memory())
  edits.save(draft, record)
  expect(edits.read(draft)).toEqual(record)
  expect(edits.read({ ...draft, userId: 8 })).toBeNull()
  expect(edits.read({ ...draft, hospitalCode: '1002' })).toBeNull()
  expect(edits.read({ ...draft, orderId: 12 })).toBeNull()
  expect(edits.read({ ...draft, vob: true })).toBeNull()
  edits.forget(draft)
  expect(edits.read(draft)).toBeNull()
})

it('takes nothing that is not an order form, and survives a storage that is full', () => {
  const storage = memory()
  const edits = createUnsavedEdits(storage)
  storage.setItem('unsaved-order:7:1001:new', '{"draftKey":"x"}')
  expect(edits.read(draft)).toBeNull()
  storage.setItem('unsaved-order:7:1001:new', 'not JSON')
  expect(edits.read(draft)).toBeNull()
  const full = createUnsavedEdits({
    ...memory(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(() => full.save(draft, record)).not.toThrow()
})

import { expect, test } from 'vitest'
import { createDraft } from './draft.ts'
import { valuesOf } from './values.ts'

const values = {
  ...valuesOf({
    ...{ firstName: 'Ada', lastName: 'Okafor', email: '', emailVerified: true },
    ...{ account: { firstName: 'Ada', lastName: 'Okafor' }, invitations: [], refusal: null },
  }),
  npi: '12345',
}

function storage() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    entries,
  }
}

test('unfinished values come back as they were, until they are forgotten', () => {
  const draft = createDraft(storage())
  expect(draft.read()).toBeNull()
  draft.save(values)
  expect(draft.read()).toEqual(values)
  draft.forget()
  expect(draft.read()).toBeNull()
})

test.each(['{', '{"firstName":1}', '[]'])('what is not understood counts as nothing: %s', (text) => {
  const store = storage()
  createDraft(store).save(values)
  for (const key of store.entries.keys()) store.entries.set(key, text)
  expect(createDraft(store).read()).toBeNull()
})

test('a storage that is full does not break the page', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  expect(() => createDraft({ ...storage(), setItem: full }).save(values)).not.toThrow()
})

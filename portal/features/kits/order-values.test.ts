import { describe, expect, test } from 'vitest'
import type { Kit } from '#contract/kits.ts'
import { createDraft } from './draft.ts'
import { attemptOf, freshValues, requestOf, type Values, wrongWith } from './order-values.ts'

const RECIPIENT = {
  ...{ firstName: 'Ada', lastName: 'Okafor', address1: '1 Lane', address2: '' },
  ...{ city: 'Columbus', zipCode: '43215', state: 'OH', phone: '+16145550101' },
  ...{ country: 'USA' as const, otherCountry: '' },
}
const fresh = (more: Partial<Values> = {}): Values => ({
  ...freshValues(RECIPIENT, null),
  kitType: 'Saliva',
  ...more,
})

function storage(entries: Record<string, string> = {}) {
  const stored = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

describe('the form of a kit order', () => {
  test('begins with one kit for the user at the institution, and a key of its own', () => {
    const values = freshValues(RECIPIENT, null)
    expect(values).toMatchObject({ kitType: '', quantity: 1, kitRecipient: RECIPIENT, note: '' })
    expect(freshValues(RECIPIENT, null).requestKey).not.toBe(values.requestKey)
  })

  test('begins as what is ordered again, with a key of its own', () => {
    const otherRecipient = { ...RECIPIENT, city: 'Dayton' }
    const before = { kitType: 'Blood', quantity: 5, kitRecipient: otherRecipient, note: 'Labels' } as Kit
    expect(freshValues(RECIPIENT, before)).toMatchObject({
      ...{ kitType: 'Blood', quantity: 5, kitRecipient: otherRecipient, note: 'Labels' },
      requestKey: expect.stringMatching(/^[\da-f-]{36}$/),
    })
  })

  test('is right as it is sent', () => {
    const values = fresh({ quantity: 99, note: ' x ' })
    expect(wrongWith(values)).toEqual([])
    const { sent: _, ...request } = values
    expect(requestOf(values)).toEqual({ ...request, note: 'x' })
  })

  test('keeps its key while it is tried again, also after a reload, and gets another for what is another order', () => {
    const stored = storage()
    const draft = createDraft(stored)
    const first = attemptOf(fresh({ note: 'Labels' }))
    expect(attemptOf(first)).toEqual(first)
    draft.save('1001', { ...first, kitRecipient: { ...RECIPIENT, city: 'Dayton' } })
    const second = attemptOf(draft.read('1001') ?? expect.fail())
    expect(requestOf(second)).toMatchObject({ kitRecipient: { city: 'Dayton' }, note: 'Labels' })
    expect(second.requestKey).not.toBe(first.requestKey)
    expect(attemptOf(second)).toEqual(second)
  })

  test('has the key it began with if it was never sent, and if an earlier version of the page kept it', () => {
    const stored = storage()
    const values = fresh()
    expect(attemptOf({ ...values, note: 'Labels' }).requestKey).toBe(values.requestKey)
    const { sent: _, ...earlier } = values
    stored.setItem('kit-order:1001', JSON.stringify(earlier))
    expect(createDraft(stored).read('1001')).toEqual(values)
  })

  test.each<[string, Partial<Values>, string[]]>([
    ['nothing chosen', { kitType: '' }, ['kitType']],
    ['no quantity', { quantity: '' }, ['quantity']],
    ['a hundred', { quantity: 100 }, ['quantity']],
    ['half a phone number', { kitRecipient: { ...RECIPIENT, phone: '+1614' } }, ['kitRecipient.phone']],
    [
      'several fields, in the order of the page',
      { kitType: '', kitRecipient: { ...RECIPIENT, zipCode: '1', firstName: ' ', phone: '' } },
      ['kitType', 'kitRecipient.firstName', 'kitRecipient.phone', 'kitRecipient.zipCode'],
    ],
  ])('says what is wrong: %s', (_, more, names) => {
    const wrong = wrongWith(fresh(more))
    expect(wrong.map(({ name }) => name)).toEqual(names)
    expect(wrong.every(({ message }) => message.endsWith('.'))).toBe(true)
  })
})

describe('what was typed', () => {
  test('is kept for its institution, with its key, until it is ordered', () => {
    const draft = createDraft(storage())
    const values = fresh({ quantity: '' })
    draft.save('1001', values)
    expect(draft.read('1001')).toEqual(values)
    expect(draft.read('1002')).toBeNull()
    draft.forget('1001')
    expect(draft.read('1001')).toBeNull()
  })

  test.each(['{', '{"quantity":1}', 'null'])('that is not understood counts as nothing: %s', (text) => {
    expect(createDraft(storage({ 'kit-order:1001': text })).read('1001')).toBeNull()
  })

  test('stays on the screen where nothing can be stored', () => {
    const full = {
      ...storage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(() => createDraft(full).save('1001', fresh())).not.toThrow()
  })
})

import { describe, expect, test } from 'vitest'
import type { Kit } from '#contract/kits.ts'
import { createDraft } from './draft.ts'
import { freshValues, isOrderOf, requestOf, type Values, wrongWith } from './order-values.ts'

const RECIPIENT = {
  ...{ firstName: 'Ada', lastName: 'Okafor', address1: '1 Lane', address2: '' },
  ...{ city: 'Columbus', zipCode: '43215', state: 'OH', phone: '+16145550101' },
  ...{ country: 'USA' as const, otherCountry: '' },
}
const NEW = { hospital: '1001', from: null }
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
    expect(requestOf(values)).toEqual({ ...values, note: 'x' })
  })

  test('keeps its key whatever is changed, also after a reload, and in an earlier version of the page', () => {
    const stored = storage()
    const draft = createDraft(stored)
    const values = fresh()
    draft.save(NEW, { ...values, note: 'Labels' })
    expect(requestOf(draft.read(NEW) ?? expect.fail())).toMatchObject({
      ...{ note: 'Labels', requestKey: values.requestKey },
    })
    stored.setItem('kit-order:1001', JSON.stringify({ ...values, sent: '{}' }))
    expect(draft.read(NEW)).toEqual(values)
  })

  test.each<[string, object, boolean]>([
    ['it was sent', {}, true],
    ['a server that orders its keys otherwise has it', { note: 'x', quantity: 2 }, true],
    ['an earlier try was sent, of other kits', { kitType: 'Blood' }, false],
    ['of another number', { quantity: 3 }, false],
    ['with another note', { note: '' }, false],
    ['to another recipient', { kitRecipient: { ...RECIPIENT, city: 'Dayton' } }, false],
  ])('is ordered if the reply is as %s', (_, more, is) => {
    const request = requestOf(fresh({ quantity: 2, note: ' x ' }))
    const { requestKey: __, kitRecipient, ...rest } = request
    const kit = { id: 7, status: 'ordered', kitRecipient, ...rest, ...more } as Kit
    expect(isOrderOf(kit, request)).toBe(is)
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
  test('is kept for its institution and what is ordered again, with its key, until it is ordered', () => {
    const draft = createDraft(storage())
    const again = { hospital: '1001', from: 12 }
    const [values, other] = [fresh({ quantity: '' }), fresh({ note: 'Labels' })]
    draft.save(NEW, values)
    draft.save(again, other)
    expect(draft.read(NEW)).toEqual(values)
    expect(draft.read(again)).toEqual(other)
    for (const none of [
      { hospital: '1002', from: null },
      { hospital: '1001', from: 1 },
    ])
      expect(draft.read(none)).toBeNull()
    draft.forget(again)
    expect(draft.read(again)).toBeNull()
    expect(draft.read(NEW)).toEqual(values)
  })

  test.each(['{', '{"quantity":1}', 'null'])('that is not understood counts as nothing: %s', (text) => {
    expect(createDraft(storage({ 'kit-order:1001': text })).read(NEW)).toBeNull()
  })

  test('stays on the screen where nothing can be stored', () => {
    const full = {
      ...storage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(() => createDraft(full).save(NEW, fresh())).not.toThrow()
  })
})

import { beforeEach, expect, test, vi } from 'vitest'
import { forgetUser, institutionCodesHeader, store, stored, storeToken } from './storage.ts'

class FakeStorage {
  readonly entries = new Map<string, string>()
  get length() {
    return this.entries.size
  }
  key = (index: number) => [...this.entries.keys()][index] ?? null
  getItem = (key: string) => this.entries.get(key) ?? null
  setItem = (key: string, value: string) => this.entries.set(key, value)
  removeItem = (key: string) => this.entries.delete(key)
}

let session: FakeStorage
let local: FakeStorage
beforeEach(() => {
  session = new FakeStorage()
  local = new FakeStorage()
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('localStorage', local)
})

test('the header has the user’s institutions and the selected one, each once', () => {
  expect(institutionCodesHeader()).toBe('')
  store('institutionCodes', '1001,1002')
  expect(institutionCodesHeader()).toBe('1001,1002')
  store('institutionId', '1002')
  expect(institutionCodesHeader()).toBe('1001,1002')
  store('institutionId', '1003')
  expect(institutionCodesHeader()).toBe('1001,1002,1003')
})

test('the expiry of the token is kept in milliseconds', () => {
  storeToken('t', 'provider@demo.test', 1_900_000_000)
  expect(stored('authToken')).toBe('t')
  expect(local.getItem('tokenExpirationDate')).toBe('1900000000000')
})

test('a renewed token keeps what the user has typed, another user’s log in does not', () => {
  storeToken('t1', 'provider@demo.test', undefined)
  session.setItem('unsaved', 'typed')
  session.setItem('oidc.user', 'kept by the client')
  storeToken('t2', 'provider@demo.test', undefined)
  expect(session.getItem('unsaved')).toBe('typed')
  storeToken('t3', 'creator@demo.test', undefined)
  expect(Object.fromEntries(session.entries)).toEqual({
    'oidc.user': 'kept by the client',
    authToken: 't3',
    userEmail: 'creator@demo.test',
  })
  forgetUser()
  expect([...session.entries.keys()]).toEqual(['oidc.user'])
})

import { beforeEach, expect, test, vi } from 'vitest'
import {
  forgetAccess,
  forgetUser,
  institutionCodesHeader,
  SESSION_KEYS,
  store,
  stored,
  storeToken,
} from './storage.ts'

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

test('Support’s header has the codes of all institutions; a list too long for a header is not sent', () => {
  store('institutionCodes', '1001')
  store('allInstitutionCodes', '1001,1002,1003')
  store('institutionId', '1002')
  expect(institutionCodesHeader()).toBe('1001,1002,1003')
  store('allInstitutionCodes', Array.from({ length: 4000 }, (_, index) => 1000 + index).join(','))
  expect(institutionCodesHeader()).toBe('')
})

test('[STATE-07] the keys are those of the specification', () => {
  expect(SESSION_KEYS.toSorted()).toEqual(
    [
      ...['authToken', 'userEmail', 'institutionId', 'defaultInstitution', 'institutionCodes'],
      ...['allInstitutionCodes', 'TnCApproved', 'from-orders'],
    ].toSorted(),
  )
})

test('a log out for inactivity takes the access and keeps what was typed, for the same user only', () => {
  storeToken('t1', 'provider@demo.test', 1_900_000_000)
  for (const key of ['institutionCodes', 'allInstitutionCodes', 'TnCApproved'] as const) store(key, 'x')
  store('institutionId', '1002')
  session.setItem('unsaved-order:7:1002:new', 'typed')
  forgetAccess()
  expect(Object.fromEntries(session.entries)).toEqual({
    userEmail: 'provider@demo.test',
    institutionId: '1002',
    'unsaved-order:7:1002:new': 'typed',
  })
  expect(local.entries.size).toBe(0)
  storeToken('t2', 'provider@demo.test', undefined)
  expect(session.getItem('unsaved-order:7:1002:new')).toBe('typed')
  forgetAccess()
  storeToken('t3', 'creator@demo.test', undefined)
  expect([...session.entries.keys()]).toEqual(['authToken', 'userEmail'])
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

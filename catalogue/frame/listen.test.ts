import { beforeEach, expect, test } from 'vitest'
import { frameListener } from './listen.ts'

const PORTAL = 'https://portal.example'
const parent = {} as Window

let stored: Map<string, string>
let dispatch: (data: unknown, from?: { origin?: string; source?: Window | null }) => void

beforeEach(() => {
  stored = new Map()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const listener = frameListener({ portalOrigin: PORTAL, parent, storage })
  dispatch = (data, from = {}) => listener({ origin: PORTAL, source: parent, data, ...from })
})

test('keeps until when the token holds, and forgets it at the logout; the cart stays', () => {
  stored.set('cart', '[{"code":"1600","addOns":[]}]')
  dispatch({ type: 'token', tokenExpirationDate: 1_790_000_000_000 })
  dispatch({ type: 'token', tokenExpirationDate: 1_790_000_900_000 })
  expect(stored.get('tokenExpirationDate')).toBe('1790000900000')
  dispatch({ type: 'logout' })
  expect([...stored.keys()]).toEqual(['cart'])
})

test('takes what was ordered out of the cart', () => {
  stored.set('cart', '[{"code":"1600","addOns":["1400"]},{"code":"1102","addOns":[]}]')
  dispatch({ type: 'ordered', codes: ['1600', '1400'] })
  expect(stored.get('cart')).toBe('[{"code":"1102","addOns":[]}]')
  dispatch({ type: 'ordered', codes: ['1102'] })
  expect(stored.has('cart')).toBe(false)
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['an origin that begins alike', { origin: `${PORTAL}.evil.example` }],
  ['no origin, a file or a sandboxed frame', { origin: 'null' }],
  ['another window of the portal’s origin', { source: {} as Window }],
  ['no window', { source: null }],
])('%s is not listened to', (_, from) => {
  stored.set('cart', '[{"code":"1600","addOns":[]}]').set('tokenExpirationDate', '1')
  dispatch({ type: 'token', tokenExpirationDate: 1_790_000_000_000 }, from)
  dispatch({ type: 'logout' }, from)
  dispatch({ type: 'ordered', codes: ['1600'] }, from)
  expect(Object.fromEntries(stored)).toEqual({
    cart: '[{"code":"1600","addOns":[]}]',
    tokenExpirationDate: '1',
  })
})

test('what is no message changes nothing, even from the portal', () => {
  for (const data of [
    null,
    'logout',
    { type: 'token', tokenExpirationDate: 'soon' },
    { type: 'cart', cart: [] },
  ])
    dispatch(data)
  expect(stored.size).toBe(0)
})

import { beforeEach, expect, test } from 'vitest'
import { frameListener } from './listen.ts'

const PORTAL = 'https://portal.example'
const parent = {} as Window

let kept: Map<string, string>
let hear: (data: unknown, from?: { origin?: string; source?: Window | null }) => void

beforeEach(() => {
  kept = new Map()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const listener = frameListener({ portalOrigin: PORTAL, parent, storage })
  hear = (data, from = {}) => listener({ origin: PORTAL, source: parent, data, ...from })
})

test('keeps until when the token holds, and forgets it at the logout; the cart stays', () => {
  kept.set('cart', '[{"code":"1600","addOns":[]}]')
  hear({ type: 'token', tokenExpirationDate: 1_790_000_000_000 })
  hear({ type: 'token', tokenExpirationDate: 1_790_000_900_000 })
  expect(kept.get('tokenExpirationDate')).toBe('1790000900000')
  hear({ type: 'logout' })
  expect([...kept.keys()]).toEqual(['cart'])
})

test('takes what was ordered out of the cart', () => {
  kept.set('cart', '[{"code":"1600","addOns":["1400"]},{"code":"1102","addOns":[]}]')
  hear({ type: 'ordered', codes: ['1600', '1400'] })
  expect(kept.get('cart')).toBe('[{"code":"1102","addOns":[]}]')
  hear({ type: 'ordered', codes: ['1102'] })
  expect(kept.has('cart')).toBe(false)
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['an origin that begins alike', { origin: `${PORTAL}.evil.example` }],
  ['no origin, a file or a sandboxed frame', { origin: 'null' }],
  ['another window of the portal’s origin', { source: {} as Window }],
  ['no window', { source: null }],
])('%s is not listened to', (_, from) => {
  kept.set('cart', '[{"code":"1600","addOns":[]}]').set('tokenExpirationDate', '1')
  hear({ type: 'token', tokenExpirationDate: 1_790_000_000_000 }, from)
  hear({ type: 'logout' }, from)
  hear({ type: 'ordered', codes: ['1600'] }, from)
  expect(Object.fromEntries(kept)).toEqual({
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
    hear(data)
  expect(kept.size).toBe(0)
})

import { expect, test } from 'vitest'
import { authorizedFetch } from './authorized-fetch.ts'

/** A server that knows one token, and a session whose renewal brings `renewed` (null: it fails). */
function setUp({ token, known, renewed }: { token: string | null; known: string; renewed: string | null }) {
  const seen: Headers[] = []
  const session = { token, endedCount: 0, renewals: 0 }
  const send = authorizedFetch(
    {
      token: () => session.token,
      institutionCodes: () => '1001,1002',
      renew: async () => {
        session.renewals += 1
        if (renewed !== null) session.token = renewed
        return renewed !== null
      },
      ended: () => {
        session.endedCount += 1
      },
    },
    async (_input, init) => {
      const headers = new Headers(init?.headers)
      seen.push(headers)
      return new Response(null, { status: headers.get('authorization') === `Bearer ${known}` ? 204 : 401 })
    },
  )
  return { send, seen, session }
}

test('a call carries the token, the institution codes and its own headers', async () => {
  const { send, seen } = setUp({ token: 'a', known: 'a', renewed: null })
  expect((await send('/api/x', { headers: { 'if-match': '"3"' } })).status).toBe(204)
  expect(Object.fromEntries(seen[0] ?? [])).toEqual({
    authorization: 'Bearer a',
    'institution-codes': '1001,1002',
    'if-match': '"3"',
  })
})

test('a 401 is followed by one renewal and one repetition with the new token', async () => {
  const { send, seen, session } = setUp({ token: 'old', known: 'new', renewed: 'new' })
  expect((await send('/api/x')).status).toBe(204)
  expect(seen).toHaveLength(2)
  expect(session).toMatchObject({ renewals: 1, endedCount: 0 })
})

test('the session has ended when the renewal fails, and when the new token is refused too', async () => {
  const failing = setUp({ token: 'old', known: 'new', renewed: null })
  expect((await failing.send('/api/x')).status).toBe(401)
  expect(failing.seen).toHaveLength(1)
  expect(failing.session.endedCount).toBe(1)

  const refused = setUp({ token: 'old', known: 'new', renewed: 'other' })
  expect((await refused.send('/api/x')).status).toBe(401)
  expect(refused.seen).toHaveLength(2)
  expect(refused.session.endedCount).toBe(1)
})

test('without a token nothing is renewed and nothing has ended', async () => {
  const { send, session } = setUp({ token: null, known: 'a', renewed: 'a' })
  expect((await send('/api/x')).status).toBe(401)
  expect(session).toMatchObject({ renewals: 0, endedCount: 0 })
})

interface Session {
  token(): string | null
  institutionCodes(): string
  /** Tries to get a new token; false when the session is over. */
  renew(): Promise<boolean>
  ended(): void
}

/**
 * `fetch` with the bearer token and the institution-codes header (specification §7). A 401 is answered with one
 * silent renewal and one repetition; when that is refused too, the session has ended and the 401 goes to the caller.
 */
export function authorizedFetch(
  session: Session,
  send: typeof fetch = (input, init) => fetch(input, init),
): typeof fetch {
  const attempt: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    const token = session.token()
    const codes = session.institutionCodes()
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    if (codes !== '') headers.set('institution-codes', codes)
    return send(input, { ...init, headers })
  }
  return async (input, init) => {
    const first = await attempt(input, init)
    if (first.status !== 401 || session.token() === null) return first
    const second = (await session.renew()) ? await attempt(input, init) : first
    if (second.status === 401) session.ended()
    return second
  }
}

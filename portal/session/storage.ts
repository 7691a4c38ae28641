/** The keys of the specification's §3, Browser storage. Session storage: another tab signs in for itself. */
type SessionKey = 'authToken' | 'userEmail' | 'institutionId' | 'institutionCodes'

export function stored(key: SessionKey): string | null {
  return sessionStorage.getItem(key)
}

export function store(key: SessionKey, value: string): void {
  sessionStorage.setItem(key, value)
}

/**
 * `expiresAt` in seconds since 1970, as the token has it; kept in milliseconds (§4, Token expiry). When somebody else
 * has logged in, nothing of the user before is left: neither institutions nor what was typed.
 */
export function storeToken(token: string, email: string, expiresAt: number | undefined): void {
  const before = stored('userEmail')
  if (before !== null && before !== email) forgetUser()
  store('authToken', token)
  store('userEmail', email)
  if (expiresAt !== undefined) localStorage.setItem('tokenExpirationDate', String(expiresAt * 1000))
}

/** Leaves nothing of a user behind. The OIDC client's own entries are its own to remove. */
export function forgetUser(): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index))
  for (const key of keys) if (key !== null && !key.startsWith('oidc.')) sessionStorage.removeItem(key)
  localStorage.removeItem('tokenExpirationDate')
}

/** The value of the institution-codes header (§7): the user's institutions and the selected one; '' before they are known. */
export function institutionCodesHeader(): string {
  const codes = [...(stored('institutionCodes') ?? '').split(','), stored('institutionId') ?? '']
  return [...new Set(codes.filter((code) => code !== ''))].join(',')
}

/**
 * The keys of the specification's §3, Browser storage. Session storage: another tab signs in for itself.
 * - `institutionId`: the code of the selected institution; `defaultInstitution`: of the one selected without a choice
 * - `institutionCodes`: of the user's institutions; `allInstitutionCodes`: of all there are, for the laboratory's
 *   Support. With commas between.
 * - `TnCApproved`: 'true' or 'false'
 * - `from-orders`: the query of the list of orders that was seen last
 */
export const SESSION_KEYS = [
  'authToken',
  'userEmail',
  'institutionId',
  'defaultInstitution',
  'institutionCodes',
  'allInstitutionCodes',
  'TnCApproved',
  'from-orders',
] as const
type SessionKey = (typeof SESSION_KEYS)[number]

/** Without these nothing can be read or done in the user's name. */
const ACCESS_KEYS: readonly SessionKey[] = [
  'authToken',
  'institutionCodes',
  'allInstitutionCodes',
  'TnCApproved',
]

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

/** Where a manifest is kept while it is repaired, in IndexedDB: its rows are too many for the session storage. */
export const MANIFEST_DATABASE = 'karyo-manifest'

/** Leaves nothing of a user behind. The OIDC client's own entries are its own to remove. */
export function forgetUser(): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index))
  for (const key of keys) if (key !== null && !key.startsWith('oidc.')) sessionStorage.removeItem(key)
  localStorage.removeItem('tokenExpirationDate')
  globalThis.indexedDB?.deleteDatabase(MANIFEST_DATABASE)
}

/** Ends the access, and keeps what the same user finds again at the next log in: what was typed, and where. */
export function forgetAccess(): void {
  for (const key of ACCESS_KEYS) sessionStorage.removeItem(key)
  localStorage.removeItem('tokenExpirationDate')
}

/** Some servers take no more than 16 kB of headers. */
const LONGEST_HEADER = 8000

/**
 * The value of the institution-codes header (§7): the stored codes and the selected one; '' before they are known. The
 * header only narrows, so a list that is too long to be sent is left out, which means all of the user's institutions.
 */
export function institutionCodesHeader(): string {
  const lists = [stored('institutionCodes'), stored('allInstitutionCodes'), stored('institutionId')]
  const codes = new Set(lists.flatMap((list) => (list ?? '').split(',')).filter((code) => code !== ''))
  const header = [...codes].join(',')
  return header.length > LONGEST_HEADER ? '' : header
}

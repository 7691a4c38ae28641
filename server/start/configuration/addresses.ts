/** How a password with such characters is written, in words that follow the variable's name. */
export const UNWRITTEN =
  'has a character in the user or password that must be written as % and two digits: / is %2F, # is %23, ? is %3F, % is %25'

/**
 * Whether the user and password of an address can be read: an unwritten `/`, `?` or `#` ends the host early, so that the rest of
 * the password would be taken for it.
 */
export function hasReadablePassword(address: string): boolean {
  const [, rest = ''] = address.split(/^[a-z][a-z+.-]*:\/\//i)
  const [before = '', ...after] = rest.split('?')
  if (!before.includes('@')) return before.includes('/') || !after.join('?').includes('@')
  const credentials = before.slice(0, before.lastIndexOf('@'))
  return !/[/#]/.test(credentials) && !/%(?![0-9a-f]{2})/i.test(credentials)
}

const SSL_MODES = ['verify-full', 'verify-ca', 'require', 'prefer', 'no-verify', 'disable']
const SSL_PARAMETERS = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey']

/** What is wrong with how an address asks for encryption; '' if nothing is. What is not known would be ignored, and nothing encrypted. */
export function wrongEncryption(address: string): string {
  if (!URL.canParse(address)) return ''
  const { searchParams } = new URL(address)
  const mode = searchParams.get('sslmode')
  if (mode !== null && !SSL_MODES.includes(mode)) return 'sslmode must be verify-full, no-verify or disable'
  const unknown = [...searchParams.keys()].find(
    (name) => /^(ssl|tls)/i.test(name) && !SSL_PARAMETERS.includes(name),
  )
  return unknown === undefined
    ? ''
    : `does not know ${unknown}: encryption is set by sslmode, sslrootcert, sslcert and sslkey`
}

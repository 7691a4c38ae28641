import * as client from 'openid-client'
import { boundedFetch } from '../../http/bounded-fetch.ts'
import { HospitalRefused } from '../port.ts'

/** How long a hospital's provider may take to answer. */
export const TIMEOUT_SECONDS = 5
/** One answer of it: addresses, tokens, or keys. */
const MOST_BYTES = 1_000_000
export const hospitalFetch = boundedFetch(MOST_BYTES)

const isLoopback = (address: string) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)

/** Whether an address may be asked: https, or in a demo this machine. */
const isAllowed = (address: string, production: boolean) =>
  URL.canParse(address) && (new URL(address).protocol === 'https:' || (!production && isLoopback(address)))

/**
 * A provider's addresses (OpenID Connect Discovery). Throws `HospitalRefused` unless the document names the
 * issuer that was asked for, and every address in it is one that may be asked.
 */
export async function fetchMetadata(issuer: string, production: boolean): Promise<client.ServerMetadata> {
  const refuse = (why: 'away' | 'unusable', detail: string) =>
    new HospitalRefused('issuer', issuer, why, detail)
  if (!isAllowed(issuer, production)) throw refuse('unusable', 'the address must begin with https://')
  let metadata: client.ServerMetadata
  try {
    const found = await client.discovery(new URL(issuer), 'portal', undefined, undefined, {
      ...{ timeout: TIMEOUT_SECONDS, [client.customFetch]: hospitalFetch },
      execute: isLoopback(issuer) && !production ? [client.allowInsecureRequests] : [],
    })
    metadata = { ...found.serverMetadata() }
  } catch (error) {
    throw isUnreachable(error) ? refuse('away', wordsOf(error)) : refuse('unusable', wordsOf(error))
  }
  // Links and answers are compared with exactly this text.
  if (metadata.issuer !== issuer) throw refuse('unusable', `its issuer is ${metadata.issuer}`)
  const needed = [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]
  const optional = metadata.userinfo_endpoint === undefined ? [] : [metadata.userinfo_endpoint]
  if (![...needed, ...optional].every((one) => one !== undefined && isAllowed(one, production)))
    throw refuse('unusable', 'an address for signing in, tokens or keys is missing, or not https')
  const { supportsPKCE: _, ...plain } = metadata as client.ServerMetadata & { supportsPKCE?: unknown }
  return plain
}

/** The provider did not answer, or with an error of its own (5xx). */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof TypeError && error.message === 'fetch failed') return true
  if (error instanceof client.ClientError && error.code === 'OAUTH_TIMEOUT') return true
  return error.cause instanceof Response && error.cause.status >= 500
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

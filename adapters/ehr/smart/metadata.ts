import { type LaunchMetadata, LaunchUnusable } from '../port.ts'
import { fetchJson } from './fetch-json.ts'

const isLoopback = (address: string) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)

/** Whether an address may be asked: https, or in a demo this machine. */
function isAllowed(address: unknown, production: boolean): address is string {
  if (typeof address !== 'string' || !URL.canParse(address)) return false
  return new URL(address).protocol === 'https:' || (!production && isLoopback(address))
}

/** Whether launches may name this address as `iss`: without parameters, and not with a slash at its end. */
const isBase = (iss: string) => !/[?#]|\/$/.test(iss)

const NEEDED = ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

/** Reads the addresses of a hospital's authorization server (SMART App Launch 2.2, `smart-configuration`). */
export async function fetchMetadata(
  iss: string,
  { production, withinMs }: { production: boolean; withinMs: number },
): Promise<LaunchMetadata> {
  if (!isAllowed(iss, production)) throw new LaunchUnusable('the address must begin with https://')
  if (!isBase(iss)) throw new LaunchUnusable('the address must have no parameters, and no slash at its end')
  const found = await fetchJson(`${iss}/.well-known/smart-configuration`, {
    ...{ headers: { accept: 'application/json' }, withinMs },
  }).catch(() => undefined)
  if (!found) throw new LaunchUnusable('its .well-known/smart-configuration cannot be read')
  const missing = NEEDED.filter((name) => !isAllowed(found[name], production))
  if (missing.length > 0)
    throw new LaunchUnusable(`its configuration lacks ${missing.join(', ')}, or not with https`)
  const methods = found.token_endpoint_auth_methods_supported
  if (Array.isArray(methods) && !methods.includes('private_key_jwt'))
    throw new LaunchUnusable('it does not offer private_key_jwt')
  const challenges = found.code_challenge_methods_supported
  if (Array.isArray(challenges) && !challenges.includes('S256'))
    throw new LaunchUnusable('it does not offer PKCE (S256)')
  const revocation = found.revocation_endpoint
  return {
    ...(Object.fromEntries(NEEDED.map((name) => [name, found[name]])) as unknown as LaunchMetadata),
    ...(isAllowed(revocation, production) ? { revocation_endpoint: revocation } : {}),
  }
}

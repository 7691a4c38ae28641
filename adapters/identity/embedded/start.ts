import type { FastifyPluginAsync } from 'fastify'
import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { type NewAccount, startAccounts } from './accounts.ts'
import { identityPlugin } from './mount.ts'
import { pagesFor } from './pages.ts'
import { portalProvider } from './provider.ts'
import { publicPart, signingKeys } from './signing-keys.ts'

export interface EmbeddedIdentityOptions {
  /** `${publicOrigin}/identity`; all addresses the provider gives out begin with it. */
  issuer: string
  portalOrigin: string
  /** Connected as karyo_identity. The caller ends it. */
  pool: Pool
  /** At least 32 characters; cookie keys and the seal of the signing keys are derived from it. */
  secret: string
  /** An absolute URI (RFC 8707), such as `urn:karyo:api`. */
  audience: string
  rolesClaim: string
  laboratoryName: string
  /** `#rrggbb`, dark enough for white text. */
  accentColor: string
  /** Refuses an issuer without TLS, but on this machine itself. */
  production: boolean
}

export interface EmbeddedIdentity {
  /** To be registered with the issuer's path as prefix. */
  plugin: FastifyPluginAsync
  /** The public keys, for `oidcVerifier`. */
  keys: JWTVerifyGetKey
  /** Creates the account unless its e-mail is taken; then leaves it as it is. */
  ensureAccount(account: NewAccount): Promise<{ sub: string }>
}

/** A working day; the portal's renewals prolong it. */
const sessionSeconds = 12 * 60 * 60

/**
 * The identity provider for whoever brings none (specification §7, Identity provider). Throws where the
 * tables are not those it expects. It holds nothing that needs closing.
 */
export async function startEmbeddedIdentity(options: EmbeddedIdentityOptions): Promise<EmbeddedIdentity> {
  const { issuer, portalOrigin, pool, secret } = options
  const { protocol, hostname, pathname } = new URL(issuer)
  if (secret.length < 32) throw new Error('the identity secret must have at least 32 characters')
  if (
    options.production &&
    protocol !== 'https:' &&
    !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  ) {
    throw new Error('in production the identity provider needs an https address')
  }
  if (!URL.canParse(options.audience))
    throw new Error('the audience must be an absolute URI, such as urn:karyo:api')
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
  const accounts = startAccounts({ issuer, db, secret, sessionSeconds })
  await accounts.check()
  const keys = await signingKeys(db, secret)
  const pages = pagesFor({
    laboratoryName: options.laboratoryName,
    accentColor: options.accentColor,
    base: pathname,
    portal: `${portalOrigin}/`,
  })
  const provider = portalProvider({ ...options, db, keys, accounts, pages, sessionSeconds })
  return {
    plugin: identityPlugin({ issuer, portalOrigin, db, accounts, pages, provider }),
    keys: createLocalJWKSet({ keys: keys.map(publicPart) }),
    ensureAccount: accounts.ensure,
  }
}

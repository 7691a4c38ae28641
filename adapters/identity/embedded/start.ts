import type { FastifyPluginAsync } from 'fastify'
import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import type { FhirAccess, Heavy, HospitalProviders, IdentityEvent, IdentityMail } from '../port.ts'
import { accountsIn, type NewAccount } from './accounts.ts'
import { startAuth } from './auth.ts'
import { FLOOR_MS } from './constant-time.ts'
import { credentialsIn } from './credentials.ts'
import { hospitalProtocol } from './hospital-protocol.ts'
import { hospitalsIn } from './hospitals.ts'
import { identityPlugin } from './mount.ts'
import { noticesFor } from './notices.ts'
import { hasSupport } from './operator.ts'
import { siteFor } from './pages/site.ts'
import { passkeysIn } from './passkeys.ts'
import { passwordsBy } from './passwords.ts'
import { portalProvider } from './provider.ts'
import { secondFactorsIn } from './second-factor.ts'
import { derivedKey } from './secrets.ts'
import { sessionsIn } from './sessions.ts'
import { publicPart, signingKeys } from './signing-keys.ts'
import { ticketsIn } from './tickets.ts'

export interface EmbeddedIdentityOptions {
  /** `${publicOrigin}/identity`; the prefix of all the provider's URLs. */
  issuer: string
  portalOrigin: string
  /** Connected as karyo_identity. The code that passes it closes it. */
  pool: Pool
  /** At least 32 characters. Cookie keys and the seal of the signing keys are derived from it. */
  secret: string
  /** An absolute URI (RFC 8707), such as `urn:karyo:api`. */
  audience: string
  rolesClaim: string
  laboratoryName: string
  /** `#rrggbb`, dark enough for white text. */
  accentColor: string
  /** The laboratory's support address, on every page and in every mail. */
  supportEmail: string
  supportPhone: string
  /** `required`: a user without a second factor must set one up. */
  secondFactor: 'optional' | 'required'
  /** Resolves once the mail is stored durably; a rejection fails the request that caused it. */
  sendMail(mail: IdentityMail): Promise<void>
  /** Hashes and judges passwords. */
  heavy: Heavy
  /** For the audit trail. Awaited before the reply is sent; a rejection fails the request. */
  onEvent(event: IdentityEvent): void | Promise<void>
  /** Refuses an issuer without TLS, except on this machine. */
  production: boolean
  /** Whether an error is temporary, such as an unreachable database: answered 503. Default: none is. */
  isAway?: (error: Error) => boolean
  /** For long tests: the minimum duration of replies about an address. */
  floorMs?: number
  /** Who may read and write through FHIR. Default: nobody. */
  fhir?: FhirAccess
}

export interface EmbeddedIdentity {
  /** Register it with the issuer's path as prefix. */
  plugin: FastifyPluginAsync
  /** The public keys, for `oidcVerifier`. */
  keys: JWTVerifyGetKey
  /** Creates a demo account with a well-known password, unless its email is taken. */
  ensureAccount(account: NewAccount): Promise<{ sub: string }>
  /** Hospitals with their own sign-in. */
  hospitals: HospitalProviders
  /** Whether any account has the laboratory's Support role. */
  hasSupport(): Promise<boolean>
}

/** The account pages below the portal's origin: password, email, second factor, sessions. */
export const accountUrl = '/identity/account'

/** A working day; the portal's renewals prolong it. */
const sessionSeconds = 12 * 60 * 60

/**
 * The built-in identity provider, for laboratories without their own (specification §7, Identity provider).
 * Throws if the tables are not as expected. Holds nothing that must be closed.
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
  const auth = startAuth({ issuer, db, secret, sessionSeconds })
  await (await auth.$context).checkSchema?.()
  const passwords = passwordsBy(options.heavy)
  const accounts = accountsIn(db, passwords)
  const sessions = sessionsIn({ auth, db, sessionSeconds })
  const tickets = ticketsIn(db)
  const keys = await signingKeys(db, secret)
  const site = siteFor({ ...options, base: pathname, portal: `${portalOrigin}/` })
  const notices = noticesFor({ ...options, db })
  const common = { db, accounts, sessions, notices, site }
  const provider = portalProvider({ ...options, ...common, keys, sessionSeconds, fhir: options.fhir ?? null })
  const hospitals = hospitalsIn({ db, secret, issuer, production: options.production })
  const { laboratoryName, secondFactor } = options
  return {
    plugin: identityPlugin({
      ...common,
      issuer,
      portalOrigin,
      secondFactor,
      isAway: options.isAway ?? (() => false),
      floorMs: options.floorMs ?? FLOOR_MS,
      tickets,
      credentials: credentialsIn({ db, tickets }),
      passwords,
      factors: secondFactorsIn({ db, secret, laboratoryName }),
      passkeys: passkeysIn({ db, tickets, issuer, laboratoryName }),
      provider,
      hospitals,
      hospitalProtocol: hospitalProtocol(),
      departureKey: derivedKey(secret, 'departures'),
    }),
    hospitals,
    keys: createLocalJWKSet({ keys: keys.map(publicPart) }),
    hasSupport: () => hasSupport(db),
    async ensureAccount(account) {
      // Existing accounts need no hash: every start of a demo asks for all of them.
      const { sub } =
        (await accounts.findByEmail(account.email)) ??
        (await accounts.create(account, { who: 'demo', wellKnown: true }))
      return { sub }
    },
  }
}

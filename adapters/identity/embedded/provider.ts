import { errors, interactionPolicy, type JWK, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { FhirAccess } from '../port.ts'
import type { Account, Accounts } from './accounts.ts'
import type { RequestSource } from './auth.ts'
import type { Database } from './database.ts'
import { eventFields } from './deps.ts'
import { clientMetadata, fhirClient, scopesFor } from './fhir-clients.ts'
import { securityHeaders } from './headers.ts'
import type { Notices } from './notices.ts'
import { oidcStore } from './oidc-store.ts'
import { expiredPage, failedPage, loggedOutPage, logOutPage } from './pages/sign-in.ts'
import type { Site } from './pages/site.ts'
import { accountClient } from './routes/signed-in.ts'
import { derivedKey } from './secrets.ts'
import type { Sessions } from './sessions.ts'

export interface ProviderOptions {
  issuer: string
  portalOrigin: string
  db: Database
  secret: string
  /** An absolute URI: the `resource` (RFC 8707) that the portal may request, and the default. */
  audience: string
  rolesClaim: string
  keys: JWK[]
  accounts: Accounts
  sessions: Sessions
  notices: Notices
  site: Site
  sessionSeconds: number
  /** Null if FHIR is off. */
  fhir: FhirAccess | null
}

const scope = 'openid profile email'
const tokenSeconds = 600

/**
 * oidc-provider with one client, `portal`, and one API, whose access tokens are JWTs (RFC 9068). The account
 * pages are a second client, which only signs users in. Clients of the FHIR endpoints are configured; their
 * tokens are valid there and never for the API.
 */
export function portalProvider(options: ProviderOptions): Provider {
  const { accounts, audience, fhir, notices, portalOrigin, rolesClaim, sessions, site } = options
  const { pathname: base, protocol } = new URL(options.issuer)
  const secure = protocol === 'https:'
  const claimsOf = (account: Account) => ({
    email: account.email,
    email_verified: account.emailVerified,
    given_name: account.firstName,
    family_name: account.lastName,
    [rolesClaim]: account.roles,
  })
  /** The account session during which the code was issued; it may have ended since. */
  async function sessionOf({ oidc }: KoaContextWithOIDC) {
    const session = await sessions.signedInSession(oidc.entities.AuthorizationCode?.sessionUid ?? '')
    if (!session) throw new errors.InvalidGrant('the session has ended')
    return session
  }

  const provider = new Provider(options.issuer, {
    adapter: oidcStore(options.db),
    jwks: { keys: options.keys },
    cookies: {
      keys: [derivedKey(options.secret, 'cookies')],
      // Prefixes that make browsers accept the cookies only from this host over TLS. `__Host-` requires the
      // path `/`; a sign-in's own cookies are bound to its path.
      names: {
        session: `${secure ? '__Host-' : ''}karyo_session`,
        interaction: `${secure ? '__Secure-' : ''}karyo_sign_in`,
        resume: `${secure ? '__Secure-' : ''}karyo_resume`,
      },
      long: { httpOnly: true, sameSite: 'lax', path: '/' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    clients: [
      {
        client_id: 'portal',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${portalOrigin}/callback`, `${portalOrigin}/silent-renew`],
        post_logout_redirect_uris: [`${portalOrigin}/`, `${portalOrigin}/logged-out`],
        scope,
      },
      {
        client_id: accountClient,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${options.issuer}/account/signed-in`],
        scope: 'openid',
      },
      ...(fhir?.clients ?? []).map(clientMetadata),
    ],
    // A parameter that the portal may send beyond the standard: the visitor wants to sign up.
    extraParams: ['screen_hint'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    clientBasedCORS: (_ctx, origin) => origin === portalOrigin,
    responseTypes: ['code'],
    // By default only clients without a secret need PKCE.
    pkce: { required: () => true },
    scopes: scope.split(' '),
    claims: {
      openid: ['sub', 'amr', rolesClaim],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    conformIdTokenClaims: false,
    async findAccount(_ctx, sub) {
      const account = await accounts.find(sub)
      return account && { accountId: sub, claims: () => ({ sub, ...claimsOf(account) }) }
    },
    async extraTokenClaims(ctx, token) {
      const account = 'accountId' in token ? await accounts.find(token.accountId) : undefined
      if (!account) return undefined
      // A token is refused by its `sid` once its session has ended.
      const sid = (await sessionOf(ctx)).id
      const { amr, authTime } = ctx.oidc.entities.AuthorizationCode ?? {}
      return { ...claimsOf(account), amr, auth_time: authTime, sid }
    },
    loadExistingGrant: (ctx) => configuredGrant(ctx, options),
    interactions: { policy: signInOnly(sessions), url: (_ctx, { uid }) => `${base}/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, client) => {
          const reader = fhirClient(fhir, client?.clientId)
          return fhir && reader ? fhir.audience : audience
        },
        useGrantedResource: () => true,
        async getResourceServerInfo(ctx, resource, client) {
          const reader = fhirClient(fhir, client.clientId)
          if (resource !== (reader ? fhir?.audience : audience)) throw new errors.InvalidTarget()
          const signedIn = ctx.oidc.params?.grant_type !== 'client_credentials'
          // A token never outlives its session.
          const left = ctx.oidc.entities.AuthorizationCode ? (await sessionOf(ctx)).secondsLeft : tokenSeconds
          return {
            scope: reader ? scopesFor(reader, signedIn) : scope,
            accessTokenFormat: 'jwt',
            accessTokenTTL: Math.max(1, Math.min(tokenSeconds, left)),
          }
        },
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          ctx.body = logOutPage(site, form, isOwnLogout(ctx))
        },
        postLogoutSuccessSource(ctx) {
          ctx.body = loggedOutPage(site)
        },
      },
    },
    renderError(ctx, out, error) {
      ctx.type = 'html'
      ctx.body =
        error instanceof errors.SessionNotFound
          ? expiredPage(site)
          : failedPage(site, [out.error, out.error_description].filter(Boolean).join(': '))
    },
    ttl: {
      AccessToken: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? tokenSeconds,
      ClientCredentials: tokenSeconds,
      AuthorizationCode: 60,
      IdToken: tokenSeconds,
      Interaction: 3600,
      Session: options.sessionSeconds,
      Grant: options.sessionSeconds,
    },
  })

  // Scheme and host are pinned to the issuer's before a request gets here (mount.ts).
  provider.proxy = true
  const headers = securityHeaders(portalOrigin, new URL(site.passkeyScript.path, options.issuer))
  provider.use(async (ctx, next) => {
    ctx.set(headers)
    await next()
  })
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.oidc?.route !== 'end_session_confirm' || ctx.status !== 303) return
    // Another account is signing in over an open session: the account session already belongs to the new one.
    if (ctx.response.get('location').startsWith(`${options.issuer}/auth/`)) return
    // Before the reply is sent: otherwise the account session would outlive the logout.
    const source = requestSourceIn(ctx)
    const { sub, cookies } = await sessions.signOut(source)
    for (const cookie of cookies) ctx.append('set-cookie', cookie)
    const account = sub === undefined ? undefined : await accounts.find(sub)
    if (account) {
      await notices.event({ type: 'session-ended', why: 'logout', ...eventFields(account, null, source) })
    }
  })
  return provider
}

/**
 * The portal belongs to the laboratory, and other clients are configured: users are not asked for consent.
 */
async function configuredGrant(
  ctx: KoaContextWithOIDC,
  { audience, fhir }: Pick<ProviderOptions, 'audience' | 'fhir'>,
) {
  const { provider, client, account, session } = ctx.oidc
  if (!client || !account || !session) return undefined
  const known = session.grantIdFor(client.clientId)
  const grant = known ? await provider.Grant.find(known) : undefined
  if (grant) return grant
  const fresh = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  fresh.addOIDCScope(scope)
  const reader = fhirClient(fhir, client.clientId)
  if (fhir && reader) fresh.addResourceScope(fhir.audience, scopesFor(reader, true))
  else fresh.addResourceScope(audience, scope)
  await fresh.save()
  return fresh
}

/**
 * Only the sign-in prompt. It also appears if the session's account no longer exists, and if the account
 * session was ended on the account pages or by a new password.
 */
function signInOnly(sessions: Sessions): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const check = (reason: string, test: (ctx: KoaContextWithOIDC) => boolean | Promise<boolean>) =>
    new interactionPolicy.Check(reason, 'End-User authentication is required', 'login_required', test)
  const checks = policy.get('login')?.checks
  checks?.add(check('account_gone', ({ oidc }) => Boolean(oidc.session?.accountId && !oidc.account)))
  checks?.add(
    check('account_session_ended', async (ctx) => {
      const { accountId: sub, uid } = ctx.oidc.session ?? {}
      return sub !== undefined && (await sessions.current(requestSourceIn(ctx), uid))?.sub !== sub
    }),
  )
  return policy
}

function requestSourceIn(
  ctx: KoaContextWithOIDC | Parameters<Parameters<Provider['use']>[0]>[0],
): RequestSource {
  return { address: ctx.ip, userAgent: ctx.get('user-agent'), cookie: ctx.get('cookie') }
}

/** The portal itself logs out the signed-in account: other pages can't know its id_token. */
function isOwnLogout({ oidc }: KoaContextWithOIDC): boolean {
  const hint = oidc.entities.IdTokenHint
  return hint !== undefined && hint.payload.sub === oidc.session?.accountId
}

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { type Interaction, interactionPolicy, Provider } from 'oidc-provider'
import { html, rendered } from '#domain/text/html.ts'
import { PEOPLE, type Person } from './people.ts'

/** How the portal is registered here. */
export type RegisteredPortal = {
  clientId: string
  /** The only address to which users are sent back. */
  redirectUri: string
} & (
  | { secret: string }
  /** Where the portal's public keys are (`private_key_jwt`). */
  | { keys: string }
)

export interface HospitalSignIn {
  issuer: string
  port: number
  close(): Promise<void>
}

/**
 * A hospital's OpenID Connect provider: asks who of its people is there, and says so. As strict as oidc-provider
 * is: registered client and redirect address, PKCE, single-use codes, signed ID tokens,
 * and `iss` in its answers (RFC 9207).
 */
export async function openHospitalSignIn(options: {
  port: number
  portal: RegisteredPortal
  people?: readonly Person[]
}): Promise<HospitalSignIn> {
  const people = options.people ?? PEOPLE
  // A busy caller's next request does not meet the closing of its connection.
  const server = createServer({ keepAliveTimeout: 60_000 })
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = `http://localhost:${port}`
  const provider = await providerAt(issuer, options.portal, people)
  const handle = provider.callback()
  server.on('request', async (request, response) => {
    const path = new URL(request.url ?? '/', issuer).pathname
    if (!path.startsWith('/interaction/')) return handle(request, response)
    try {
      const interaction = await provider.interactionDetails(request, response)
      if (request.method !== 'POST')
        return response.setHeader('content-type', 'text/html; charset=utf-8').end(page(interaction, people))
      const chosen = new URLSearchParams(await bodyOf(request)).get('person')
      const person = people.find(({ id }) => id === chosen)
      return await provider.interactionFinished(
        request,
        response,
        person
          ? { login: { accountId: person.id, amr: person.hasSecondFactor ? ['pwd', 'mfa'] : ['pwd'] } }
          : { error: 'access_denied', error_description: 'Nobody was chosen' },
      )
    } catch {
      return response.writeHead(400).end('Please start again.')
    }
  })
  return {
    issuer,
    port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function providerAt(issuer: string, portal: RegisteredPortal, people: readonly Person[]) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'hospital' }
  const provider = new Provider(issuer, {
    jwks: { keys: [key] },
    cookies: { keys: ['of the simulated hospital'] },
    clients: [
      {
        client_id: portal.clientId,
        redirect_uris: [portal.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        ...('secret' in portal
          ? { client_secret: portal.secret, token_endpoint_auth_method: 'client_secret_post' }
          : {
              jwks_uri: portal.keys,
              token_endpoint_auth_method: 'private_key_jwt',
              token_endpoint_auth_signing_alg: 'ES256',
            }),
      },
    ],
    clientAuthMethods: ['client_secret_post', 'private_key_jwt'],
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    // oidc-provider's own refuses this machine, where the portal's keys are in a test or demo.
    fetch: (url) => fetch(url, { redirect: 'error', signal: AbortSignal.timeout(5_000) }),
    interactions: { policy: asksEachTime(), url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount(_ctx, id) {
      const person = people.find((one) => one.id === id)
      return (
        person && {
          accountId: id,
          claims: () => ({
            ...{ sub: id, email: person.email, email_verified: person.emailVerified },
            ...{ given_name: person.firstName, family_name: person.lastName },
          }),
        }
      )
    },
    // The hospital decides for its people which systems they may sign in to.
    async loadExistingGrant({ oidc }) {
      const { client, account } = oidc
      if (!client || !account) return undefined
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: account.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  return provider
}

/** Whoever comes back to this computer may be another person. */
function asksEachTime() {
  const policy = interactionPolicy.base()
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'each_time',
        'Who is there?',
        'login_required',
        ({ oidc }) => !oidc.result?.login,
      ),
    )
  return policy
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

function page({ params }: Interaction, people: readonly Person[]): string {
  const hint = String(params.login_hint ?? '')
  const choices = people.map(
    ({ id, firstName, lastName, email }) =>
      html`<p><button name="person" value="${id}"${email === hint ? html` autofocus` : undefined}>${firstName} ${lastName}, ${email}</button></p>`,
  )
  return rendered(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simulated hospital</title></head>
<body><main><h1>Harborview Hospital (simulated)</h1><p>Who are you?</p>
<form method="post">${choices}
<p><button name="person" value="">Nobody: cancel</button></p></form></main></body></html>`)
}

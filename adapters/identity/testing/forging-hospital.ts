import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

type Text = Record<string, string>

/** The portal's request for tokens, and what the provider answers with. */
export interface Forgery {
  /** Replaces claims of the ID token; undefined leaves them out. */
  claims?: Record<string, unknown>
  /** Signs with a key that is not among the published ones. */
  signsWithOtherKey?: boolean
  /** Replaces the whole ID token. */
  idToken?: string
}

/**
 * A hospital's provider under an attacker's control: it publishes any addresses and answers a request for tokens with
 * any ID token. Nobody signs in here: tests write the answers.
 */
export async function openForgingHospital() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const own = await generateKeyPair('ES256', { extractable: true })
  const other = await generateKeyPair('ES256', { extractable: true })
  const asked: Text[] = []
  let forgery: Forgery = {}
  const metadata: Record<string, unknown> = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
  }

  async function idToken(nonce: string) {
    if (forgery.idToken !== undefined) return forgery.idToken
    const now = Math.floor(Date.now() / 1000)
    const honest = { iss: issuer, aud: 'karyo', sub: 'u1', nonce, iat: now, exp: now + 300 }
    const person = { email: 'u1@forged.test', email_verified: true, given_name: 'Una', family_name: 'Forged' }
    const claims = { ...honest, ...person, ...forgery.claims }
    const { privateKey } = forgery.signsWithOtherKey ? other : own
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'own' }).sign(privateKey)
  }

  server.on('request', async (request, response) => {
    response.setHeader('content-type', 'application/json')
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return response.end(JSON.stringify(metadata))
      case '/keys':
        return response.end(
          JSON.stringify({ keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'ES256' }] }),
        )
      case '/token': {
        const form = Object.fromEntries(new URLSearchParams(await bodyOf(request)))
        asked.push(form)
        // The code that a test wrote carries the nonce.
        const id_token = await idToken(form.code ?? '')
        return response.end(JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token }))
      }
      default:
        return response.writeHead(404).end('{}')
    }
  })

  return {
    issuer,
    /** The forms with which tokens were requested. */
    asked,
    /** What discovery publishes; tests change it. */
    metadata,
    forge: (next: Forgery) => {
      forgery = next
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

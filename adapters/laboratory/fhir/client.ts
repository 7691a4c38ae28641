import { keepable } from '#domain/text/keepable.ts'
import type { LaboratorySender } from '../port.ts'
import { readAnswer } from './answer.ts'

export interface FhirServer {
  /** Base URL of the laboratory's server, where transactions are posted. */
  url: string
  /** A fixed token, or how to get one (OAuth 2 client credentials). */
  access: { token: string } | ClientCredentials | null
  timeoutMs: number
}

export interface ClientCredentials {
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** '' for the client's default scope. */
  scope: string
}

/** Statuses that concern the connection rather than the order: they mean "try again". */
const LATER = [401, 403, 407, 408, 425, 429]

/**
 * Posts Bundles to the laboratory's server. A 4xx is its answer; a missing reply, 5xx and refused credentials
 * throw.
 */
export function fhirSender({ url, access, timeoutMs }: FhirServer): LaboratorySender & {
  /** Asks for the server's description with our token. Throws if there is no answer, or the token is refused. */
  reach(): Promise<void>
} {
  const closing = new AbortController()
  let token: { value: string; goodUntil: number } | null = null
  const signal = () => AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)])

  async function authorization(): Promise<Record<string, string>> {
    if (access === null) return {}
    if ('token' in access) return { authorization: `Bearer ${access.token}` }
    if (!token || token.goodUntil < Date.now()) token = await fetchToken(access, signal())
    return { authorization: `Bearer ${token.value}` }
  }

  return {
    async send(raw) {
      const { identifier } = JSON.parse(raw) as { identifier?: { value?: string } }
      const reply = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/fhir+json',
          accept: 'application/fhir+json',
          prefer: 'return=representation',
          ...(await authorization()),
        },
        body: raw,
        signal: signal(),
        redirect: 'error',
      }).catch((cause: Error) => {
        throw new Error(`The server at ${url} cannot be reached: ${whyOf(cause)}`, { cause })
      })
      const body = keepable(await reply.text())
      if (reply.status === 401) token = null
      if (reply.status >= 500 || LATER.includes(reply.status))
        throw new Error(`The server at ${url} answered ${reply.status}: ${body.slice(0, 300)}`, {
          // For the log, which must not quote the answer.
          cause: new Error(`status ${reply.status}`),
        })
      return readAnswer(reply.status, body, identifier?.value ?? '')
    },
    async reach() {
      const reply = await fetch(`${url.replace(/\/$/, '')}/metadata`, {
        headers: { accept: 'application/fhir+json', ...(await authorization()) },
        signal: signal(),
        redirect: 'error',
      })
      await reply.body?.cancel()
      if (reply.status >= 500 || LATER.includes(reply.status)) throw new Error(`status ${reply.status}`)
    },
    async close() {
      closing.abort(new Error('The sender was closed before the message was answered'))
    },
  }
}

async function fetchToken(client: ClientCredentials, signal: AbortSignal) {
  const { tokenUrl, clientId, clientSecret, scope } = client
  const basic = [clientId, clientSecret].map(encodeURIComponent).join(':')
  const reply = await fetch(tokenUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(basic).toString('base64')}`, accept: 'application/json' },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope ? { scope } : {}) }),
    signal,
    redirect: 'error',
  }).catch((cause: Error) => {
    throw new Error(`The token endpoint ${tokenUrl} cannot be reached: ${whyOf(cause)}`, { cause })
  })
  const body = (await reply.json().catch(() => ({}))) as { access_token?: unknown; expires_in?: unknown }
  if (!reply.ok || typeof body.access_token !== 'string')
    throw new Error(`The token endpoint ${tokenUrl} returned no token (${reply.status})`)
  const seconds = typeof body.expires_in === 'number' ? body.expires_in : 60
  // Renewed a little early, as the request takes a while.
  return { value: body.access_token, goodUntil: Date.now() + Math.max(seconds - 30, 5) * 1000 }
}

function whyOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message
}

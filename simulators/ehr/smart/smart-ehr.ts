import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import type { Behaviour } from './behaviour.ts'
import { CHARTS, COMMON, nameOf, type Resource, type SimulatedChart } from './charts.ts'
import { answerFhir, type Issued } from './fhir-server.ts'
import { chartPage } from './hook-pages.ts'
import { type HooksClient, hooksClient } from './hooks.ts'
import { chartsPage } from './pages.ts'

/** How the portal is registered here. */
export interface RegisteredPortal {
  clientId: string
  /** Where launches go: the portal's address for this hospital. */
  launchUrl: string
  redirectUri: string
  /** Where the portal's public keys are (`private_key_jwt`). */
  keys: string
  scopes: string
}

/** What a launch was made for. */
interface Context {
  patient: string
  encounter: string
  order: string | null
  clinician: string
  /** What a card's link says to the app that it opens (CDS Hooks). */
  appContext: string
}

interface Code extends Context {
  challenge: string
  nonce: string
  scopes: string
  redirectUri: string
}

/** A hospital's record system that launches the portal, strictly by SMART App Launch 2.2; everybody in it is invented. */
export interface SmartEhr {
  /** The address of its FHIR server: `iss` of its launches. */
  iss: string
  /** Of its ID tokens. */
  issuer: string
  port: number
  /** A launch's address at the portal, as the button “Open Karyo” has it. */
  launch(context?: Partial<Context>): string
  /** As a client of CDS Hooks. */
  hooks: HooksClient
  /** Changes how it behaves from now on; `{}` is well. */
  behave(behaviour: Behaviour): void
  /** What it was asked: paths only, since its start. */
  readonly asked: readonly string[]
  /** How often its token address gave a token. */
  readonly tokensGiven: number
  /** Access tokens that were given and not taken back. */
  readonly tokensOpen: number
  close(): Promise<void>
}

const MINUTE = 60_000

/** Starts the record system on this machine; `grants` are the scopes that it gives at most. */
export async function openSmartEhr(options: {
  port: number
  portal: RegisteredPortal
  charts?: readonly SimulatedChart[]
  grants?: (scope: string) => boolean
  /** The portal's address of its services (CDS Hooks); left out, none is asked. */
  advice?: string
}): Promise<SmartEhr> {
  const { portal, charts = CHARTS, grants = () => true } = options
  // A busy caller's next request does not meet the closing of its connection.
  const server = createServer({ keepAliveTimeout: 60_000 })
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://localhost:${port}`
  const [iss, issuer] = [`${origin}/fhir`, `${origin}/oauth2`]
  const hooks = await hooksClient(origin, options.advice ?? null)
  const own = await generateKeyPair('ES384', { extractable: true })
  const foreign = await generateKeyPair('ES384', { extractable: true })
  const published = { ...(await exportJWK(own.publicKey)), kid: 'ehr', alg: 'ES384', use: 'sig' }
  const resources: Resource[] = [...COMMON, ...charts.flatMap((chart) => chart.resources)]
  const launches = new Map<string, Context>()
  const codes = new Map<string, Code>()
  const issued = new Map<string, Issued>()
  const assertions = new Set<string>()
  const asked: string[] = []
  let behaviour: Behaviour = {}
  let given = 0

  const configuration = {
    ...{ issuer, jwks_uri: `${issuer}/keys`, authorization_endpoint: `${issuer}/authorize` },
    ...{ token_endpoint: `${issuer}/token`, revocation_endpoint: `${issuer}/revoke` },
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['ES384', 'RS384'],
    ...{ grant_types_supported: ['authorization_code'], code_challenge_methods_supported: ['S256'] },
    capabilities: [
      'launch-ehr',
      'client-confidential-asymmetric',
      'context-ehr-patient',
      'sso-openid-connect',
    ],
  }

  function launch(context: Partial<Context> = {}): string {
    const chart = charts.find(({ patient }) => patient === context.patient) ?? charts[0]
    if (!chart) throw new Error('there is no chart')
    const token = randomUUID()
    const { patient, encounter, order } = chart
    launches.set(token, { patient, encounter, order, clinician: 'dr-okonjo', appContext: '', ...context })
    return `${portal.launchUrl}?${new URLSearchParams({ iss, launch: token })}`
  }

  /** An error that only this server's user sees: the address to go back to is not certain. */
  const complain = (response: ServerResponse, text: string) =>
    response.writeHead(400, { 'content-type': 'text/plain' }).end(text)

  function authorize(query: URLSearchParams, response: ServerResponse) {
    const get = (name: string) => query.get(name) ?? ''
    if (get('client_id') !== portal.clientId) return complain(response, 'unknown client')
    if (get('redirect_uri') !== portal.redirectUri) return complain(response, 'another redirect address')
    const back = (parameters: Record<string, string>) => {
      const { answersIss = null, state = get('state') } = behaviour
      const answer = { ...parameters, state, ...(answersIss === null ? {} : { iss: answersIss }) }
      response.writeHead(302, { location: `${portal.redirectUri}?${new URLSearchParams(answer)}` }).end()
    }
    const wrong = [
      [get('response_type') === 'code', 'response_type'],
      [get('aud') === iss, 'aud'],
      [get('code_challenge_method') === 'S256' && get('code_challenge').length === 43, 'code_challenge'],
      [get('scope').split(' ').includes('launch'), 'scope'],
      [get('nonce') !== '' && get('state').length >= 22, 'nonce or state'],
    ].find(([isRight]) => !isRight)
    if (wrong) return back({ error: 'invalid_request', error_description: String(wrong[1]) })
    const context = launches.get(get('launch'))
    // A launch is for one use.
    launches.delete(get('launch'))
    if (!context) return back({ error: 'invalid_request', error_description: 'launch' })
    if (behaviour.declines) return back({ error: 'access_denied' })
    const code = randomUUID()
    const registered = portal.scopes.split(' ')
    const scopes = get('scope')
      .split(' ')
      .filter((one) => registered.includes(one) && grants(one))
    codes.set(code, {
      ...{ ...context, challenge: get('code_challenge'), nonce: get('nonce') },
      ...{ scopes: scopes.join(' '), redirectUri: get('redirect_uri') },
    })
    back({ code })
  }

  const portalKeys = createRemoteJWKSet(new URL(portal.keys), { cooldownDuration: 0 })

  /** Whether the portal has signed for this very address, for a short time, and not twice. */
  async function isPortal(form: URLSearchParams): Promise<boolean> {
    try {
      const { payload, protectedHeader } = await jwtVerify(form.get('client_assertion') ?? '', portalKeys, {
        ...{ audience: configuration.token_endpoint, issuer: portal.clientId, subject: portal.clientId },
        ...{ algorithms: ['ES384'], typ: 'JWT', maxTokenAge: '5 minutes', requiredClaims: ['jti', 'exp'] },
      })
      const isNew = !assertions.has(String(payload.jti))
      assertions.add(String(payload.jti))
      return isNew && protectedHeader.kid !== undefined
    } catch {
      return false
    }
  }

  async function token(form: URLSearchParams, response: ServerResponse) {
    const send = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(body))
    if (behaviour.tokenFails) return send(500, { error: 'server_error' })
    if (!(await isPortal(form))) return send(401, { error: 'invalid_client' })
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!code || challenge !== code.challenge || form.get('redirect_uri') !== code.redirectUri)
      return send(400, { error: 'invalid_grant' })
    const access = randomUUID()
    issued.set(access, { patient: code.patient, scopes: code.scopes, expires: Date.now() + 60 * MINUTE })
    given += 1
    send(
      200,
      without({
        ...{ access_token: access, token_type: 'Bearer', expires_in: 3600, scope: code.scopes },
        ...{ patient: code.patient, encounter: code.encounter, need_patient_banner: true },
        ...(code.order === null ? {} : { fhirContext: [{ reference: `ServiceRequest/${code.order}` }] }),
        ...(code.appContext === '' ? {} : { appContext: code.appContext }),
        ...(code.scopes.split(' ').includes('openid') ? { id_token: await idTokenOf(code) } : {}),
        ...behaviour.tokenAnswer,
      }),
    )
  }

  async function idTokenOf({ clinician, nonce }: Code): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const claims = without({
      ...{ iss: issuer, aud: portal.clientId, sub: `staff-${clinician}`, nonce },
      ...{ fhirUser: `${iss}/Practitioner/${clinician}`, iat: now, exp: now + 300 },
      ...behaviour.idToken,
    })
    if (behaviour.unsigned) return new UnsecuredJWT(claims).encode()
    const { privateKey } = behaviour.foreignKey ? foreign : own
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES384', kid: 'ehr' }).sign(privateKey)
  }

  server.on('request', async (request, response) => {
    const url = new URL(request.url ?? '/', origin)
    asked.push(url.pathname)
    const json = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/fhir/.well-known/smart-configuration') return json(configuration)
    if (url.pathname === '/cds/keys') return json(hooks.keys)
    if (url.pathname === '/oauth2/keys') return json({ keys: [published] })
    if (url.pathname === '/oauth2/authorize') return authorize(url.searchParams, response)
    if (url.pathname === '/oauth2/token' && request.method === 'POST')
      return token(new URLSearchParams(await bodyOf(request)), response)
    if (url.pathname === '/oauth2/revoke' && request.method === 'POST') {
      const form = new URLSearchParams(await bodyOf(request))
      if (await isPortal(form)) issued.delete(form.get('token') ?? '')
      return response.writeHead(200).end()
    }
    if (url.pathname.startsWith('/fhir/')) {
      const fhir = { resources, issued, behaviour: () => behaviour }
      return answerFhir(fhir, request, response, url.pathname.slice(5) + url.search)
    }
    if (['/chart', '/sign', '/feedback'].includes(url.pathname)) return clinicPages(request, response, url)
    if (url.pathname === '/open') {
      const context = Object.fromEntries(url.searchParams) as Partial<Context>
      return response.writeHead(303, { location: launch(context) }).end()
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(chartsPage(charts, url.searchParams, launch))
  })

  /** The pages on which a user opens a chart, signs its order, and answers the cards. */
  async function clinicPages(request: IncomingMessage, response: ServerResponse, url: URL) {
    const form = url.pathname === '/feedback' ? new URLSearchParams(await bodyOf(request)) : url.searchParams
    const chart = charts.find(({ patient }) => patient === form.get('patient'))
    if (!chart) return response.writeHead(404).end('no such chart')
    const clinician = form.get('clinician') ?? 'dr-okonjo'
    try {
      if (url.pathname === '/feedback') {
        await hooks.tell(form.get('card') ?? '', form.get('reason') ?? '')
        const query = new URLSearchParams({ patient: chart.patient, clinician })
        return response.writeHead(303, { location: `/chart?${query}` }).end()
      }
      const isSigning = url.pathname === '/sign'
      const cards = await hooks.ask(isSigning ? 'order-sign' : 'patient-view', chart, clinician)
      const page = chartPage(chart, clinician, { cards, isSigning, name: nameOf(chart.resources[0]) })
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    } catch (error) {
      response.writeHead(502, { 'content-type': 'text/plain' }).end(String(error))
    }
  }

  return {
    ...{ iss, issuer, port, launch, asked, hooks },
    behave(next) {
      behaviour = next
    },
    get tokensGiven() {
      return given
    },
    get tokensOpen() {
      return issued.size
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Without what is null. */
const without = (all: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

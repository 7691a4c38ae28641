import { type CryptoKey, exportJWK, generateKeyPair, importJWK } from 'jose'
import * as client from 'openid-client'
import { isKeepable } from '#domain/text/keepable.ts'
import { boundedFetch } from '../../http/bounded-fetch.ts'
import { type Jwk, type LaunchArrival, type LaunchClient, type Launches, LaunchRefused } from '../port.ts'
import { ANSWERED_WITHIN_MS } from './fetch-json.ts'
import { fetchMetadata } from './metadata.ts'
import { readChart } from './read-chart.ts'

const CLOCK_TOLERANCE_SECONDS = 60
/** Of one answer: tokens, or keys. */
const MOST_BYTES = 1_000_000
const SIGNED_BY = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512']

async function newKey() {
  const pair = await generateKeyPair('ES384', { extractable: true })
  const common = { kid: crypto.randomUUID(), alg: 'ES384', use: 'sig' }
  const whole = async (key: CryptoKey): Promise<Jwk> => ({ ...(await exportJWK(key)), ...common })
  return { privateKey: await whole(pair.privateKey), publicKey: await whole(pair.publicKey) }
}

/** The addresses are those that were agreed on: what the server announces now changes nothing. */
async function configurationOf(
  { metadata, clientId, key }: LaunchClient,
  withinMs: number,
): Promise<client.Configuration> {
  const signing = { key: (await importJWK(key, 'ES384')) as CryptoKey, kid: key.kid }
  const configuration = new client.Configuration(
    // SMART's configuration does not tell how ID tokens are signed: by a published key in any case.
    { ...metadata, id_token_signing_alg_values_supported: [...SIGNED_BY] },
    clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    client.PrivateKeyJwt(signing, {
      // SMART wants the token address: an assertion that another server obtained is worth nothing at this one.
      [client.modifyAssertion](header, payload) {
        header.typ = 'JWT'
        payload.aud = metadata.token_endpoint
      },
    }),
  )
  configuration.timeout = withinMs / 1_000
  configuration[client.customFetch] = boundedFetch(MOST_BYTES)
  client.enableNonRepudiationChecks(configuration)
  if (metadata.token_endpoint.startsWith('http:')) client.allowInsecureRequests(configuration)
  return configuration
}

/**
 * SMART App Launch 2.2 as a confidential client: authorization code with PKCE, `state`, `nonce`, a signed ID token.
 * Access tokens live here only, from the answer to the last read of the chart. `withinMs`: how long one answer of the
 * hospital may take.
 */
export function smartLaunches({
  production,
  withinMs = ANSWERED_WITHIN_MS,
}: {
  production: boolean
  withinMs?: number
}): Launches {
  return {
    fetchMetadata: (iss) => fetchMetadata(iss, { production, withinMs }),
    newKey,

    async leave(registered, { launch, callback }) {
      const departure = {
        ...{ state: client.randomState(), nonce: client.randomNonce() },
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(await configurationOf(registered, withinMs), {
        ...{ redirect_uri: callback, scope: registered.scopes, response_type: 'code' },
        ...{ state: departure.state, nonce: departure.nonce, code_challenge_method: 'S256' },
        code_challenge: await client.calculatePKCECodeChallenge(departure.verifier),
        ...{ launch, aud: registered.iss },
      })
      return { to: url.href, departure }
    },

    async comeBack(registered, answer, departure) {
      const configuration = await configurationOf(registered, withinMs)
      const tokens = await redeem(configuration, answer, departure)
      const claims = tokens.claims()
      // It is kept, and found again by it.
      if (!claims || !isKeepable(claims.sub)) throw new LaunchRefused('invalid-answer')
      try {
        return await arrivalOf(registered, tokens, claims, withinMs)
      } finally {
        await endToken(configuration, tokens.access_token)
      }
    },
  }
}

async function redeem(
  configuration: client.Configuration,
  answer: URL,
  { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
) {
  try {
    return await client.authorizationCodeGrant(configuration, answer, {
      ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
    })
  } catch (error) {
    if (error instanceof client.AuthorizationResponseError) throw new LaunchRefused('declined')
    throw new LaunchRefused(isAway(error) ? 'away' : 'invalid-answer')
  }
}

async function arrivalOf(
  registered: LaunchClient,
  tokens: client.TokenEndpointResponse,
  { iss, sub, fhirUser, profile }: client.IDToken,
  withinMs: number,
): Promise<LaunchArrival> {
  const { patient, encounter, scope, fhirContext, appContext } = tokens as Record<string, unknown>
  if (typeof patient !== 'string' || !FHIR_ID.test(patient)) throw new LaunchRefused('no-patient')
  const chart = await readChart({
    ...{ base: registered.iss, token: tokens.access_token, patient, withinMs },
    encounter: typeof encounter === 'string' && FHIR_ID.test(encounter) ? encounter : null,
    user: typeof fhirUser === 'string' ? fhirUser : typeof profile === 'string' ? profile : '',
    scopes: (typeof scope === 'string' ? scope : registered.scopes).split(' '),
    orders: contextOf(fhirContext),
    recordNumberSystem: registered.recordNumberSystem,
  })
  if (!chart) throw new LaunchRefused('no-patient')
  return { issuer: iss, subject: sub, patientId: patient, chart, namedOrder: orderNamedIn(appContext) }
}

/** What a card of ours has in its link (`appContext` of CDS Hooks), as the hospital gives it back: text, or already read. */
function orderNamedIn(context: unknown): number | null {
  const named: unknown = typeof context === 'string' ? jsonOf(context) : context
  const order = (named as { order?: unknown } | null | undefined)?.order
  return typeof order === 'number' && Number.isSafeInteger(order) && order > 0 ? order : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The type `id` of FHIR R4. */
const FHIR_ID = /^[A-Za-z0-9\-.]{1,64}$/

/** The orders that the launch names. */
function contextOf(context: unknown): string[] {
  const named: unknown[] = Array.isArray(context) ? context : []
  return named
    .map((one) => (one as { reference?: unknown } | null)?.reference)
    .filter((one): one is string => typeof one === 'string' && one.startsWith('ServiceRequest/'))
}

/** The token has done its work. A hospital that does not take it back ends it by itself. */
async function endToken(configuration: client.Configuration, token: string): Promise<void> {
  if (configuration.serverMetadata().revocation_endpoint === undefined) return
  await client.tokenRevocation(configuration, token).catch(() => undefined)
}

/** The server did not answer, or with an error of its own (5xx). */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof TypeError && error.message === 'fetch failed') return true
  if (error instanceof client.ClientError && error.code === 'OAUTH_TIMEOUT') return true
  return error.cause instanceof Response && error.cause.status >= 500
}

import { accountUrl, startEmbeddedIdentity } from '#adapters/identity/embedded/start.ts'
import { oidcVerifier } from '#adapters/identity/verify.ts'
import type { Brand } from '#domain/brand/brand.ts'
import { type Connection, isDatabaseAway } from '../database/connection/connect.ts'
import type { SendMail } from '../features/mail/public.ts'
import type { Heavy } from '../heavy/heavy.ts'
import type { Config } from './config.ts'
import { identityEventsInto } from './identity-events.ts'

interface IdentityDeps {
  portal: Connection
  worker: Connection
  /** Opened for the embedded provider only. */
  identity(): Connection
  secret: string
  heavy: Heavy
  sendMail: SendMail
  brand: Brand
}

/** The configured OpenID Connect provider, or the embedded one. */
export async function openIdentity(config: Config, deps: IdentityDeps) {
  const { portal, worker, secret, heavy, sendMail, brand } = deps
  const common = { audience: config.OIDC_AUDIENCE, rolesClaim: config.OIDC_ROLES_CLAIM }
  const fhir = {
    audience: config.KARYO_FHIR_AUDIENCE ?? `${config.publicOrigin}/fhir`,
    clients: config.KARYO_FHIR_CLIENTS,
  }
  // Accepts the portal's own tokens too, so that the FHIR endpoints can say what they lack.
  const either = [common.audience, fhir.audience]
  if (config.OIDC_ISSUER) {
    const issuer = config.OIDC_ISSUER
    const demanded = {
      ...common,
      issuer,
      requireAccessTokenType: config.OIDC_REQUIRE_TOKEN_TYPE === 'on',
      requireAmr: config.OIDC_REQUIRE_AMR,
      requireAcr: config.OIDC_REQUIRE_ACR,
    }
    const systems = fhir.clients.map(({ id }) => id)
    return {
      issuer,
      embedded: null,
      accountUrl: config.OIDC_ACCOUNT_URL ?? null,
      verifier: oidcVerifier(demanded),
      fhirVerifier: oidcVerifier({ ...demanded, audience: either, systems }),
    }
  }
  const issuer = `${config.publicOrigin}/identity`
  const embedded = await startEmbeddedIdentity({
    ...common,
    issuer,
    portalOrigin: config.publicOrigin,
    pool: deps.identity().pool,
    secret,
    laboratoryName: brand.name,
    accentColor: brand.accent[7],
    supportEmail: brand.contact.email,
    supportPhone: brand.contact.phone,
    secondFactor: config.KARYO_SECOND_FACTOR,
    heavy: heavy.passwords,
    sendMail: (mail) => sendMail(worker.db, mail),
    onEvent: identityEventsInto(worker, portal),
    production: config.production,
    isAway: isDatabaseAway,
    fhir,
  })
  const { keys } = embedded
  return {
    ...{ issuer, embedded, accountUrl, verifier: oidcVerifier({ ...common, issuer, keys }) },
    fhirVerifier: oidcVerifier({ ...common, issuer, keys, audience: either }),
  }
}

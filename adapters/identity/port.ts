/** An access token's statements about its bearer (specification §7, Identity provider). */
export interface Claims {
  sub: string
  email: string | null
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
  /** From the configured claim key. */
  roles: readonly string[]
  /** The granted scopes, such as `user/Patient.rs` (SMART); none for the portal's own use. */
  scopes: readonly string[]
  /**
   * The client that requested it; null if the provider does not tell. A client's own token has its ID as
   * `sub`.
   */
  clientId: string | null
  /**
   * The session in which it was issued (`sid`); null if the provider does not tell, or no user is signed in.
   */
  sessionId: string | null
  /**
   * When the user last proved who they are (`auth_time`), in seconds since 1970; null if the provider does not tell.
   */
  signedInAt: number | null
  /** When the token was issued (`iat`), in seconds since 1970; null if the provider does not tell. */
  issuedAt: number | null
  /** Seconds since 1970. */
  exp: number
}

/**
 * Verifies a bearer token: signature, issuer, audience, expiry and type (`at+jwt`, RFC 9068). Offline: the
 * provider is asked for its keys only, and only when an unknown key appears.
 */
export interface TokenVerifier {
  /**
   * Throws `InvalidToken` for anything but a valid access token for us, `ProviderAway` if that can't be
   * determined.
   */
  verify(token: string): Promise<Claims>
}

/** A client of the FHIR endpoints: an EHR, or the laboratory's own system. */
export interface FhirClient {
  id: string
  /** The name in the audit trail. */
  name: string
  /** Null for a public client, which can only sign users in. */
  secret: string | null
  scopes: readonly string[]
  /** Codes of the institutions that its `system/` scopes cover. */
  institutions: readonly string[]
  /** Redirect addresses after a sign-in; empty for a system that acts for itself. */
  redirectUris: readonly string[]
}

/** The FHIR endpoints for which the embedded provider issues tokens. */
export interface FhirAccess {
  audience: string
  clients: readonly FhirClient[]
}

export class InvalidToken extends Error {
  override name = 'InvalidToken'
}

/**
 * The provider or its keys are unreachable: the token may be valid, so nobody must be told that it is not.
 */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}

/** Why a sign-in, or a repeated password check, was refused. */
export type RefusalReason =
  | 'wrong-password'
  | 'wrong-code'
  | 'wrong-passkey'
  | 'locked'
  | 'unverified'
  | 'throttled'

/** An event in the embedded provider, for the audit trail. */
export type IdentityEvent = {
  /** The account; null if there is none, or it is unknown. */
  sub: string | null
  /** The account's email, or the one typed. Null if what was typed is not an email address. */
  email: string | null
  /** The client's IP address. */
  address: string
} & (
  | { type: 'account-created' }
  | { type: 'email-verified' }
  | { type: 'email-changed'; previous: string }
  /** `amr`: the methods (RFC 8176), such as `pwd`, `otp`, `mfa`. */
  /** `hospital`: the ID of the hospital at which the user logged in. */
  | { type: 'signed-in'; amr: readonly string[]; hospital?: string }
  | { type: 'hospital-sign-in-refused'; hospital: string; reason: HospitalSignInRefusal }
  | { type: 'hospital-linked'; hospital: string }
  | { type: 'hospital-unlinked'; hospital: string }
  | { type: 'sign-in-refused'; reason: RefusalReason }
  | { type: 'account-locked' }
  | { type: 'password-changed'; how: 'changed' | 'reset' }
  | { type: 'second-factor-changed'; change: SecondFactorChange }
  | { type: 'session-ended'; why: 'logout' | 'ended-by-owner' | 'password-changed' }
  /** A form arrived with fields that it does not have, such as `roles`. */
  | { type: 'elevation-attempt'; form: string; fields: readonly string[] }
)

/** A domain of e-mail addresses that a hospital's provider speaks for. */
export interface HospitalDomain {
  domain: string
  /** The code of the one institution whose addresses these are. */
  institution: string
  /** False: its users log in at their hospital only. */
  allowsPassword: boolean
}

/** A hospital whose users log in at its own OpenID Connect provider. */
export interface HospitalProvider {
  id: string
  /** What users read. */
  name: string
  issuer: string
  clientId: string
  /** The provider's addresses that sign-ins use, as last fetched. */
  endpoints: { authorization: string; token: string; keys: string }
  domains: readonly HospitalDomain[]
  /** How many accounts are linked. */
  users: number
  /** The redirect address to register at the provider. */
  callback: string
  /** Where the provider finds the portal's public keys; null if the two share a secret. */
  keys: string | null
}

export interface NewHospital
  extends Pick<HospitalProvider, 'id' | 'name' | 'issuer' | 'clientId' | 'domains'> {
  /** Null: the portal signs with a key of its own (`private_key_jwt`). */
  clientSecret: string | null
}

/** The hospitals of the embedded provider, for those who set them up. */
export interface HospitalProviders {
  list(): Promise<HospitalProvider[]>
  /** Adds or replaces one. Throws `HospitalRefused`. */
  save(hospital: NewHospital): Promise<void>
  /** Ends its sign-ins, links and sessions; false if there is none. */
  remove(id: string): Promise<boolean>
}

/** Why a hospital cannot be set up so. */
export type HospitalRefusal =
  /** Another hospital has the issuer or domain, or this one has another issuer. */
  | 'taken'
  /** No answer at the issuer's address. */
  | 'away'
  /** The answer does not describe a usable provider of that issuer. */
  | 'unusable'

export class HospitalRefused extends Error {
  override name = 'HospitalRefused'
  readonly field: string
  readonly value: string
  readonly why: HospitalRefusal
  /** The other hospital's name, or the provider's error. */
  readonly detail: string

  constructor(field: string, value: string, why: HospitalRefusal, detail: string) {
    super(`${field} ${value}: ${why} (${detail})`)
    this.field = field
    this.value = value
    this.why = why
    this.detail = detail
  }
}

/** Why a hospital's answer signed nobody in. */
export type HospitalSignInRefusal =
  /** The answer failed a check: issuer, state, nonce, signature, client, times. */
  | 'invalid-answer'
  /** The hospital did not sign the user in. */
  | 'declined'
  /** The hospital does not say that the address is verified. */
  | 'unverified'
  /** The address is of a domain that the hospital does not speak for. */
  | 'foreign-domain'
  /** The account of that address belongs to another user of the hospital. */
  | 'taken'
  /** An account of the laboratory's staff, which only its own password opens. */
  | 'staff'
  /** The hospital names nobody. */
  | 'no-name'
  | 'away'

export type SecondFactorChange =
  | 'authenticator-on'
  | 'authenticator-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes-made'
  | 'recovery-code-used'

/**
 * Runs processor-heavy work away from the event loop: calls a function of a module, given by URL, with one
 * value, and returns its result. `who` is the client, so that each gets its turn. Throws an error with
 * `statusCode` 503 if no worker is free or it takes longer than `withinMs`.
 */
export type Heavy = <Result>(work: {
  module: string
  name: string
  input: unknown
  who: string
  withinMs?: number
}) => Promise<Result>

/** A mail in plain text. */
export interface IdentityMail {
  to: string
  subject: string
  text: string
}

/** What an access token says of its bearer (specification §7, Identity provider). */
export interface Claims {
  sub: string
  email: string | null
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
  /** From the configured claim key. */
  roles: readonly string[]
  /** What it was given for, such as `user/Patient.rs` (SMART); none for the portal's own use. */
  scopes: readonly string[]
  /** Who asked for it; null where the provider does not say. A client's own token has its id as `sub`. */
  clientId: string | null
  /** The session in which it was given (`sid`); null where the provider does not say, or nobody is signed in. */
  sessionId: string | null
  /** Seconds since 1970. */
  exp: number
}

/**
 * Checks a bearer token: signature, issuer, audience, expiry and type (`at+jwt`, RFC 9068). Offline: the
 * provider is asked only for its keys, and only when an unknown key appears.
 */
export interface TokenVerifier {
  /** Throws `InvalidToken` for anything but a valid access token for us, `ProviderAway` where that can't be known. */
  verify(token: string): Promise<Claims>
}

/** A client of the FHIR endpoints: an EHR, or the laboratory's own system. */
export interface FhirClient {
  id: string
  /** As the audit trail names it. */
  name: string
  /** Null for a public client, which can only have users sign in. */
  secret: string | null
  scopes: readonly string[]
  /** Codes of the institutions that its `system/` scopes reach. */
  institutions: readonly string[]
  /** Where users come back to; none for a system that acts for itself. */
  redirectUris: readonly string[]
}

/** The FHIR endpoints as the embedded provider gives tokens for them. */
export interface FhirAccess {
  audience: string
  clients: readonly FhirClient[]
}

export class InvalidToken extends Error {
  override name = 'InvalidToken'
}

/** The provider, or its keys, are out of reach: a token may be good, and nobody is to be told that theirs is not. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}

/** Why a sign-in, or a password that was asked for again, was refused. */
export type RefusalReason =
  | 'wrong-password'
  | 'wrong-code'
  | 'wrong-passkey'
  | 'locked'
  | 'unverified'
  | 'throttled'

/** What happened in the embedded provider, for the audit trail. */
export type IdentityEvent = {
  /** Whose account; null where there is none, or where it is not known. */
  sub: string | null
  /** The account's, or the one that was typed. Null where what was typed is no e-mail address. */
  email: string | null
  /** From where, as an IP address. */
  address: string
} & (
  | { type: 'account-created' }
  | { type: 'email-verified' }
  | { type: 'email-changed'; previous: string }
  /** `amr`: how (RFC 8176), such as `pwd`, `otp`, `mfa`. */
  | { type: 'signed-in'; amr: readonly string[] }
  | { type: 'sign-in-refused'; reason: RefusalReason }
  | { type: 'account-locked' }
  | { type: 'password-changed'; how: 'changed' | 'reset' }
  | { type: 'second-factor-changed'; change: SecondFactorChange }
  | { type: 'session-ended'; why: 'logout' | 'ended-by-owner' | 'password-changed' }
  /** A form came with fields that it does not have, such as `roles`. */
  | { type: 'elevation-attempt'; form: string; fields: readonly string[] }
)

export type SecondFactorChange =
  | 'authenticator-on'
  | 'authenticator-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes-made'
  | 'recovery-code-used'

/**
 * Has work done that takes a processor for long, away from who waits: calls a function of a module, named by its address,
 * with one value, and gives what it gives. `who` asks for it: everybody has their turn. Throws an error with the
 * `statusCode` 503 where there is no place, or it takes longer than `withinMs`.
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

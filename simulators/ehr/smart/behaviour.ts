/** What a bad hospital, a broken one or an attacker in its place does: one switch for each. */
export interface Behaviour {
  /** The authorization server sends users back with its own `iss`, or with this one; null: without it. */
  answersIss?: string | null
  /** `state` of the answer in place of the portal's. */
  state?: string
  /** Parts of the ID token that differ; null leaves one out. */
  idToken?: Record<string, unknown>
  /** Signs ID tokens with a key that is not published. */
  foreignKey?: boolean
  /** Leaves the ID token unsigned (`none`). */
  unsigned?: boolean
  /** Parts of the token answer that differ; null leaves one out. */
  tokenAnswer?: Record<string, unknown>
  /** Refuses the user. */
  declines?: boolean
  /** The token address answers 500. */
  tokenFails?: boolean
  /** The FHIR server answers these types of resources with this status. */
  refuses?: Record<string, number>
  /** Requests for these types of resources are never answered. */
  silent?: readonly string[]
  /** The FHIR server answers every read of a type with another patient's. */
  mixesUp?: readonly string[]
  /** The FHIR server redirects to this address. */
  redirects?: string
  /** An answer of the FHIR server that is this many bytes larger. */
  padding?: number
}

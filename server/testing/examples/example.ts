/** The ids for an example's path: an institution, one of its orders and users, and the client's own id. */
export interface ExampleIds {
  hospital: string
  /** An order of the institution; of another one if the institution does not exist. */
  order: number
  /** Its OrderSubmitter. */
  user: number
  institution: number
  /** 0 if the client is not registered. */
  ownId: number
}

/** One request to a route, and who is admitted. */
export interface Example {
  /**
   * Who is admitted: anybody, any valid token, an active user, an active user for themself, the laboratory's
   * Support, or a user with one of these permissions.
   */
  needs: 'nobody' | 'token' | 'active user' | 'own' | 'support' | string[]
  path(ids: ExampleIds): string
  body?: unknown
  headers?: Record<string, string>
  /** The status for an admitted client. Every order of this file is reported: requests that change one get 409. */
  answer: number
  /**
   * The access check does not read the institution from the path: a user without the permission at any
   * institution is refused whatever the path names.
   */
  anywhere?: true
  /**
   * The path has an object's number and no institution: for an unknown institution the foreign one's object
   * is used.
   */
  byNumber?: true
  /** The status for an unregistered account, if that is not `not-registered`. */
  unregistered?: number
  /** For approved users who have not accepted the terms or attested yet. */
  beforeGates?: true
}

/** What an example asks for: an institution, an order and a user of it, and the caller's own id. */
export interface ExampleIds {
  hospital: string
  /** An order of the institution; of another one where the institution does not exist. */
  order: number
  /** Its OrderSubmitter. */
  user: number
  institution: number
  /** 0 where the caller is not registered. */
  ownId: number
}

/** One request of a route, and who gets in with it. */
export interface Example {
  /**
   * Who gets in: anybody, any valid token, an active user, an active user about themself, the laboratory's Support,
   * or who holds one of these permissions.
   */
  needs: 'nobody' | 'token' | 'active user' | 'own' | 'support' | string[]
  path(ids: ExampleIds): string
  body?: unknown
  headers?: Record<string, string>
  /** What whoever gets in is answered. Every order of this file is reported: what changes one is refused with 409. */
  answer: number
  /** The institution is no access check of the path: who holds the permission nowhere is refused whatever they name. */
  anywhere?: true
  /** The path has the number of a thing and no institution: for an unknown one the foreign one's is asked for. */
  byNumber?: true
  /** What an account that is not registered is answered, where that is not `not-registered`. */
  unregistered?: number
  /** For approved users, before they have accepted the terms and attested. */
  beforeGates?: true
}

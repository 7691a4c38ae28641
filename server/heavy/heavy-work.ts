/** The interface of heavy work, for modules that have some; heavy/heavy.ts runs it. */

/** One piece of work: a module's function that is called with `input` in a worker thread. */
export interface HeavyWork {
  /** The module's URL (`import.meta.url` or derived from it). The thread loads it with all its imports. */
  module: string
  /** The exported function, with one parameter; its argument and result are copied between threads. */
  name: string
  input: unknown
  /** The client: a user, or the network of somebody who is not signed in. Clients take turns. */
  who: string
  /** Shorter than the pool's limit. */
  withinMs?: number
}

export type RunHeavy = <Result>(work: HeavyWork) => Promise<Result>

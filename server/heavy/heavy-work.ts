/** Heavy work: its shape, for whoever has some; what does it is in heavy/heavy.ts. */

/** One piece of work: a function of a module, which is called with `input` in a thread of its own. */
export interface HeavyWork {
  /** The module's address (`import.meta.url`, or made with it). It and all that it imports is loaded in the thread. */
  module: string
  /** A function of one parameter that the module exports; what it takes and gives is copied. */
  name: string
  input: unknown
  /** Who asks: a user, or the network of who is nobody yet. Everybody has their turn. */
  who: string
  /** Shorter than the room's. */
  withinMs?: number
}

export type RunHeavy = <Result>(work: HeavyWork) => Promise<Result>

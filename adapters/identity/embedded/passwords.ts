import type { Heavy } from '../port.ts'
import type { fitsHash, hashOf, strengthOf } from './password-work.ts'

const module = new URL('./password-work.ts', import.meta.url).href

/** Judging what a password is worth takes a tenth of a second. */
const JUDGED_WITHIN_MS = 3_000

/** Does it here: for a command, or a test, beside which nobody waits. */
export const inThisThread: Heavy = async ({ module: address, name, input }) =>
  (await import(address))[name](input)

export type Passwords = ReturnType<typeof passwordsBy>

/** Passwords, hashed and judged elsewhere. `who` is the network of who asks: everybody has their turn. */
export function passwordsBy(heavy: Heavy) {
  type InputOf<Work extends (input: never) => unknown> = Parameters<Work>[0]
  return {
    /** To be kept: `scrypt$…`. */
    hash: (input: InputOf<typeof hashOf>, who: string) =>
      heavy<ReturnType<typeof hashOf>>({ module, name: 'hashOf', input, who }),
    /** Whether a kept one is this password's, and whether it is to be kept anew. */
    fits: (input: InputOf<typeof fitsHash>, who: string) =>
      heavy<ReturnType<typeof fitsHash>>({ module, name: 'fitsHash', input, who }),
    /** From 0 to 4. */
    strength: (input: InputOf<typeof strengthOf>, who: string) =>
      heavy<Awaited<ReturnType<typeof strengthOf>>>({
        ...{ module, name: 'strengthOf', input, who },
        withinMs: JUDGED_WITHIN_MS,
      }),
  }
}

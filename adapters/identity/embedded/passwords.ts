import type { Heavy } from '../port.ts'
import type { fitsHash, hashOf, strengthOf } from './password-work.ts'

const module = new URL('./password-work.ts', import.meta.url).href

/** Judging a password takes a tenth of a second; the first also starts a thread and reads its dictionaries, a second or several. */
const JUDGED_WITHIN_MS = 10_000

/** Runs the work in this thread: for a command or test that keeps nobody waiting. */
export const inThisThread: Heavy = async ({ module: address, name, input }) =>
  (await import(address))[name](input)

export type Passwords = ReturnType<typeof passwordsBy>

/** Hashes and judges passwords in a worker. `who` is the client's network, so that each gets its turn. */
export function passwordsBy(heavy: Heavy) {
  type InputOf<Work extends (input: never) => unknown> = Parameters<Work>[0]
  return {
    /** Returns the hash to store: `scrypt$…`. */
    hash: (input: InputOf<typeof hashOf>, who: string) =>
      heavy<ReturnType<typeof hashOf>>({ module, name: 'hashOf', input, who }),
    /** Whether a stored hash belongs to this password, and whether it should be renewed. */
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

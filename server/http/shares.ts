import { fail, ProblemError, problemOf } from '#contract/errors.ts'
import type { Cost } from '#contract/route.ts'
import { COST_LIMITS } from './costs.ts'

/** How many may wait for each place. */
const WAITING_FOR_EACH = 4
/** A request that has not begun by then is refused. */
const WAITS_MS = 10_000

/** The places of one share. Deleted when no place is taken. */
interface Share {
  taken: number
  waiting: (() => void)[]
}

export interface ShareRequest {
  cost: Cost
  /** The user, or the network of a client that is not signed in. */
  one: string
  /**
   * The request's institution, or null. Clients that are not signed in are counted by network, with a group's
   * limit.
   */
  many: string | null
  signedIn: boolean
}

export type Shares = ReturnType<typeof openShares>

/**
 * Shares of this process's concurrent work, by the request's class (costs.ts): for each user and for each
 * institution. Further requests wait in turn; if too many wait, or for too long, a request is refused with
 * `too-many-requests`.
 */
export function openShares() {
  const shares = new Map<string, Share>()

  async function enter(key: string, limit: number): Promise<() => void> {
    const share = shares.get(key) ?? { taken: 0, waiting: [] }
    shares.set(key, share)
    if (share.taken < limit) share.taken += 1
    else if (share.waiting.length >= limit * WAITING_FOR_EACH) fail('too-many-requests')
    else await turn(share)
    return () => {
      const next = share.waiting.shift()
      if (next) return next()
      share.taken -= 1
      if (share.taken === 0) shares.delete(key)
    }
  }

  return {
    /** Resolves once there is a place, with the function that frees it; calling that again has no effect. */
    async enter({ cost, one, many, signedIn }: ShareRequest): Promise<() => void> {
      const { maxConcurrentPerUser, maxConcurrentPerGroup } = COST_LIMITS[cost]
      const leaveOne = await enter(
        `${cost} one ${one}`,
        signedIn ? maxConcurrentPerUser : maxConcurrentPerGroup,
      )
      const leaveMany =
        many === null
          ? undefined
          : await enter(`${cost} many ${many}`, maxConcurrentPerGroup).catch((error: unknown) => {
              leaveOne()
              throw error
            })
      let left = false
      return () => {
        if (left) return
        left = true
        leaveMany?.()
        leaveOne()
      }
    },

    /** How many shares have places taken. */
    size: () => shares.size,
  }
}

/** Resolves when a place is handed on. */
function turn({ waiting }: Share): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(late)
      resolve()
    }
    const late = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(new ProblemError(problemOf('too-many-requests')))
    }, WAITS_MS)
    waiting.push(begin)
  })
}

import { fail, ProblemError, problemOf } from '#contract/errors.ts'
import type { Cost } from '#contract/route.ts'
import { COST_LIMITS } from './costs.ts'

/** For each that runs at once so many may wait. */
const WAITING_FOR_EACH = 4
/** Whoever has not begun by then is told to come again. */
const WAITS_MS = 10_000

/** Places of one share. Gone when nobody holds one. */
interface Share {
  taken: number
  waiting: (() => void)[]
}

export interface ShareRequest {
  cost: Cost
  /** The user, or the network of who is not signed in. */
  one: string
  /** The institution of the request; null where there is none. Who is not signed in has the network's share of many. */
  many: string | null
  signedIn: boolean
}

export type Shares = ReturnType<typeof openShares>

/**
 * Shares of what this process does at once, by the class of the request (costs.ts): for each user, and for each
 * institution. Who asks for more waits in turn; when too many wait, or it takes too long, the request is refused with
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
    /** Resolves once there is a place; what it gives leaves it again, and does so once however often it is called. */
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

    /** How many shares are held at all. */
    size: () => shares.size,
  }
}

/** Resolves when a place was handed on. */
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

import { setTimeout as delay } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'

/** If the page has responded for this long without any request, no other page will come. */
const NOTHING_FOR_MS = 10_000
/** Slower requests are not waited for. */
const ANSWERED_WITHIN_MS = 20_000
/** A page that does not respond for this long hangs. */
const HANGS_MS = 300_000
/**
 * The most of one round that counts as time in which the page responded: in a longer round, the page or the
 * machine was busy.
 */
const ROUND_MS = 100

export interface PageAtRest {
  /** Waits until there are no pending requests. */
  waitUntilIdle(): Promise<void>
  /**
   * Waits for the page's next frame and the work after it; returns how much of this counts as responsive, in
   * ms.
   */
  frame(): Promise<number>
  /** Waits until `isThere` holds and a page is shown; false if nothing can bring that about any more. */
  comes(isThere: () => boolean): Promise<boolean>
}

/** Detects when a page is idle, however busy the machine is. */
export function pageAtRest(page: Page): PageAtRest {
  const openRequests = new Set<Request>()
  page.on('request', (request) => {
    // Replies to the previous document's requests no longer matter.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) openRequests.clear()
    if (!isOpenEnded(request)) openRequests.add(request)
  })
  page.on('requestfinished', (request) => openRequests.delete(request))
  page.on('requestfailed', (request) => openRequests.delete(request))

  async function frame(): Promise<number> {
    const begun = Date.now()
    const next = page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    // Rejected if another document got in between: the next round tries again.
    await orHangs(next.catch(() => null))
    return Math.min(Date.now() - begun, ROUND_MS)
  }
  const hasHeading = () =>
    orHangs(page.evaluate(() => document.querySelector('#main h1') !== null).catch(() => false))

  return {
    frame,
    async waitUntilIdle() {
      const until = Date.now() + ANSWERED_WITHIN_MS
      while (openRequests.size > 0 && Date.now() < until) await delay(10)
    },
    async comes(isThere) {
      let quiet = 0
      while (!(isThere() && (await hasHeading()))) {
        const answered = await frame()
        quiet = openRequests.size > 0 ? 0 : quiet + answered + 20
        if (quiet > NOTHING_FOR_MS) return false
        await delay(20)
      }
      return true
    },
  }
}

export const isOpenEnded = (request: Request) => /\/api\/events/.test(request.url())

async function orHangs<T>(answer: Promise<T>): Promise<T> {
  const ended = new AbortController()
  const hung = delay(HANGS_MS, undefined, { signal: ended.signal }).then(
    () => Promise.reject(new Error(`The page has not answered for ${HANGS_MS / 1000} s`)),
    () => answer,
  )
  try {
    return await Promise.race([answer, hung])
  } finally {
    ended.abort()
  }
}

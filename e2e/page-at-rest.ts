import { setTimeout as delay } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'

/** Where the page answered for so long and asked for nothing, no other page comes any more. */
const NOTHING_FOR_MS = 10_000
/** A request that takes longer is not waited for. */
const ANSWERED_WITHIN_MS = 20_000
/** A page that does not answer for so long hangs. */
const HANGS_MS = 300_000
/** As much of a round counts as time in which the page answered: what is longer, it or the machine was busy. */
const ROUND_MS = 100

export interface PageAtRest {
  /** Waits until nothing is asked for any more. */
  waitUntilIdle(): Promise<void>
  /** Waits for the next frame of the page, and what follows it: as much of it as counts as answered, in ms. */
  frame(): Promise<number>
  /** Waits until `isThere` holds and a page is shown; false where nothing brings that about any more. */
  comes(isThere: () => boolean): Promise<boolean>
}

/** Tells when nothing is under way on a page any more, however busy the machine is. */
export function pageAtRest(page: Page): PageAtRest {
  const openRequests = new Set<Request>()
  page.on('request', (request) => {
    // Whatever the document before asked for is answered to nobody.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) openRequests.clear()
    if (!isOpenEnded(request)) openRequests.add(request)
  })
  page.on('requestfinished', (request) => openRequests.delete(request))
  page.on('requestfailed', (request) => openRequests.delete(request))

  async function frame(): Promise<number> {
    const begun = Date.now()
    const next = page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    // Refused where another document comes in between: the next round asks that.
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

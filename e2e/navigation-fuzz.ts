import { setTimeout as delay } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'
import { randomSource } from '#server/testing/fuzz/random-source.ts'
import { handOn } from './hand.ts'
import { isOpenEnded, pageAtRest } from './page-at-rest.ts'
import { type Press, pressesSince, type Target, targetsIn, traceSince, watchPresses } from './press-watch.ts'
import { type Things, UNDER_WAY } from './under-way.ts'

/** The result of one walk: the number of clicks, and those without their promised effect. */
export interface Walk {
  clicks: number
  lost: string[]
}

interface Plan extends Things {
  clicks: number
  seed: number
  /** How many times slower than the machine the page's processor is; only for what is printed. */
  slowdown: number
  /**
   * Probability from 0 to 1 of beginning something that responds later (`UNDER_WAY`), rather than pressing a
   * few random elements.
   */
  share: number
  /** Completes the sign-in page after “Log out” was pressed. */
  signIn: () => Promise<void>
}

/** Pages from which a walk restarts; they continue to load something after they are shown. */
const STARTS = ['/create?test=1102', '/create', '/orders', '/dashboard', '/orders?status=reported', '/kits']

/** Longer than the delay before a form is first saved, on the slowest processor. */
const REQUESTS_WITHIN_MS = 3_000

/**
 * Notes the page's last documents, requests that failed and errors: whether the walk asked for a document itself or the
 * page replaced itself, with which all that the page knew of its presses is gone.
 */
function documentsOf(page: Page) {
  const begun = Date.now()
  const noted: string[] = []
  const note = (what: string) => {
    noted.push(`${Date.now() - begun} ms: ${what}`)
    noted.splice(0, noted.length - 12)
  }
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      note(`the page asks for the document ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    if (!isOpenEnded(request)) note(`${request.failure()?.errorText ?? 'failed'}: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) note(`${response.status()}: ${response.url()}`)
  })
  page.on('pageerror', (error) => note(`error: ${error.message}`))
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) note(`is at ${frame.url()}`)
  })
  return {
    expect: (address: string) => note(`the walk asks for ${address}`),
    recent: () => [...noted, `${Date.now() - begun} ms: now`],
  }
}

/** The URL without parameters that a page adds itself. */
const pathOf = (href: string) => new URL(href, 'http://localhost').pathname.replace(/^\/$/, '/dashboard')

/** A page of the portal rather than another site, at its origin or not, or the browser's own page of a failed load. */
const isAtPortal = (url: string, origin: string) =>
  new URL(url).origin === origin && !/^\/(catalogue|gc-appointment|identity|mailbox|api)/.test(pathOf(url))

/** An order moves between these two pages with its state. */
const isSamePage = (one: string, other: string) =>
  one.replace('/en-route/', '/details/') === other.replace('/en-route/', '/details/')

/**
 * Presses links, fields and what opens menus and dialogs at random moments: while pages are loaded, forms are saved for
 * the first time, searches pause and live updates come. A few presses follow one another without waiting for anything,
 * or something is begun that answers later (`UNDER_WAY`) and a link is pressed meanwhile; then the page is left to come
 * to rest, and is asked which of the presses were lost: those whose click did not come to what was under the pointer, the
 * last link where the address is another one in the end or later, the last of all that should have opened something, and
 * letters that are not in the field in which they were typed. `page` is signed in.
 */
export async function walk(
  page: Page,
  { clicks, seed, slowdown, share, signIn, ...things }: Plan,
): Promise<Walk> {
  const { next: random, one, chance } = randomSource(seed)
  await page.addInitScript(watchPresses)
  const rest = pageAtRest(page)
  const documents = documentsOf(page)
  /** Repeats if a page requested just before has got in between, once that is there. */
  const goto = async (address: string) => {
    for (let tries = 1; ; tries += 1) {
      documents.expect(address)
      const refusal = await page.goto(address).then(
        () => null,
        (error: unknown) => error,
      )
      if (refusal === null) return
      if (tries === 5) throw refusal
      // This try's own page may still come, and would get in the way of the next one.
      await rest.waitUntilIdle()
      await page.waitForLoadState()
    }
  }
  await goto('/dashboard')
  const { origin } = new URL(page.url())
  const lost: string[] = []
  const lose = async (what: string) => {
    lost.push(what)
    const trace = await page.evaluate(traceSince).catch(() => ['another document'])
    console.log([what, ...documents.recent(), ...trace].join('\n    '))
  }
  const hand = handOn(page, rest, random)
  const { done } = hand
  /** Waits until the URL is the expected one and its page is shown; null: until nothing is in progress. */
  async function waitForPage(expectedPath: string | null): Promise<boolean> {
    const isThere = () => expectedPath === null || isSamePage(pathOf(page.url()), expectedPath)
    if (!(await rest.comes(isThere))) return false
    // Pending work may still navigate back. If it does so later, the next burst begins elsewhere.
    if (expectedPath === null || chance(0.3)) await rest.waitUntilIdle()
    await rest.frame()
    if (expectedPath === null) await rest.waitUntilIdle()
    return isThere()
  }

  /** A few presses in a row. */
  async function burst(seen: readonly Target[]): Promise<void> {
    for (let more = Math.ceil(random() * 4); more > 0; more -= 1) {
      const target = one(seen)
      await hand.press(target)
      if (target.kind === 'field') await hand.letters()
      if (more > 1) await delay(random() * random() * (hand.typed() ? 1200 : 400))
    }
  }

  /**
   * Begins something and presses a link while it is in progress: soon after its request, or at any moment.
   */
  async function meanwhile(begun: (typeof UNDER_WAY)[number], before: readonly Target[]): Promise<void> {
    await begun.prepare?.(hand, things)
    const now = (await page.evaluate(targetsIn)).filter(({ kind }) => kind === 'link')
    // Under a dialog there are none; the menu's links are where they were.
    const links = now.length > 0 ? now : before.filter(({ kind }) => kind === 'link')
    const isWrite = (request: Request) => request.method() !== 'GET' && !isOpenEnded(request)
    const wrote = chance(0.6)
      ? page.waitForRequest(isWrite, { timeout: REQUESTS_WITHIN_MS }).catch(() => null)
      : null
    await begun.begin(hand, things)
    if (begun.stays) return
    if (wrote) await wrote
    await delay(random() * random() * (wrote ? 300 : 2_000))
    const otherLinks = links.filter(({ href }) => !isSamePage(pathOf(href ?? ''), pathOf(page.url())))
    if (otherLinks.length > 0) await hand.press(one(otherLinks))
  }

  let currentPath = '/dashboard'
  let reportedClicks = 0
  /** Restarts from the dashboard, signed in. */
  async function again(): Promise<void> {
    await begin('/dashboard')
    const email = page.getByLabel('Email')
    await page.locator('#main h1').or(email).first().waitFor()
    if (await email.isVisible()) await signIn()
    await page.locator('#main h1').waitFor()
  }
  const begin = async (address: string) => {
    await goto(address)
    currentPath = pathOf(address)
  }
  while (done() < clicks) {
    if (chance(0.06)) await begin(one(STARTS))
    if (chance(0.1)) void things.triggerUpdate().catch(() => undefined)
    if (chance(0.3)) await delay(random() * 300)
    const where = () => `clicks ${first + 1} to ${done()} (seed ${seed}, slowdown ${slowdown})`
    const first = done()
    if (!isAtPortal(page.url(), origin)) {
      await again()
      continue
    }
    if (!isSamePage(pathOf(page.url()), currentPath))
      await lose(`${where()}: later it was ${pathOf(page.url())}, not ${currentPath}`)
    const seen = await page.evaluate(targetsIn).catch(() => [])
    if (seen.length === 0) {
      await again()
      continue
    }
    if (done() >= reportedClicks + 100) {
      reportedClicks = done()
      console.log(`${where()}: ${lost.length} lost so far`)
    }
    const begun = chance(share) ? one(UNDER_WAY) : undefined
    const during = begun ? ` during ${begun.name}` : ''
    hand.forget()
    await page.evaluate(traceSince).catch(() => null)
    try {
      await (begun ? meanwhile(begun, seen) : burst(seen))
    } catch (error) {
      // The starting point does not exist: an order has progressed, or a dialog asks whether to leave.
      if (!(error instanceof Error && /Timeout|toBeVisible|not attached/.test(error.message))) throw error
      // Or a press went astray, which the trace tells.
      const trace = await page.evaluate(traceSince).catch(() => [])
      console.log(`${where()}: not begun${during} at ${pathOf(page.url())}: ${error.message}`)
      for (const line of trace) console.log(`    ${line}`)
      await again()
      continue
    }
    const what = (press: Press) => `${press.kind} “${press.name}” at ${press.from}${during}`
    // A redirected click arrives one task later.
    const task = () => page.evaluate(() => new Promise((next) => setTimeout(next)))
    const presses = await task()
      .then(() => page.evaluate(pressesSince))
      .catch(() => null)
    // A link to another site, which happened to be under the pointer, has replaced the page and its record of
    // presses.
    if (presses === null || !isAtPortal(page.url(), origin)) {
      await again()
      continue
    }
    for (const press of presses)
      if (!press.arrived) await lose(`${where()}: ${what(press)}: released elsewhere`)
    const last = presses.at(-1)
    const aimed = hand.restedOn()
    if (aimed !== null && last && last.name !== aimed)
      await lose(`${where()}: ${what(last)}: the pointer rested on “${aimed}”`)
    const linkAt = presses.findLastIndex(({ href }) => href !== null)
    const link = presses[linkAt]
    // A menu may lead anywhere, as may whatever was begun without pressing a link afterwards.
    const mayBeAnywhere =
      presses.slice(linkAt + 1).some(({ kind }) => kind === 'choice') || (begun !== undefined && !link)
    const expectedPath = mayBeAnywhere ? null : link?.href ? pathOf(link.href) : currentPath
    if (!(await waitForPage(expectedPath)))
      await lose(
        `${where()}: ${link ? what(link) : 'no link'}: led to ${pathOf(page.url())}, not to ${expectedPath}`,
      )
    currentPath = pathOf(page.url())
    if (
      begun === undefined &&
      last?.kind === 'opener' &&
      link === undefined &&
      presses.length === 1 &&
      !last.answered
    )
      await lose(`${where()}: ${what(last)}: nothing opened`)
    const typed = hand.typed()
    if (typed && last && (begun?.stays || (last.kind === 'field' && link === undefined))) {
      const containsText = (letters: string) =>
        [...document.querySelectorAll<HTMLInputElement>('input, textarea')].some(({ value }) =>
          value.toLowerCase().includes(letters),
        )
      if (!(await page.evaluate(containsText, typed)))
        await lose(`${where()}: ${what(last)}: “${typed}” is not in it`)
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  return { clicks: done(), lost }
}

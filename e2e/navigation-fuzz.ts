import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page, Request } from '@playwright/test'
import { type Press, pressesSince, type Target, targetsIn, watchPresses } from './press-watch.ts'
import { type Hand, type Things, UNDER_WAY } from './under-way.ts'

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What one walk found: the clicks done, and those that did not do what they say. */
export interface Walk {
  clicks: number
  lost: string[]
}

interface Plan extends Things {
  clicks: number
  seed: number
  /** How many times slower than the machine the page's processor is. */
  slowdown: number
  /** Makes something happen that open pages are told of; called now and then. */
  news: () => Promise<unknown>
  /** Fills in the sign-in page, for who has pressed “Log out”. */
  signIn: () => Promise<void>
}

/** Where somebody goes to begin again: pages on which something is under way after they are shown. */
const STARTS = ['/create?test=1102', '/create', '/orders', '/dashboard', '/orders?status=reported', '/kits']

/** Longer than any page takes to come, and shorter than a wait without an end. */
const THERE_WITHIN_MS = 60_000
/** Where nothing was asked for so long, no page comes any more. */
const NOTHING_FOR_MS = 10_000
/** A request that takes longer is not waited for. */
const ANSWERED_WITHIN_MS = 10_000
/** Longer than the pause after which a form is saved for the first time, on the slowest processor. */
const ASKED_WITHIN_MS = 3_000

/** The address without what a page itself adds to it. */
const pathOf = (href: string) => new URL(href, 'http://localhost').pathname.replace(/^\/$/, '/dashboard')

/** A page of the portal, and not of another site at its origin. */
const isOurs = (href: string) => !/^\/(catalogue|gc-appointment|identity|mailbox|api)/.test(pathOf(href))

/** An order's page moves between these two by its state. */
const samePlace = (one: string, other: string) =>
  one.replace('/en-route/', '/details/') === other.replace('/en-route/', '/details/')

const isOpenEnded = (request: Request) => /\/api\/events/.test(request.url())

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
  { clicks, seed, slowdown, news, signIn, ...things }: Plan,
): Promise<Walk> {
  const random = randomFrom(seed)
  const one = <T>(choices: readonly T[]): T | undefined => choices[Math.floor(random() * choices.length)]
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(watchPresses)
  const asking = new Set<Request>()
  page.on('request', (request) => !isOpenEnded(request) && asking.add(request))
  page.on('requestfinished', (request) => asking.delete(request))
  page.on('requestfailed', (request) => asking.delete(request))
  /** Again where a page that was pressed for just then has come in between. */
  const goto = (address: string) => page.goto(address).catch(() => page.goto(address))
  await goto('/dashboard')
  const lost: string[] = []
  const lose = (what: string) => {
    lost.push(what)
    console.log(what)
  }
  let done = 0

  async function release(): Promise<void> {
    typed = ''
    await page.mouse.down()
    if (random() < 0.3) await delay(random() * 80)
    await page.mouse.up()
    done += 1
  }
  /** The letters that were typed after the last press, as far as they have to be in its field. */
  let typed = ''
  async function letters(): Promise<void> {
    const some = Array.from({ length: 3 }, () => String.fromCharCode(97 + Math.floor(random() * 26)))
    for (const letter of some) {
      await page.keyboard.press(letter)
      if (random() < 0.2) await delay(random() * 150)
    }
    typed = some.join('')
  }
  const hand: Hand = {
    page,
    random,
    letters,
    /** Where the target was when the burst began, as a hand does that is on its way. */
    async press({ x, y }: Target) {
      await page.mouse.move(x, y)
      await release()
    },
    async pressOn(locator: Locator) {
      await locator.scrollIntoViewIfNeeded()
      const box = await locator.boundingBox()
      if (!box) return
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await release()
    },
  }
  const isAsked = async () => {
    const until = Date.now() + ANSWERED_WITHIN_MS
    while (asking.size > 0 && Date.now() < until) await delay(10)
  }
  /** Waits until the address is the one that is wanted, and its page is there; null: until nothing is under way. */
  async function settled(wanted: string | null): Promise<boolean> {
    const isThere = () => wanted === null || samePlace(pathOf(page.url()), wanted)
    const hasHeading = () =>
      page.evaluate(() => document.querySelector('#main h1') !== null).catch(() => false)
    const until = Date.now() + THERE_WITHIN_MS
    let quietSince = Date.now()
    while (!(isThere() && (await hasHeading()))) {
      await page.evaluate(() => new Promise((next) => requestAnimationFrame(next))).catch(() => null)
      if (asking.size > 0) quietSince = Date.now()
      if (Date.now() - quietSince > NOTHING_FOR_MS || Date.now() > until) return false
      await delay(20)
    }
    // What was under way may still take it back. Where it does so later, the next burst begins elsewhere.
    if (wanted === null || random() < 0.3) await isAsked()
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next))))
    if (wanted === null) await isAsked()
    return isThere()
  }

  /** A few presses, one after the other. */
  async function burst(seen: readonly Target[]): Promise<void> {
    for (let more = Math.ceil(random() * 4); more > 0; more -= 1) {
      const target = one(seen) as Target
      await hand.press(target)
      if (target.kind === 'field') await letters()
      if (more > 1) await delay(random() * random() * (typed ? 1200 : 400))
    }
  }

  /** Begins something and presses a link while it is under way: soon after it was asked for, or at any moment. */
  async function meanwhile(begun: (typeof UNDER_WAY)[number], before: readonly Target[]): Promise<void> {
    await begun.prepare?.(hand, things)
    const now = (await page.evaluate(targetsIn)).filter(({ kind }) => kind === 'link')
    // Under a dialog there is none; the menu's stand where they stood.
    const links = now.length > 0 ? now : before.filter(({ kind }) => kind === 'link')
    const isWrite = (request: Request) => request.method() !== 'GET' && !isOpenEnded(request)
    const wrote =
      random() < 0.6 ? page.waitForRequest(isWrite, { timeout: ASKED_WITHIN_MS }).catch(() => null) : null
    await begun.begin(hand, things)
    if (begun.stays) return
    if (wrote) await wrote
    await delay(random() * random() * (wrote ? 300 : 2_000))
    const link = one(links.filter(({ href }) => !samePlace(pathOf(href ?? ''), pathOf(page.url()))))
    if (link) await hand.press(link)
  }

  let place = '/dashboard'
  /** From the dashboard, signed in. */
  async function again(): Promise<void> {
    await begin('/dashboard')
    const email = page.getByLabel('Email')
    await page.locator('#main h1').or(email).first().waitFor()
    if (await email.isVisible()) await signIn()
    await page.locator('#main h1').waitFor()
  }
  const begin = async (address: string) => {
    await goto(address)
    place = pathOf(address)
  }
  while (done < clicks) {
    if (random() < 0.06) await begin(one(STARTS) ?? '/dashboard')
    if (random() < 0.1) void news().catch(() => undefined)
    if (random() < 0.3) await delay(random() * 300)
    const where = () => `clicks ${first + 1} to ${done} (seed ${seed}, slowdown ${slowdown})`
    const first = done
    if (!samePlace(pathOf(page.url()), place))
      lose(`${where()}: later it was ${pathOf(page.url())}, not ${place}`)
    const seen = await page.evaluate(targetsIn).catch(() => [])
    if (seen.length === 0) {
      await again()
      continue
    }
    const begun = random() < 0.2 ? one(UNDER_WAY) : undefined
    const during = begun ? ` during ${begun.name}` : ''
    typed = ''
    await (begun ? meanwhile(begun, seen) : burst(seen))
    const what = (press: Press) => `${press.kind} “${press.name}” at ${press.from}${during}`
    // A click that is passed on comes one task later.
    const task = () => page.evaluate(() => new Promise((next) => setTimeout(next)))
    const presses = await task()
      .then(() => page.evaluate(pressesSince))
      .catch(() => null)
    // A link to another site, which was under the pointer in the end, has taken the page and its presses along.
    if (presses === null || !isOurs(page.url())) {
      await again()
      continue
    }
    for (const press of presses) if (!press.arrived) lose(`${where()}: ${what(press)}: released elsewhere`)
    const last = presses.at(-1)
    const linkAt = presses.findLastIndex(({ href }) => href !== null)
    const link = presses[linkAt]
    // A menu may lead anywhere, and so may what was begun where no link was pressed after it.
    const mayBeAnywhere =
      presses.slice(linkAt + 1).some(({ kind }) => kind === 'choice') || (begun !== undefined && !link)
    const wanted = mayBeAnywhere ? null : link?.href ? pathOf(link.href) : place
    if (!(await settled(wanted)))
      lose(`${where()}: ${link ? what(link) : 'no link'}: led to ${pathOf(page.url())}, not to ${wanted}`)
    place = pathOf(page.url())
    if (
      begun === undefined &&
      last?.kind === 'opener' &&
      link === undefined &&
      presses.length === 1 &&
      !last.answered
    )
      lose(`${where()}: ${what(last)}: nothing opened`)
    if (typed && last?.kind === 'field' && (link === undefined || begun?.stays)) {
      const holds = (letters: string) =>
        [...document.querySelectorAll('input')].some(({ value }) => value.toLowerCase().includes(letters))
      if (!(await page.evaluate(holds, typed))) lose(`${where()}: ${what(last)}: “${typed}” is not in it`)
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  await devtools.detach()
  return { clicks: done, lost }
}

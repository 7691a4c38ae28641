import { expect, type Page } from '@playwright/test'

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Target {
  x: number
  y: number
  /** Where a link leads, as the address bar has it; null for a button. */
  href: string | null
  name: string
}

/** What one walk found: the clicks done, and those that did not do what they say. */
export interface Walk {
  clicks: number
  lost: string[]
}

declare global {
  interface Window {
    pressWatch: { down: Element | null; clicked: Element | null }
  }
}

/** Where somebody goes to begin again: pages on which something is under way after they are shown. */
const STARTS = ['/create?test=1102', '/create', '/orders', '/dashboard', '/orders?status=reported', '/kits']

/** Remembers what was under the pointer when it went down, and what the click then came to. */
function watchPresses(): void {
  window.pressWatch = { down: null, clicked: null }
  const pressable = (event: Event) =>
    event.target instanceof Element ? event.target.closest('a[href], button, [role=option]') : null
  document.addEventListener(
    'pointerdown',
    (event) => {
      window.pressWatch = { down: pressable(event), clicked: null }
    },
    true,
  )
  document.addEventListener(
    'click',
    (event) => {
      window.pressWatch.clicked = pressable(event)
    },
    true,
  )
}

/** Links and harmless buttons that can be seen whole and are not covered. */
function targetsIn(): Target[] {
  const harmless = /^(Show the menu|Hide the menu|Notifications|Find an order|Filter|More filters|Welcome)/
  return [...document.querySelectorAll<HTMLElement>('a[href^="/"], button')].flatMap((element): Target[] => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
    const x = left + width / 2
    const y = top + height / 2
    const isSeen =
      width > 0 && height > 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    if (!isSeen || !element.checkVisibility({ visibilityProperty: true })) return []
    const above = document.elementFromPoint(x, y)
    if (!above || !(element === above || element.contains(above))) return []
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
    const href = element.getAttribute('href')
    if (href === null) return harmless.test(name) ? [{ x, y, href: null, name }] : []
    if (element.hasAttribute('download') || element.getAttribute('target') === '_blank') return []
    // Other sites on this origin, and files.
    if (/^\/(catalogue|api|gc-appointment|identity|mailbox)/.test(href)) return []
    return [{ x, y, href, name }]
  })
}

/** The address without what a page itself adds to it. */
const pathOf = (href: string) => new URL(href, 'http://localhost').pathname.replace(/^\/$/, '/dashboard')

/** An order's page moves between these two by its state. */
const samePlace = (one: string, other: string) =>
  one.replace('/en-route/', '/details/') === other.replace('/en-route/', '/details/')

/**
 * Clicks links and buttons of the portal at random moments, while forms are saved for the first time, searches pause and
 * pages are loaded, and says which clicks were lost: that did not come to what was under the pointer, or to the page of
 * their link, or from which the page was taken back. `page` is signed in.
 */
export async function walk(
  page: Page,
  { clicks, seed, slowdown }: { clicks: number; seed: number; slowdown: number },
): Promise<Walk> {
  const random = randomFrom(seed)
  const one = <T>(choices: readonly T[]): T | undefined => choices[Math.floor(random() * choices.length)]
  const pause = (most: number) =>
    page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), random() * most)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(watchPresses)
  await page.goto('/dashboard')
  const lost: string[] = []
  let done = 0
  while (done < clicks) {
    if (random() < 0.25) await page.goto(one(STARTS) ?? '/dashboard')
    // Something is under way: a save, a search that waits for a pause.
    const box = page
      .locator('#main input[type=search]:visible, #main input[data-path$="astName"]:visible')
      .first()
    if (random() < 0.6 && (await box.count()) > 0) {
      await box
        .press(String.fromCharCode(97 + Math.floor(random() * 26)), { timeout: 30_000 })
        .catch(() => undefined)
      await pause(random() < 0.5 ? 1500 : 350)
    } else await pause(200)
    const from = new URL(page.url()).pathname
    const target = one(await page.evaluate(targetsIn))
    if (!target) {
      await page.goto('/dashboard')
      continue
    }
    await page.mouse.move(target.x, target.y)
    await page.mouse.down()
    if (random() < 0.3) await pause(60)
    await page.mouse.up()
    done += 1
    const fate = await page.evaluate(() => {
      const { down, clicked } = window.pressWatch
      return {
        hit: down?.getAttribute('href') ?? null,
        moved: down?.isConnected === true && clicked !== down,
      }
    })
    const what = `click ${done} (seed ${seed}, slowdown ${slowdown}) on “${target.name}” at ${from}`
    if (fate.moved) lost.push(`${what}: released elsewhere`)
    // What was under the pointer in that moment decides, also where the page has moved since it was aimed at.
    if (fate.hit !== null && !fate.moved) {
      const wanted = pathOf(fate.hit)
      const isThere = () => samePlace(pathOf(page.url()), wanted)
      await expect
        .poll(isThere, { timeout: 60_000, intervals: [20, 50, 100] })
        .toBe(true)
        .catch(() => undefined)
      // Until the page is there and nothing of the one before is under way any more.
      await page
        .waitForFunction(() => document.querySelector('#main h1') !== null, undefined, { timeout: 60_000 })
        .catch(() => undefined)
      await pause(random() < 0.3 ? 900 : 60)
      if (!isThere()) lost.push(`${what}: led to ${pathOf(page.url())}, not to ${wanted}`)
    }
    await page.keyboard.press('Escape')
  }
  await devtools.detach()
  return { clicks: done, lost }
}

import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type Press, pressesSince, type Target, targetsIn, watchPresses } from './press-watch.ts'

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
interface Walk {
  clicks: number
  lost: string[]
}

interface Plan {
  clicks: number
  seed: number
  /** How many times slower than the machine the page's processor is. */
  slowdown: number
  /** Makes something happen that open pages are told of; called now and then. */
  news: () => Promise<unknown>
}

/** Where somebody goes to begin again: pages on which something is under way after they are shown. */
const STARTS = ['/create?test=1102', '/create', '/orders', '/dashboard', '/orders?status=reported', '/kits']

/** Longer than any page takes to come, and shorter than a wait without an end. */
const THERE_WITHIN_MS = 60_000

/** The address without what a page itself adds to it. */
const pathOf = (href: string) => new URL(href, 'http://localhost').pathname.replace(/^\/$/, '/dashboard')

/** An order's page moves between these two by its state. */
const samePlace = (one: string, other: string) =>
  one.replace('/en-route/', '/details/') === other.replace('/en-route/', '/details/')

/**
 * Presses links, fields and what opens menus and dialogs at random moments: while pages are loaded, forms are saved for
 * the first time, searches pause and live updates come. A few presses follow one another without waiting for anything;
 * then the page is left to come to rest, and is asked which of them were lost: those whose click did not come to what
 * was under the pointer, the last link where the address is another one in the end, the last of all that should have
 * opened something, and letters that are not in the field in which they were typed. `page` is signed in.
 */
export async function walk(page: Page, { clicks, seed, slowdown, news }: Plan): Promise<Walk> {
  const random = randomFrom(seed)
  const one = <T>(choices: readonly T[]): T | undefined => choices[Math.floor(random() * choices.length)]
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(watchPresses)
  await page.goto('/dashboard')
  const lost: string[] = []
  let done = 0

  /** Presses where the target was when the burst began, as a hand does that is on its way. */
  async function press({ x, y, kind }: Target): Promise<string> {
    await page.mouse.move(x, y)
    await page.mouse.down()
    if (random() < 0.3) await delay(random() * 80)
    await page.mouse.up()
    done += 1
    if (kind !== 'field') return ''
    const typed = Array.from({ length: 3 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join(
      '',
    )
    for (const letter of typed) {
      await page.keyboard.press(letter)
      if (random() < 0.3) await delay(random() * 200)
    }
    return typed
  }
  /** Waits until the address is the one that the last link says, and its page is there. */
  async function settled(wanted: string | null): Promise<boolean> {
    const isThere = () => wanted === null || samePlace(pathOf(page.url()), wanted)
    const until = Date.now() + THERE_WITHIN_MS
    const hasHeading = () => page.evaluate(() => document.querySelector('#main h1') !== null)
    while (!(isThere() && (await hasHeading()))) {
      if (Date.now() > until) return false
      await delay(20)
    }
    // What was under way may still take it back.
    await delay(wanted === null ? 1500 : random() < 0.15 ? 700 : 30)
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next))))
    return isThere()
  }

  let place = '/dashboard'
  while (done < clicks) {
    if (random() < 0.06) await page.goto(one(STARTS) ?? '/dashboard')
    if (random() < 0.1) void news().catch(() => undefined)
    if (random() < 0.5) await delay(random() * 400)
    place = pathOf(page.url())
    const seen = await page.evaluate(targetsIn)
    if (seen.length === 0) {
      await page.goto('/dashboard')
      continue
    }
    let typed = ''
    const first = done
    for (let more = Math.ceil(random() * 4); more > 0; more -= 1) {
      // Letters for the field that was pressed last; after a link they would be another page's.
      typed = await press(one(seen) as Target)
      // After letters until they are being saved, or their search is under way.
      if (more > 1) await delay(typed ? random() * 1800 : random() * random() * 500)
    }
    const what = (press: Press) => `${press.kind} “${press.name}” at ${press.from}`
    const where = `clicks ${first + 1} to ${done} (seed ${seed}, slowdown ${slowdown})`
    // A click that is passed on comes one task later.
    await page.evaluate(() => new Promise((next) => setTimeout(next)))
    const presses = await page.evaluate(pressesSince)
    for (const press of presses) if (!press.arrived) lost.push(`${where}: ${what(press)}: released elsewhere`)
    const link = presses.findLast(({ href }) => href !== null)
    const wanted = link?.href ? pathOf(link.href) : place
    const mayBeAnywhere = presses.some(({ kind }) => kind === 'choice')
    if (!(await settled(mayBeAnywhere ? null : wanted)))
      lost.push(`${where}: ${link ? what(link) : 'no link'}: led to ${pathOf(page.url())}, not to ${wanted}`)
    const last = presses.at(-1)
    if (last?.kind === 'opener' && link === undefined && presses.length === 1 && !last.answered)
      lost.push(`${where}: ${what(last)}: nothing opened`)
    if (typed && last?.kind === 'field' && link === undefined) {
      const holds = (letters: string) =>
        [...document.querySelectorAll('input')].some(({ value }) => value.toLowerCase().includes(letters))
      if (!(await page.evaluate(holds, typed))) lost.push(`${where}: ${what(last)}: “${typed}” is not in it`)
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  await devtools.detach()
  return { clicks: done, lost }
}

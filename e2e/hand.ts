import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { follow } from './address.ts'
import type { PageAtRest } from './page-at-rest.ts'
import { nameAt, type Target } from './press-watch.ts'

type Point = Pick<Target, 'x' | 'y'>

/** A user's actions on the page during a random walk: every press is counted and watched. */
export interface Hand {
  page: Page
  /** From 0 to below 1. */
  random(): number
  /** Presses at the target's earlier position, like a hand already on its way. */
  press(target: Point): Promise<void>
  /** The element's current position. */
  seen(locator: Locator): Promise<Point>
  /** Presses the element once it is there. */
  pressOn(locator: Locator): Promise<void>
  /** Moves the pointer there, and presses some time later. */
  restAt(point: Point): Promise<void>
  /** Presses the element, and releases it once `during` is over. */
  holdOn(locator: Locator, during: () => Promise<unknown>): Promise<void>
  /** Navigates by link or, occasionally, by URL; waits for the page unless told not to. */
  open(address: string, isWaited?: boolean): Promise<void>
  /** Types a few letters into the focused element. */
  letters(): Promise<void>
}

/** A hand with a record of its actions since `forget`. */
export interface WatchedHand extends Hand {
  /** Total number of presses. */
  done(): number
  /** Letters typed after the last press. */
  typed(): string
  /** Name of the element under the resting pointer before the last press; null without one. */
  restedOn(): string | null
  forget(): void
}

/** A hand with mouse and keyboard, with a haste that follows from `random`. */
export function handOn(page: Page, rest: PageAtRest, random: () => number): WatchedHand {
  let done = 0
  let typed = ''
  let restedOn: string | null = null

  async function pressHere(): Promise<void> {
    typed = ''
    await page.mouse.down()
    if (random() < 0.3) await delay(random() * 80)
    await page.mouse.up()
    done += 1
  }
  async function moveTo(locator: Locator) {
    await locator.scrollIntoViewIfNeeded()
    const box = await locator.boundingBox()
    if (!box) return null
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await page.mouse.move(point.x, point.y)
    return point
  }

  return {
    page,
    random,
    done: () => done,
    typed: () => typed,
    restedOn: () => restedOn,
    forget() {
      typed = ''
      restedOn = null
    },
    async press({ x, y }) {
      await page.mouse.move(x, y)
      await pressHere()
    },
    async seen(locator) {
      const box = await locator.boundingBox()
      if (!box) throw new Error(`${locator} is not seen`)
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    },
    async pressOn(locator) {
      if (await moveTo(locator)) await pressHere()
    },
    async restAt(point) {
      await page.mouse.move(point.x, point.y)
      restedOn = await page.evaluate(nameAt, point)
      await delay(random() * 1_500)
      await pressHere()
    },
    async holdOn(locator, during) {
      if (!(await moveTo(locator))) return
      typed = ''
      await page.mouse.down()
      await during()
      await page.mouse.up()
      done += 1
    },
    async open(address, isWaited = true) {
      // Occasionally by URL, like a bookmark.
      if (random() < 0.15) await page.goto(address, { waitUntil: 'commit' })
      else await follow(page, address)
      const path = address.replace(/[?#].*/, '')
      if (isWaited) await rest.comes(() => new URL(page.url()).pathname === path)
    },
    async letters() {
      const some = Array.from({ length: 3 }, () => String.fromCharCode(97 + Math.floor(random() * 26)))
      for (const letter of some) {
        await page.keyboard.press(letter)
        if (random() < 0.2) await delay(random() * 150)
      }
      typed = some.join('')
    },
  }
}

import type { Page } from '@playwright/test'
import { busyFor, measureProcessor } from './browser.ts'

/** One round of typing. */
export interface TypingResult {
  /** What the page's main thread was busy for, in milliseconds a letter, with what is done once the letters rest. */
  cpu: number
  /** From each key until what it changed was painted, in milliseconds, in steps of 8 (Event Timing). */
  delays: number[]
}

const LETTERS = 'Quietharbor'
/** A quick typist's. */
const BETWEEN_LETTERS_MS = 90
/** By then what was typed is saved and checked. */
const REST_MS = 2500
/** What is quicker is not told: one frame at 60 a second. */
const FRAME_MS = 16

/** Types a word into each of `fields`, in place of what is there, as often as it is called. */
export async function openTyping(page: Page, fields: readonly string[]) {
  for (const field of fields) await page.locator(field).first().waitFor()
  await page.evaluate((durationThreshold) => {
    const delays: number[] = []
    Object.assign(globalThis, { benchDelays: delays })
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') delays.push(duration)
    }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
  }, FRAME_MS)
  const session = await page.context().newCDPSession(page)
  await measureProcessor(session)

  return async (slowdown: number): Promise<TypingResult> => {
    await page.bringToFront()
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.waitForTimeout(REST_MS)
    await page.evaluate(() => {
      ;(globalThis as unknown as { benchDelays: number[] }).benchDelays.length = 0
    })
    const before = await busyFor(session)
    for (const field of fields) {
      // Marks what is there: the first letter takes its place.
      await page.locator(field).first().selectText()
      await page.keyboard.type(LETTERS, { delay: BETWEEN_LETTERS_MS })
    }
    await page.waitForTimeout(REST_MS)
    const letters = fields.length * LETTERS.length
    const cpu = ((await busyFor(session)) - before) / letters
    const reported = await page.evaluate(
      () => (globalThis as unknown as { benchDelays: number[] }).benchDelays,
    )
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const unreported = Array<number>(Math.max(0, letters - reported.length)).fill(FRAME_MS)
    return { cpu, delays: [...reported, ...unreported] }
  }
}

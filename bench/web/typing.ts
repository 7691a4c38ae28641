import type { Page } from '@playwright/test'
import { busyFor, measureProcessor } from './browser.ts'

/** One round of typing. */
export interface TypingResult {
  /** Busy time of the main thread per letter in milliseconds, including the work after a pause in typing. */
  cpu: number
  /** From each key press until its change was painted, in milliseconds, in steps of 8 (Event Timing). */
  delays: number[]
}

const LETTERS = 'Quietharbor'
/** A fast typist's interval. */
const BETWEEN_LETTERS_MS = 90
/** Long enough to save and check what was typed. */
const REST_MS = 2500
/** Faster events are not reported: one frame at 60 per second. */
const FRAME_MS = 16

/** Each call types a word into each of `fields`, replacing the content. */
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
      // Selects the content, so that the first letter replaces it.
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

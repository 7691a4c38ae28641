import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { browserOptions } from '../../e2e/browser.ts'

/** What loading a page took until it was idle. */
export interface PageLoadResult {
  /** First contentful and largest contentful paint, and long tasks beyond 50 ms each, in milliseconds. */
  fcp: number
  lcp: number
  tbt: number
  /** Cumulative layout shift. */
  cls: number
  /** Bytes transferred, and number of responses. */
  bytes: number
  requests: number
  /** Busy time of the page's main thread, in milliseconds. */
  cpu: number
  /** From navigation until `useful` appeared, in milliseconds. */
  useful: number
}

/**
 * Slow 4G as defined by browsers' own tools: 1.6 Mbit/s, 150 ms; and a phone's processor: a quarter of this
 * one's speed.
 */
export const PHONE = { latencyMs: 150, bytesPerSecond: 200_000, slowdown: 4 }

/** A page is idle after this time without requests or long tasks. */
const REST_MS = 1500

export async function openBrowser(): Promise<Browser> {
  return chromium.launch(await browserOptions())
}

export async function slowDown(session: CDPSession, { latencyMs, bytesPerSecond, slowdown }: typeof PHONE) {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: latencyMs },
    ...{ downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond / 2 },
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Records the browser's paint, shift and long-task entries on the page itself. */
export async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { lcp: 0, tbt: 0, cls: 0 }
    Object.assign(globalThis, { benchSeen: seen })
    const on = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
    on('largest-contentful-paint', (entry) => {
      seen.lcp = entry.startTime
    })
    on('longtask', (entry) => {
      seen.tbt += Math.max(0, entry.duration - 50)
    })
    on('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) seen.cls += value
    })
  })
}

/** Loads `url`, waits for what makes it useful, and then until it is idle. The page must be observed. */
export async function loadPage(
  page: Page,
  session: CDPSession,
  url: string,
  useful: string,
): Promise<PageLoadResult> {
  const sizes: number[] = []
  let last = Date.now()
  const count = ({ encodedDataLength }: { encodedDataLength: number }) => {
    sizes.push(encodedDataLength)
    last = Date.now()
  }
  // Starts from a blank page, so that the previous page's time is not counted.
  await page.goto('about:blank')
  await session.send('Network.enable')
  await measureProcessor(session)
  session.on('Network.loadingFinished', count)
  const before = await busyFor(session)
  const start = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(useful).first().waitFor()
  const took = performance.now() - start
  last = Math.max(last, Date.now())
  while (Date.now() - last < REST_MS) await page.waitForTimeout(100)
  session.off('Network.loadingFinished', count)
  const seen = await page.evaluate(() => {
    const { benchSeen } = globalThis as unknown as { benchSeen: { lcp: number; tbt: number; cls: number } }
    const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    return { ...benchSeen, fcp }
  })
  const bytes = sizes.reduce((sum, one) => sum + one, 0)
  return { ...seen, bytes, requests: sizes.length, cpu: (await busyFor(session)) - before, useful: took }
}

/** Processor time rather than elapsed time: other programs use the machine too. */
export async function measureProcessor(session: CDPSession): Promise<void> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
}

/** Busy time of the page's main thread since it was created, in milliseconds. */
export async function busyFor(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

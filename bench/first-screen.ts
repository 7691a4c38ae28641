/**
 * From the click on "Log in" to the first useful screen, in a browser with and without a cache; a returning
 * user's pages; and their layout shift, also at a phone's width.
 */
import type { Page } from '@playwright/test'
import { lineOf, saveResults, settingsOf } from './harness.ts'
import { startPortal } from './portal.ts'
import { loadPage, observe, openBrowser } from './web/browser.ts'
import { startOnlyReact } from './web/only-react.ts'
import { loadInTurn } from './web/rounds.ts'
import { signIn } from './web/sign-in.ts'

const settings = settingsOf({ rounds: 7 }, { rounds: 1 })
const FLOOR = 'only React'
const PATHS = ['/dashboard', '/orders', '/create', '/kits', '/kit-order', '/profile']
const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 390, height: 844 }
/** The institution's orders in numbers: what the dashboard is opened for. */
const USEFUL = '#main a[href*="/orders?status="]'

const portal = await startPortal()
const onlyReact = await startOnlyReact()
const browser = await openBrowser()
try {
  const first: number[] = []
  const again: number[] = []
  for (let round = 0; round < settings.rounds; round += 1) {
    const context = await browser.newContext({ viewport: WIDE })
    const page = await context.newPage()
    first.push(await signedIn(page))
    await context.clearCookies()
    await page.evaluate(() => sessionStorage.clear())
    again.push(await signedIn(page))
    await context.close()
  }
  const context = await browser.newContext({ viewport: WIDE })
  const page = await context.newPage()
  await signedIn(page)
  await observe(page)
  const session = await context.newCDPSession(page)
  const pages = [
    { name: FLOOR, url: onlyReact.url, useful: 'h1' },
    ...PATHS.map((path) => ({ name: path, url: portal.origin + path, useful: '#main h1' })),
  ]
  const lines = await loadInTurn(
    pages.map(({ name, url, useful }) => ({ name, load: () => loadPage(page, session, url, useful) })),
    settings.rounds,
    ['useful', 'lcp', 'tbt', 'cpu', 'cls', 'requests'],
    FLOOR,
  )
  await page.setViewportSize(NARROW)
  const narrow = await loadInTurn(
    PATHS.map((path) => ({
      name: `${path}, ${NARROW.width} wide`,
      load: () => loadPage(page, session, portal.origin + path, '#main h1'),
    })),
    1,
    ['cls'],
  )
  await context.close()
  await saveResults({ name: 'first-screen', settings }, [
    lineOf('log in to the dashboard, first visit', 'ms', first),
    lineOf('log in to the dashboard, another visit', 'ms', again),
    ...lines,
    ...narrow,
  ])
} finally {
  await browser.close()
  onlyReact.stop()
  await portal.stop()
}

/** From the click on "Log in" until the dashboard shows the order counts, in milliseconds. */
async function signedIn(page: Page): Promise<number> {
  await page.goto(`${portal.origin}/dashboard`)
  const pressed = await signIn(page)
  await page.locator(USEFUL).first().waitFor()
  return performance.now() - pressed
}

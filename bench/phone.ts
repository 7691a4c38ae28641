/** First visit to the public form and the catalogue on a slow phone; the floor is a page with only React. */
import { type Browser, devices } from '@playwright/test'
import { saveResults, settingsOf } from './harness.ts'
import { startPortal } from './portal.ts'
import { loadPage, observe, openBrowser, PHONE, slowDown } from './web/browser.ts'
import { startOnlyReact } from './web/only-react.ts'
import { loadInTurn } from './web/rounds.ts'

const settings = settingsOf({ rounds: 7 }, { rounds: 1 })
const FLOOR = 'only React'

const portal = await startPortal()
const onlyReact = await startOnlyReact()
const browser = await openBrowser()
try {
  const pages = [
    { name: FLOOR, url: onlyReact.url, useful: 'h1' },
    { name: 'appointment form', url: `${portal.origin}/gc-appointment-form`, useful: 'form' },
    { name: 'catalogue', url: `${portal.origin}/catalogue/`, useful: 'h1' },
    { name: 'a test of the catalogue', url: `${portal.origin}/catalogue/test/1600`, useful: 'h1' },
  ]
  const lines = await loadInTurn(
    pages.map(({ name, url, useful }) => ({ name, load: () => fresh(browser, url, useful) })),
    settings.rounds,
    ['fcp', 'lcp', 'tbt', 'cls', 'bytes', 'requests'],
    FLOOR,
  )
  await saveResults({ name: 'phone', settings: { ...settings, ...PHONE } }, lines)
} finally {
  await browser.close()
  onlyReact.stop()
  await portal.stop()
}

/** As a first-time visitor. */
async function fresh(one: Browser, url: string, useful: string) {
  const context = await one.newContext({ ...devices['Pixel 7'] })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await observe(page)
    await slowDown(session, PHONE)
    return await loadPage(page, session, url, useful)
  } finally {
    await context.close()
  }
}

/**
 * Begins a family of 25 people from nine numbers by keyboard alone, and counts the keys until it is open. `node bench/family-keys.ts --portal http://localhost:4000` uses a portal that runs.
 */
import { chromium, type Page } from '@playwright/test'
import { browserOptions } from '../e2e/browser.ts'
import { lineOf, saveResults, settingsOf } from './harness.ts'
import { startPortal } from './portal.ts'
import { signIn } from './web/sign-in.ts'

const NUMBERS = ['2', '2', '1', '2', '2', '2', '2', '2', '2']
const settings = settingsOf({ portal: '' }, {})
const portal = settings.portal === '' ? await startPortal() : null
const origin = portal?.origin ?? settings.portal
const browser = await chromium.launch(await browserOptions())
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${origin}/dashboard`)
  await signIn(page)
  await page.waitForURL(/dashboard/)
  const lines = await begun(page)
  await saveResults({ name: 'family-keys', settings: {} }, lines)
} finally {
  await browser.close()
  await portal?.stop()
}

async function begun(page: Page) {
  let keys = 0
  const press = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
    keys += pressed.length
  }
  await page.goto(`${origin}/families/new`)
  await page.getByRole('textbox', { name: 'First name' }).focus()
  const before = performance.now()
  await press(...'Ana', 'Tab', ...'Brook', 'Tab', 'Tab', 'Tab')
  for (const number of NUMBERS) await press(number, 'Tab')
  await press('Enter')
  await page.waitForURL(/\/families\/\d+/)
  await page.getByText('25 people').first().waitFor()
  const seconds = (performance.now() - before) / 1_000
  return [
    lineOf('25 people from nine numbers', 'keys', [keys]),
    lineOf('the same, as fast as the page takes the keys', 's', [seconds]),
  ]
}

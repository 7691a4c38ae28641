/**
 * A clinician on a slow phone: from “Log in” to the first useful screen, the order form's first letter, a letter typed into a trio,
 * an order's page and its report with 40
 * variants, a family of 60 people. Each in turn, beside a page with only React.
 */
import { randomUUID } from 'node:crypto'
import { type BrowserContext, devices, type Page, type Route } from '@playwright/test'
import type { ReportView } from '#contract/reports.ts'
import { type Clinic, HOSPITAL, openClinic } from '../e2e/clinic.ts'
import { type Line, lineOf, saveResults, settingsOf } from './harness.ts'
import { startPortal } from './portal.ts'
import { openBrowser, PHONE, slowDown } from './web/browser.ts'
import { grown } from './web/grown-family.ts'
import { startOnlyReact } from './web/only-react.ts'
import { signIn } from './web/sign-in.ts'
import { trioDraft } from './web/trio-draft.ts'
import { openTyping } from './web/typing.ts'

const settings = settingsOf(
  { rounds: 5, variants: 40, people: 60, latencyMs: 400 },
  { rounds: 1, variants: 5, people: 5, latencyMs: 10 },
)
const LINE = { ...PHONE, latencyMs: settings.latencyMs }
const FLOOR = 'only React'
const FIRST_FIELD = '[data-path="/patients/0/firstName"]'
/** The institution's orders in numbers: what the dashboard is opened for. */
const USEFUL = '#main a[href*="/orders?status="]'
const OPEN_REPORT = 'role=link[name="Open report"] >> nth=0'

const portal = await startPortal()
const onlyReact = await startOnlyReact()
const browser = await openBrowser()
try {
  const clinic = await openClinic(portal.origin, 'provider@demo.test')
  const draft = await trioDraft(clinic, 1)
  const document = grown(settings.people, 1)
  const body = { familyKey: randomUUID(), name: 'Slow Phone', document }
  const family = await clinic.client.families.create({ params: { hospital: HOSPITAL }, body })
  const reported = await orderWithResult(clinic)
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: portal.origin })
  const page = await slowPage(context)
  await page.goto('/dashboard')
  await signIn(page)
  await page.locator(USEFUL).first().waitFor()
  await page.route(/\/reports$/, withVariants)
  const form = await slowPage(context)
  await form.goto(`/create?draft=${draft}`)
  const type = await openTyping(form, [FIRST_FIELD])

  const kinds: Record<string, () => Promise<readonly number[]>> = {
    [FLOOR]: () => displayed(page, onlyReact.url, 'h1'),
    'from “Log in” to the first useful screen, first visit': firstVisit,
    'the order form’s first letter': () => firstLetter(page),
    'a letter typed into a trio, until it is painted': async () => (await type(LINE.slowdown)).delays,
    'an order’s page, until its report can be opened': () =>
      displayed(page, `/order/details/${reported}`, OPEN_REPORT),
    [`${settings.variants} variants, from “Open report”`]: () => openedReport(page),
    [`a family of ${settings.people} people`]: () =>
      displayed(page, `/families/${family.id}`, `[data-member] >> nth=${settings.people - 1}`),
  }
  const found = new Map(Object.keys(kinds).map((name) => [name, [] as number[]]))
  for (let round = -1; round < settings.rounds; round += 1)
    for (const [name, measure] of Object.entries(kinds)) {
      const values = await measure()
      if (round >= 0) found.get(name)?.push(...values)
    }
  const lines: Line[] = [...found].map(([name, values]) => lineOf(name, 'ms', values))
  await context.close()
  await saveResults({ name: 'slow-phone', settings: { ...settings, ...LINE } }, lines)
} finally {
  await browser.close()
  onlyReact.stop()
  await portal.stop()
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await slowDown(await context.newCDPSession(page), LINE)
  return page
}

/** Milliseconds from the navigation until the element is there. */
async function displayed(page: Page, address: string, element: string): Promise<number[]> {
  await page.goto('about:blank')
  const start = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(element).waitFor({ state: 'attached' })
  return [performance.now() - start]
}

async function firstVisit(): Promise<number[]> {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: portal.origin })
  const page = await slowPage(context)
  await page.goto('/dashboard')
  const pressed = await signIn(page)
  await page.locator(USEFUL).first().waitFor()
  await context.close()
  return [performance.now() - pressed]
}

/** Milliseconds from the navigation until a letter stands in the form's first field of the patient. */
async function firstLetter(page: Page): Promise<number[]> {
  await page.goto('about:blank')
  const start = performance.now()
  await page.goto('/create', { waitUntil: 'commit' })
  const field = page.locator(FIRST_FIELD)
  await field.press('q')
  await page.waitForFunction(
    (of) => document.querySelector<HTMLInputElement>(of)?.value.toLowerCase() === 'q',
    FIRST_FIELD,
  )
  return [performance.now() - start]
}

/** Milliseconds from the press on the shown order's page until all variants of its report are there. */
async function openedReport(page: Page): Promise<number[]> {
  const start = performance.now()
  await page.locator(OPEN_REPORT).click()
  const row = page.locator('table[aria-label="Variants"] tbody tr').nth(settings.variants - 1)
  await row.waitFor({ state: 'attached' })
  return [performance.now() - start]
}

/** A reported order whose result came as data, with a variant. */
async function orderWithResult({ client }: Clinic): Promise<number> {
  const { ordersDTO } = await client.orders.list({
    params: { hospital: HOSPITAL },
    query: { result: 'positive' },
  })
  const [order] = ordersDTO
  if (order) return order.id
  throw new Error('No order of the demo has a positive result')
}

/** Repeats the first variant of each report until there are `settings.variants`. */
async function withVariants(route: Route): Promise<void> {
  const response = await route.fetch()
  const body = (await response.json()) as { reports: ReportView[] }
  for (const part of body.reports.flatMap(({ versions }) => versions.flatMap(({ parts }) => parts))) {
    if (part.kind !== 'genetics') continue
    const [first] = part.result.variants
    if (first)
      part.result.variants = Array.from({ length: settings.variants }, (_, n) => ({ ...first, key: `v${n}` }))
  }
  await route.fulfill({ response, json: body })
}

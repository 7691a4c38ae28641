import { type Browser, expect } from '@playwright/test'
import { type App, test, withApp } from './app.ts'
import { HOSPITAL, openClinic } from './clinic.ts'
import { walk as walkThrough } from './navigation-fuzz.ts'
import { addColleague } from './own-clinic.ts'
import { signIn } from './page.ts'

// Wide enough for the menu beside the page: as many links as can be.
const WIDE = { width: 1700, height: 1000 }

/** The long walk: `npm run clicks`, 5,000 at each slowdown; fewer with `CLICKS`. `FUZZ_SEED=5` walks as the run did that printed it. */
const MANY = Number(process.env.CLICKS ?? 5_000)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
/** Somebody in a browser of their own, each at their own pace: a slowed processor leaves the machine's to the others. */
const WALKERS = Number(process.env.WALKERS ?? 3)

interface Walks {
  clicks: number
  seed: number
  walkers: number
  slowdown: number
}

/** All the walkers' clicks at the portal at `origin`, and those of them that were lost. */
async function walked(browser: Browser, app: App, { clicks, seed, walkers, slowdown }: Walks) {
  const { origin } = app
  const clinic = await openClinic(origin)
  const { ordersDTO } = await clinic.client.orders.list({
    params: { hospital: HOSPITAL },
    query: { status: 'reported' },
  })
  const reported = ordersDTO.slice(0, 20).map(({ id }) => id)
  const each = Math.ceil(clicks / walkers)
  const found = await Promise.all(
    Array.from({ length: walkers }, async (_, index) => {
      const page = await browser.newPage({ baseURL: origin, viewport: WIDE })
      // Of an institution with full lists.
      const walker = await addColleague(app, `walker-${slowdown}-${index}`, {
        like: 'provider',
        at: HOSPITAL,
      })
      const enter = () => signIn(page, walker)
      // Of a clinician who has just signed in: a long walk outlives a sign-in.
      const writer = () => openClinic(origin, { provider: walker, code: HOSPITAL })
      const draft = async () => (await writer()).draft('Newsworthy')
      const news = async () => {
        const clinic = await writer()
        return clinic.submit(await clinic.draft('Newsworthy'))
      }
      await page.goto('/dashboard')
      await enter()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const plan = { clicks: each, seed: seed + index, slowdown, news, draft, reported, signIn: enter }
      const walk = await walkThrough(page, plan)
      await page.close()
      return walk
    }),
  )
  const done = found.reduce((sum, one) => sum + one.clicks, 0)
  const lost = found.flatMap((one) => one.lost)
  console.log(`${done} clicks from seed ${seed}, ${slowdown} times slower: ${lost.length} lost`)
  return { done, lost }
}

test('[WEB-02] of clicks at random moments none is lost', async ({ browser, app }) => {
  // Always the same seed: where one is lost, the next run finds it, too.
  const walks = { clicks: 60, seed: 2, walkers: 1, slowdown: 4 }
  expect((await walked(browser, app, walks)).lost).toEqual([])
})

for (const slowdown of [1, 4, 8])
  test(`@long [WEB-02] of thousands of clicks none is lost on a processor ${slowdown} times slower`, async ({
    browser,
  }) => {
    test.setTimeout(0)
    // So many of one person would be refused.
    await withApp({ KARYO_RATE_LIMIT: '0' }, async (app) => {
      const walks = { clicks: MANY, seed: SEED, walkers: WALKERS, slowdown }
      expect((await walked(browser, app, walks)).lost).toEqual([])
    })
  })

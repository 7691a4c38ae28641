import { type Browser, expect } from '@playwright/test'
import { type App, test, withApp } from './app.ts'
import { HOSPITAL, openClinic } from './clinic.ts'
import { submitUntouched, withScriptedLaboratory } from './laboratory.ts'
import { walk as walkThrough } from './navigation-fuzz.ts'
import { addColleague } from './own-clinic.ts'
import { signIn } from './page.ts'

// Wide enough for the side menu: as many links as possible.
const WIDE = { width: 1700, height: 1000 }

/**
 * The long walk: `npm run clicks`, 5,000 at each slowdown, or the number in `CLICKS`. `FUZZ_SEED=5` repeats
 * the run that printed this seed.
 */
const MANY = Number(process.env.CLICKS ?? 5_000)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
/** For `Plan`: `FUZZ_SHARE=1` presses only while something is in progress. */
const SHARE = Number(process.env.FUZZ_SHARE ?? 0.3)
/**
 * Number of users, each with their own browser and pace: a slowed-down processor leaves the machine's
 * capacity to the others.
 */
const WALKERS = Number(process.env.WALKERS ?? 3)

interface Walks {
  clicks: number
  seed: number
  walkers: number
  slowdown: number
}

/** Shorter than the API accepts one sign-in without renewal. */
const SIGNED_IN_FOR_MS = 120_000

/** Caches a result for this long. */
function cacheFor<T>(ms: number, make: () => Promise<T>): () => Promise<T> {
  let made: { at: number; result: Promise<T> } | undefined
  return () => {
    if (!made || Date.now() - made.at > ms) made = { at: Date.now(), result: make() }
    return made.result
  }
}

/** The clicks of all walkers at the portal at `origin`, and those that were lost. */
async function walked(browser: Browser, app: App, { clicks, seed, walkers, slowdown }: Walks) {
  const { origin } = app
  const begun = Date.now()
  const each = Math.ceil(clicks / walkers)
  const found = await Promise.all(
    Array.from({ length: walkers }, async (_, index) => {
      const page = await browser.newPage({ baseURL: origin, viewport: WIDE })
      // At an institution with full lists.
      const walker = await addColleague(app, `walker-${slowdown}-${index}`, {
        like: 'provider',
        at: HOSPITAL,
      })
      const enter = () => signIn(page, walker)
      // A long walk outlives a sign-in, and each sign-in costs as much as many clicks.
      const writer = cacheFor(SIGNED_IN_FOR_MS, () =>
        openClinic(origin, { provider: walker, code: HOSPITAL }),
      )
      const draft = async () => (await writer()).draft('Newsworthy')
      const onItsWay = async () => {
        const clinic = await writer()
        const id = await clinic.draft('Newsworthy')
        await submitUntouched(app, clinic, id)
        const goOn = () =>
          withScriptedLaboratory(app, async (laboratory) => void (await laboratory.accession(id)))
        return { id, goOn }
      }
      const triggerUpdate = async () => {
        const clinic = await writer()
        return clinic.submit(await clinic.draft('Newsworthy'))
      }
      const { ordersDTO } = await (await writer()).client.orders.list({
        params: { hospital: HOSPITAL },
        query: { status: 'reported' },
      })
      const reported = ordersDTO.slice(0, 20).map(({ id }) => id)
      await page.goto('/dashboard')
      await enter()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const plan = {
        ...{ clicks: each, seed: seed + index, slowdown, share: SHARE, signIn: enter },
        ...{ triggerUpdate, draft, onItsWay, reported },
      }
      const walk = await walkThrough(page, plan)
      await page.close()
      return walk
    }),
  )
  const done = found.reduce((sum, one) => sum + one.clicks, 0)
  const lost = found.flatMap((one) => one.lost)
  const seconds = Math.round((Date.now() - begun) / 1000)
  console.log(
    `${done} clicks from seed ${seed}, ${slowdown} times slower, in ${seconds} s: ${lost.length} lost`,
  )
  return { done, lost }
}

for (const slowdown of [1, 4, 8])
  test(`@clicks [WEB-02] of thousands of clicks none is lost on a processor ${slowdown} times slower`, async ({
    browser,
  }) => {
    test.setTimeout(0)
    // The rate limit would refuse so many requests from one user.
    await withApp({ KARYO_RATE_LIMIT: '0' }, async (app) => {
      const walks = { clicks: MANY, seed: SEED, walkers: WALKERS, slowdown }
      expect((await walked(browser, app, walks)).lost).toEqual([])
    })
  })

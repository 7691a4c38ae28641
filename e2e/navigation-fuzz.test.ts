import { type BrowserType, expect } from '@playwright/test'
import { type App, test, withApp } from './app.ts'
import { HOSPITAL, openClinic } from './clinic.ts'
import { submitUntouched, withScriptedLaboratory } from './laboratory.ts'
import { type Walk, walk as walkThrough } from './navigation-fuzz.ts'
import { addColleague } from './own-clinic.ts'
import { signIn } from './page.ts'
import { slowDown } from './slow-processor.ts'

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
 * Number of users, each with their own browser and pace: three keep two cores busy, and a slowed browser leaves the
 * machine to the others.
 */
const walkersAt = (slowdown: number) => Number(process.env.WALKERS ?? 2 + slowdown)

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

/** A user of their own, signed in with a browser of their own; the result walks. */
async function arrive(type: BrowserType, app: App, plan: { clicks: number; seed: number; slowdown: number }) {
  const { origin } = app
  const browser = await type.launch()
  const page = await browser.newPage({ baseURL: origin, viewport: WIDE })
  // At an institution with full lists.
  const walker = await addColleague(app, `walker-${plan.slowdown}-${plan.seed}`, {
    like: 'provider',
    at: HOSPITAL,
  })
  const enter = () => signIn(page, walker)
  // A long walk outlives a sign-in, and each sign-in costs as much as many clicks.
  const writer = cacheFor(SIGNED_IN_FOR_MS, () => openClinic(origin, { provider: walker, code: HOSPITAL }))
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
  const things = { triggerUpdate, draft, onItsWay, reported }
  return async (): Promise<Walk> => {
    const atFullSpeed = await slowDown(browser, plan.slowdown)
    try {
      return await walkThrough(page, { ...plan, ...things, share: SHARE, signIn: enter })
    } finally {
      await atFullSpeed()
      await browser.close()
    }
  }
}

/** The clicks of all walkers at the portal, and those that were lost. */
async function walked(type: BrowserType, app: App, { clicks, seed, walkers, slowdown }: Walks) {
  const begun = Date.now()
  const walks: (() => Promise<Walk>)[] = []
  // One after the other: the portal checks only a few passwords at a time.
  for (let index = 0; index < walkers; index += 1)
    walks.push(await arrive(type, app, { clicks: Math.ceil(clicks / walkers), seed: seed + index, slowdown }))
  const found = await Promise.all(walks.map((walk) => walk()))
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
    playwright,
  }) => {
    test.setTimeout(0)
    // The rate limit would refuse so many requests from one user.
    await withApp({ KARYO_RATE_LIMIT: '0' }, async (app) => {
      const walks = { clicks: MANY, seed: SEED, walkers: walkersAt(slowdown), slowdown }
      expect((await walked(playwright.chromium, app, walks)).lost).toEqual([])
    })
  })

import { expect } from '@playwright/test'
import { test } from './app.ts'
import { HOSPITAL, openClinic } from './clinic.ts'
import { walk } from './navigation-fuzz.ts'
import { addColleague } from './own-clinic.ts'
import { signIn } from './page.ts'

// Wide enough for the menu beside the page: as many links as can be.
test.use({ viewport: { width: 1700, height: 1000 } })

/** `FUZZ_SEED=5` walks as the run did that printed it. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
/** The long walk: `npm run clicks`, 5,000 at each slowdown; fewer with `CLICKS`. */
const MANY = Number(process.env.CLICKS ?? 5_000)

function walks(title: string, clicks: number, slowdowns: readonly number[]): void {
  for (const slowdown of slowdowns)
    test(`${title}, on a processor ${slowdown} times slower`, async ({ page, app }) => {
      test.setTimeout(0)
      // Of an institution with full lists.
      const walker = await addColleague(app, `walker-${slowdown}`, { like: 'provider', at: HOSPITAL })
      await page.goto('/dashboard')
      await signIn(page, walker)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const clinic = await openClinic(app.origin, { provider: walker, code: HOSPITAL })
      const news = async () => clinic.submit(await clinic.draft('Newsworthy'))
      const { clicks: done, lost } = await walk(page, { clicks, seed: SEED, slowdown, news })
      console.log(`${done} clicks from seed ${SEED}, ${slowdown} times slower: ${lost.length} lost`)
      expect(lost).toEqual([])
    })
}

walks('[WEB-02] of clicks at random moments none is lost', 20, [4])
walks('@long [WEB-02] of thousands of clicks at random moments none is lost', MANY, [1, 4, 8])

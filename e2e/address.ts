import type { Page } from '@playwright/test'

/**
 * Goes to an address of the portal, as by one of its links: the page is not loaded again. It may still be on its way to
 * the portal, from a sign-in.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await page.locator('#main').waitFor({ state: 'attached' })
  await page.evaluate((to) => history.pushState(null, '', to), path)
}

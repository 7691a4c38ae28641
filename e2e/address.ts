import type { Page } from '@playwright/test'

/** Goes to an address of the portal that is open, as by one of its links: the page is not loaded again. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
}

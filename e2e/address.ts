import type { Page } from '@playwright/test'

/** Navigates to a URL within the open portal, like a link: without reloading the page. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
}

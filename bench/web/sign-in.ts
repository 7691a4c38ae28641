import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/users.ts'

/**
 * Completes the sign-in form shown on `page` for a user who may submit orders; returns when the button was
 * pressed.
 */
export async function signIn(page: Page): Promise<number> {
  await page.getByLabel('Email').fill('provider@demo.test')
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  const pressed = performance.now()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  return pressed
}

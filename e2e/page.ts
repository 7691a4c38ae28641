import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { DEMO_PASSWORD } from '#server/demo/people.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** What is wrong with the page in this moment: each rule with the element that breaks it. */
async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const faults = await page.evaluate(async () => {
    // Only what is wrong: to describe all that is right takes four times as long.
    const { violations } = await window.axe.run({ resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
  })
  return faults.filter((fault) => !/^region: .*Combobox-dropdown/.test(fault))
}

/**
 * No accessibility fault on the page once it has come to rest (WCAG 2.2 A and AA, and good practice). An open list of
 * options belongs to its combobox and needs no landmark of its own.
 */
export async function accessible(page: Page): Promise<void> {
  await expect.poll(() => faultsOf(page), { timeout: 15_000 }).toEqual([])
}

/** Fills in the sign-in page, as one of the demo sign-ins. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { portalRoutes } from '#contract/portal.ts'
import type { ReplyOf } from '#contract/route.ts'
import { DEMO_PASSWORD } from '#server/demo/users.ts'
import { repeatedKeys } from '#ui/testing/repeated-keys.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** The minified half of the package, which is sent to and parsed by every page checked. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Features = ReplyOf<typeof portalRoutes.configuration>['features']

/** The page's current violations: each rule with the element that breaks it, and keys that a list has twice. */
async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const faults = await page.evaluate(async () => {
    // Violations only: describing all passes takes four times as long. Without preloading style sheets and
    // media, which only matters for pages that play sound.
    const { violations } = await window.axe.run({ resultTypes: ['violations'], preload: false })
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
  })
  const roots = page.locator('#root')
  const repeated = (await roots.count()) > 0 ? await roots.evaluate(repeatedKeys) : []
  return [
    ...faults.filter((fault) => !/^region: .*Combobox-dropdown/.test(fault)),
    ...repeated.map((key) => `repeated key: ${key}`),
  ]
}

/**
 * Expects no accessibility violations once the page is idle (WCAG 2.2 A and AA, and best practices). An open
 * list box belongs to its combobox and needs no landmark of its own.
 */
export async function accessible(page: Page): Promise<void> {
  await expect.poll(() => faultsOf(page)).toEqual([])
}

/**
 * Opens the newest mail to this address with these words in its subject on the mailbox page, once it has
 * arrived.
 */
export async function openMail(page: Page, to: string, subject: string): Promise<void> {
  const list = `/mailbox?to=${encodeURIComponent(to)}`
  const mails = async () => (await (await page.request.get(list)).text()).toLowerCase()
  await expect.poll(mails).toContain(subject.toLowerCase())
  await page.goto(list)
  await page.getByRole('link', { name: subject }).first().click()
}

/** Makes the page see these feature switches. */
export async function withFeatures(page: Page, features: Partial<Features>): Promise<void> {
  await page.route('**/api/configuration', async (route) => {
    const response = await route.fetch()
    const configuration = await response.json()
    const json = { ...configuration, features: { ...configuration.features, ...features } }
    await route.fulfill({ response, json })
  })
}

/** Completes the sign-in page for a demo user. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { portalRoutes } from '#contract/portal.ts'
import type { ReplyOf } from '#contract/route.ts'
import { DEMO_PASSWORD } from '#server/demo/users.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Half of what the package gives by its name, to be sent to and read by each page that is looked at. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Features = ReplyOf<typeof portalRoutes.configuration>['features']

/** What is wrong with the page in this moment: each rule with the element that breaks it. */
async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const faults = await page.evaluate(async () => {
    // Only what is wrong: to describe all that is right takes four times as long. And without reading all style sheets
    // and media beforehand, which is for pages that play sound.
    const { violations } = await window.axe.run({ resultTypes: ['violations'], preload: false })
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
  })
  return faults.filter((fault) => !/^region: .*Combobox-dropdown/.test(fault))
}

/**
 * No accessibility fault on the page once it has come to rest (WCAG 2.2 A and AA, and good practice). An open list of
 * options belongs to its combobox and needs no landmark of its own.
 */
export async function accessible(page: Page): Promise<void> {
  await expect.poll(() => faultsOf(page)).toEqual([])
}

/** Opens the newest mail to somebody with these words in its subject, in the mailbox page, once there is one. */
export async function openMail(page: Page, to: string, subject: string): Promise<void> {
  const list = `/mailbox?to=${encodeURIComponent(to)}`
  const mails = async () => (await (await page.request.get(list)).text()).toLowerCase()
  await expect.poll(mails).toContain(subject.toLowerCase())
  await page.goto(list)
  await page.getByRole('link', { name: subject }).first().click()
}

/** The page sees a portal with these features switched so. */
export async function withFeatures(page: Page, features: Partial<Features>): Promise<void> {
  await page.route('**/api/configuration', async (route) => {
    const response = await route.fetch()
    const configuration = await response.json()
    const json = { ...configuration, features: { ...configuration.features, ...features } }
    await route.fulfill({ response, json })
  })
}

/** Fills in the sign-in page, as one of the demo sign-ins. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

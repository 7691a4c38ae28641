import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { newOrder } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { runningEmbeddedPostgres } from '#server/database/embedded/running.ts'
import { follow } from './address.ts'
import { type App, test } from './app.ts'
import { openClinic } from './clinic.ts'
import { addMembership } from './own-clinic.ts'
import { accessible, signIn } from './page.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const institution = (page: Page) => page.locator('[data-institution]')

/**
 * A treatment recommendation for an order at the other institution, as the laboratory's message creates it.
 */
async function recommendationFor({ dataDir }: App, institution: string, orderId: number): Promise<number> {
  const url = await runningEmbeddedPostgres(path.join(dataDir, 'database'))
  if (url === undefined) throw new Error('the database does not run')
  const row = {
    ...{ order_id: orderId, institution_code: institution, treatment_key: 'link', test_code: '1102' },
    ...{ title: 'Sodium channel blockers', recommendation: 'Avoid these.', made_at: new Date() },
  }
  return administer(url, async (db) => {
    const made = await db.insertInto('treatment').values(row).returning('id').executeTakeFirstOrThrow()
    return made.id
  })
}

test('[GAP-01] a link opens in any tab of an authorized user, and selects its institution', async ({
  browser,
  app,
  staff,
  otherClinic,
}) => {
  await addMembership(app, staff.provider, otherClinic.code)
  const [HOSPITAL, OTHER] = [staff.code, otherClinic.code]
  const clinic = await openClinic(app.origin, { provider: staff.provider, code: OTHER })
  const submitted = await clinic.submit(await clinic.draft('Linkfield'))
  const { id: draft } = await clinic.client.orders.create({
    params: { hospital: OTHER },
    body: { draftKey: randomUUID(), document: newOrder() },
  })
  const { id: kit } = await clinic.client.kits.order({
    params: { hospital: OTHER },
    body: {
      ...{ requestKey: randomUUID(), kitType: 'Saliva', quantity: 1, note: '' },
      kitRecipient: {
        ...{ firstName: 'Ada', lastName: 'Okafor', address1: '1 Lane', address2: '', city: 'Springvale' },
        ...{ zipCode: '60601', state: 'IL', phone: '+16145550101' },
      },
    },
  })

  const treatment = await recommendationFor(app, OTHER, submitted.id)

  const context = await browser.newContext({ baseURL: app.origin })
  const page = await context.newPage()
  await page.goto('/dashboard')
  await signIn(page, staff.provider)
  await expect(institution(page)).toContainText(HOSPITAL)

  const PAGES: [address: string, title: RegExp, noun: string][] = [
    [`/order/details/${submitted.id}`, new RegExp(submitted.patient.lastName), 'order'],
    [`/sample/${submitted.samples[0]?.id}`, /./, 'sample'],
    [`/kits/${kit}`, new RegExp(`Kit order ${kit}`), 'kit order'],
    [`/create?draft=${draft}`, /./, 'draft'],
    [`/treatment/${treatment}`, /^Sodium channel blockers$/, 'treatment recommendation'],
  ]
  const choose = async (code: string) => {
    await institution(page).click()
    await page.getByRole('menuitemradio', { name: new RegExp(code) }).click()
    await expect(institution(page)).toContainText(code)
  }
  for (const [address, title, noun] of PAGES)
    await test.step(`${address.replaceAll(/\d+/g, 'N')} of the other institution`, async () => {
      await follow(page, address)
      await expect(institution(page)).toContainText(OTHER)
      await expect(page.getByText(`, which this ${noun} belongs to.`)).toBeVisible()
      await expect(heading(page)).toHaveText(title)
      await expect(heading(page)).not.toHaveText(/not found/)
      await accessible(page)
      // A user who chooses another institution is not led back.
      await choose(HOSPITAL)
      await expect(page).toHaveURL(/\/dashboard$/)
    })

  await test.step('in a new tab, before an institution is chosen there', async () => {
    const tab = await context.newPage()
    await tab.goto(`/order/details/${submitted.id}`)
    await expect(institution(tab)).toContainText(OTHER)
    await expect(heading(tab)).toHaveText(PAGES[0]?.[1] ?? /./)
    await tab.close()
  })

  await test.step('in a tab that is reloaded while it signs in', async () => {
    const tab = await context.newPage()
    const reloaded = Promise.withResolvers<void>()
    await tab.route(/\/token$/, async (route) => {
      await reloaded.promise
      await route.abort().catch(() => undefined)
    })
    const asked = tab.waitForRequest(/\/token$/)
    await tab.goto(`/order/details/${submitted.id}`)
    await asked
    await tab.unrouteAll({ behavior: 'ignoreErrors' })
    await tab.reload()
    reloaded.resolve()
    await expect(heading(tab)).toHaveText(PAGES[0]?.[1] ?? /./)
    await tab.close()
  })

  await test.step('an unknown number is reported, with advice that works', async () => {
    for (const [address, noun] of [
      ['/order/details/999999999', 'Order'],
      ['/sample/999999999', 'Sample'],
      ['/kits/999999999', 'Kit order'],
      ['/treatment/999999999', 'Treatment recommendation'],
      ['/create?draft=999999999', 'Draft'],
    ]) {
      await follow(page, address ?? '')
      await expect(heading(page)).toHaveText(`${noun} not found`)
      await expect(page.getByText(/an institution you don’t work for/)).toBeVisible()
      await expect(institution(page)).toContainText(HOSPITAL)
    }
    await accessible(page)
  })
  await context.close()
})

test('a link to a user selects an institution where they are managed', async ({
  page,
  app,
  staff,
  otherClinic,
}) => {
  await addMembership(app, staff.super, otherClinic.code)
  const manager = await openClinic(app.origin, { provider: staff.super, code: otherClinic.code })
  const { data: users } = await manager.client.users.list({
    query: { hospitalCode: otherClinic.code, limit: 20 },
  })
  const one = users.find(({ email }) => email === otherClinic.viewer)
  if (!one) throw new Error(`${otherClinic.viewer} does not work there`)
  await page.goto('/dashboard')
  await signIn(page, staff.super)
  await expect(institution(page)).toContainText(staff.code)
  await follow(page, `/users/${one.id}`)
  await expect(institution(page)).toContainText(otherClinic.code)
  await expect(heading(page)).toContainText(one.lastName)
})

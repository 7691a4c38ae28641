import { expect, type Page } from '@playwright/test'
import { test } from './app.ts'
import { launchingHospital } from './launching-hospital.ts'
import { accessible, signIn } from './page.ts'

async function blockCookiesOfOthers(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.setCookieControls', {
    enableThirdPartyCookieRestriction: true,
    ...{ disableThirdPartyCookieMetadata: true, disableThirdPartyCookieHeuristics: true },
  })
}

test('a chart in the hospital’s record system opens as a draft of its own', async ({
  page,
  context,
  app,
  staff,
}) => {
  const ehr = await launchingHospital(app, { institution: staff.code })
  const frame = page.frameLocator('iframe')
  await blockCookiesOfOthers(page)

  await test.step('another site’s frame shows nothing', async () => {
    await page.goto(`http://localhost:${ehr.port}/?frame=p1`)
    await expect(page.getByRole('heading', { name: 'Imogen Vance' })).toBeVisible()
    await expect(frame.getByRole('link', { name: 'Open in a window' })).toHaveCount(0)
  })

  const portal = await test.step('the hospital’s frame shows a button that opens a window', async () => {
    await page.goto(`${ehr.site}/?frame=p1`)
    const opened = context.waitForEvent('page')
    await frame.getByRole('link', { name: 'Open in a window' }).click()
    return opened
  })

  await test.step('the first time, the user logs in and connects the two accounts', async () => {
    await signIn(portal, staff.provider)
    await expect(portal.getByText('Connect your account with Harborview')).toBeVisible()
    await expect(portal.getByText('Harborview says that Adaeze Okonjo opened this chart.')).toBeVisible()
    await accessible(portal)
    await portal.getByRole('button', { name: 'Connect and open the chart' }).click()
  })

  await test.step('the draft says whose it is, what is from the chart, and lets choose the indication', async () => {
    await expect(portal.getByText('From the chart at Harborview')).toBeVisible()
    await expect(portal.locator('strong', { hasText: 'Vance, Imogen' })).toBeVisible()
    await expect(portal.getByRole('textbox', { name: /^Last name From the chart/ })).toHaveValue('Vance')
    await accessible(portal)
    await portal.getByRole('button', { name: /^Add G40\.909/ }).click()
    await expect(portal.getByRole('list', { name: /indications/i })).toBeVisible()
    expect(portal.url()).not.toMatch(/Vance|H-20011|p1/)
  })

  await test.step('another patient in another tab stays apart, without asking again', async () => {
    const second = await context.newPage()
    await second.goto(ehr.launch({ patient: 'p2' }))
    await expect(second.locator('strong', { hasText: 'Castellan, Mateo' })).toBeVisible()
    expect(second.url()).not.toBe(portal.url())
    await portal.reload()
    await expect(portal.locator('strong', { hasText: 'Vance, Imogen' })).toBeVisible()
    await expect(portal.getByText('Castellan')).toHaveCount(0)
  })

  await test.step('a launch without what this browser keeps is over', async () => {
    await portal.goto('/launched/00000000-0000-4000-8000-000000000000')
    await expect(portal.getByText('This launch has expired')).toBeVisible()
    await accessible(portal)
  })
  await ehr.close()
})

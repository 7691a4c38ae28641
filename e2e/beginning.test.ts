import { expect } from '@playwright/test'
import { follow } from './address.ts'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { savedDraft, section } from './order-form.ts'
import { signIn } from './page.ts'

test('[GAP-12 UX-06] a draft begins with the first edit: opened links leave none behind', async ({
  page,
  app,
}) => {
  const clinic = await openClinic(app.origin)
  const drafts = async () => {
    const { counts } = await clinic.client.orders.summary({ params: { h: '1001' } })
    return counts['pending-submission']
  }
  const before = await drafts()
  const lastName = () => section(page, 'Patient and family').getByLabel('Last name').first()
  const tests = page.getByRole('list', { name: 'Tests of this order' }).getByRole('listitem')

  await page.goto('/create?test=1600')
  await signIn(page, 'provider@demo.test')
  const links = ['/create?test=1600', '/create?test=1102&new-cart=true', '/order?test=1102', '/create']
  for (const link of [...links, '/create?is_vob=true&test=1600', '/create?test=1102,1600']) {
    await test.step(`${link}, left untouched`, async () => {
      await follow(page, link)
      if (link.includes('test=')) await expect(tests.filter({ hasText: /1600|1102/ }).first()).toBeVisible()
      if (link.includes('test=') && !link.includes('vob'))
        await expect(section(page, 'Consents').getByText('Consent for genetic testing').first()).toBeVisible()
      await expect(lastName()).toHaveValue('')
      await follow(page, '/orders')
      await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
      expect(await drafts()).toBe(before)
    })
  }

  await test.step('and with the first letter there is one, with the tests of the link', async () => {
    await follow(page, '/create?test=1600')
    await expect(tests.filter({ hasText: '1600' }).first()).toBeVisible()
    await lastName().fill('Beginwell')
    const { document } = await clinic.order(await savedDraft(page))
    expect(document.tests.map(({ testCode }) => testCode)).toEqual(['1600'])
    expect(document.patients[0]?.lastName).toBe('Beginwell')
    expect(await drafts()).toBe(before + 1)
  })
})

import { expect, type Page } from '@playwright/test'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { personAt, section, submitOrder } from './order-form.ts'
import { accessible } from './page.ts'

const firstName = (page: Page) => section(page, 'Patient and family').getByLabel('First name').first()

/** Records every text that the page ever shows, however briefly; the returned function reads them. */
async function recordPageTexts(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const texts: string[] = []
    Object.assign(window, { texts })
    new MutationObserver(() => texts.push(document.body.innerText)).observe(document.body, {
      ...{ subtree: true, childList: true, characterData: true },
    })
  })
  return () => page.evaluate(() => (window as unknown as { texts: string[] }).texts.join(' '))
}

test('[UX-14 UX-17] what somebody else changes is in the open form at once, marked, and nothing else is submitted', async ({
  browser,
  app,
  staff,
}) => {
  const kerttu = await openClinic(app.origin, { provider: staff.creator, code: staff.code })
  const secondSession = await openClinic(app.origin, staff)
  const id = await kerttu.draft('Livewell')
  const change = (by: typeof kerttu, path: string, value: string) =>
    by.client.orders.patch({
      ...{ params: { hospital: staff.code, id }, headers: {} },
      body: [{ op: 'replace', path, value }],
    })

  await test.step('live: the field has the new value and a mark, and a notice names the user and the change', async () => {
    const creator = await personAt(browser, app, staff.creator, `/create?draft=${id}`)
    await expect(firstName(creator)).toHaveValue('Testa')
    await change(secondSession, '/patients/0/firstName', 'Livia')
    await expect(firstName(creator)).toHaveValue('Livia')
    const notice = creator.getByRole('status', { name: /^Ada Okafor.* changed this order on / })
    await expect(notice.getByRole('button', { name: 'Patient: First name' })).toBeVisible()
    const marked = creator.locator('[data-changed]')
    await expect(marked).toHaveCount(1)
    await expect(marked.getByLabel('First name')).toHaveValue('Livia')
    await accessible(creator)
    await notice.getByRole('button', { name: 'Patient: First name' }).click()
    await expect(firstName(creator)).toBeFocused()
    await notice.getByRole('button', { name: 'Close' }).click()
    await expect(marked).toHaveCount(0)
    await creator.context().close()
  })

  await test.step('without live updates: submitting names the editor, and then includes the change', async () => {
    const ada = await personAt(browser, app, staff.provider, `/create?draft=${id}`, { live: false })
    await expect(firstName(ada)).toHaveValue('Livia')
    await change(kerttu, '/patients/0/recordNumber', 'R-2')
    const texts = await recordPageTexts(ada)
    await submitOrder(ada)
    await expect(ada.getByText(/^Not submitted: Kerttu Lindqvist.* edited this order/)).toBeVisible()
    await expect(ada.getByRole('status', { name: /^Kerttu Lindqvist.* changed this order/ })).toBeVisible()
    await Promise.all([ada.getByText('Order submitted.').waitFor(), submitOrder(ada)])
    await expect(ada).toHaveURL(new RegExp(`/order/(en-route|details)/${id}`))
    await expect(ada.getByText(/^Order not submitted/)).toHaveCount(0)
    expect(await texts()).not.toContain('Not saved')
    expect((await kerttu.order(id)).document.patients[0]?.recordNumber).toBe('R-2')
    await ada.context().close()
  })
})

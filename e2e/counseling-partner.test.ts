import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { isSigned, signatureOf } from '#adapters/counseling-partner/signature.ts'
import { PARTNER_SECRET, test } from './app.ts'
import { retryNow } from './database.ts'
import { accessible, signIn } from './page.ts'

const EMAIL = 'wilhelmina@patients.test'

interface PartnerMessage {
  type: string
  reference: string
  request?: Record<string, string>
}

/** The counseling partner's server: records correctly signed requests. */
async function openPartner(port: number): Promise<{ server: Server; messages: PartnerMessage[] }> {
  const messages: PartnerMessage[] = []
  const server = createServer(async (request, reply) => {
    const body = await text(request)
    const signed = isSigned(PARTNER_SECRET, String(request.headers['x-karyo-signature']), body, new Date())
    if (signed) messages.push(JSON.parse(body))
    reply.writeHead(signed ? 202 : 401).end(signed ? '{"partnerReference":"CP-77"}' : '')
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { server, messages }
}

/** A patient on a phone who completes the form and presses the button twice. */
async function ask(page: Page): Promise<void> {
  await page.goto('/gc-appointment-form')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field('First name').fill('Wilhelmina')
  await field('Last name').fill('Testerly')
  await field('Month').selectOption('March')
  await field('Day').fill('9')
  await field('Year').fill('1980')
  await field('Email').fill(EMAIL)
  await field('Phone number').fill('(614) 555-0199')
  await field('Do you want to opt out of text messages?').selectOption('Yes')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Submit', exact: true }).dblclick()
  await expect(page.getByRole('status')).toContainText('Appointment request submitted successfully!')
  expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0])
  await page.goto('/catalogue/')
  await page.goBack()
  await expect(field('First name')).toHaveValue('')
}

test('[GC-16] a request waits while the partner is down, arrives once and signed, and comes back scheduled', async ({
  app,
  browser,
  supporter,
}) => {
  const { origin, partnerPort } = app
  const open = (viewport: { width: number; height: number }) =>
    browser.newContext({ baseURL: origin, viewport })
  await test.step('a patient sends the form', async () => {
    const context = await open({ width: 390, height: 844 })
    await ask(await context.newPage())
    await context.close()
  })

  const page = await (await open({ width: 1280, height: 800 })).newPage()
  const row = page.getByRole('row').filter({ hasText: 'Wilhelmina Testerly' })
  const dialog = page.getByRole('dialog')
  const show = async () => {
    await page.reload()
    await row.getByRole('button', { name: /^Show/ }).click()
  }
  await test.step('Support sees that it is waiting, and why', async () => {
    await page.goto('/counseling?status=stored')
    await signIn(page, supporter)
    await expect(row).toHaveCount(1)
    await expect(async () => {
      if (!(await row.innerText()).includes('The counseling partner cannot be reached')) await page.reload()
      await expect(row).toBeVisible()
      expect(await row.innerText()).toContain('The counseling partner cannot be reached')
    }).toPass()
    await expect(row).toContainText('Waiting')
    await accessible(page)
  })

  const { server, messages } = await openPartner(partnerPort)
  const ownMessages = () => messages.filter(({ request }) => request?.email === EMAIL)
  try {
    await test.step('the partner is back, and receives it once', async () => {
      // It may be sent automatically at this moment.
      const now = row.getByRole('button', { name: /^Try now/ })
      if (ownMessages().length === 0 && (await now.isVisible()))
        await now.click({ timeout: 5_000 }).catch(() => undefined)
      // If the button cannot be pressed, it is retried automatically.
      const handedOver = async () => {
        if (ownMessages().length === 0) await retryNow(app, 'counseling')
        return ownMessages().length
      }
      await expect.poll(handedOver, { message: 'the partner is told of the request' }).toBe(1)
      expect(ownMessages()[0]?.request).toMatchObject({
        ...{ firstName: 'Wilhelmina', dateOfBirth: '1980-03-09', phoneNumber: '+16145550199' },
        ...{ preferredContact: 'yes' },
      })
      await page.goto(`/counseling?q=${encodeURIComponent(EMAIL)}`)
      await expect(row).toContainText('Sent to partner')
      await expect(row).toContainText('CP-77')
    })

    const reference = ownMessages()[0]?.reference ?? ''
    const postStatus = (secret: string) => {
      const body = JSON.stringify({ reference, status: 'scheduled', note: 'Tuesday', messageId: '1' })
      const headers = {
        'content-type': 'application/json',
        'x-karyo-signature': signatureOf(secret, body, new Date()),
      }
      return fetch(`${origin}/api/counseling/status`, { method: 'POST', headers, body })
    }
    await test.step('the partner has made an appointment, which only the partner can report', async () => {
      expect((await postStatus(`${PARTNER_SECRET}?`)).status).toBe(403)
      for (const _again of [1, 2]) expect((await postStatus(PARTNER_SECRET)).status).toBe(204)
      await show()
      await expect(dialog).toContainText('Appointment scheduled by the counseling service')
      await expect(dialog.getByText('Tuesday')).toHaveCount(1)
      await expect(dialog).toContainText('9 Mar 1980')
      await accessible(page)
    })

    await test.step('the patient wants it deleted: it is, with the reason, and the partner is notified', async () => {
      await dialog.getByRole('button', { name: 'Delete request' }).click()
      const confirm = dialog.getByRole('button', { name: 'Delete request' })
      await expect(confirm).toBeDisabled()
      await dialog.getByLabel('Reason').fill('Asked for by telephone')
      await Promise.all([page.getByText(/^Request \d+ deleted$/).waitFor(), confirm.click()])
      await expect(row).toHaveCount(0)
      await page.goto(`/counseling?q=${reference}`)
      const gone = page.getByRole('row').filter({ hasText: 'Asked for by telephone' })
      await expect(gone).toContainText('Deleted')
      await expect
        .poll(() => messages.filter((one) => one.reference === reference).map(({ type }) => type))
        .toEqual(['request', 'deleted'])
      await gone.getByRole('button', { name: /^Show/ }).click()
      await expect(dialog).toContainText('The patient’s text was deleted.')
      await expect(page.locator('body')).not.toContainText(/Wilhelmina|Tuesday|555.?0199/)
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

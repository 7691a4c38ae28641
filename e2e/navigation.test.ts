import { expect, type Page } from '@playwright/test'
import { problemOf } from '#contract/errors.ts'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { submitUntouched } from './laboratory.ts'
import { signIn } from './page.ts'

// Wide enough for the side menu.
test.use({ viewport: { width: 1700, height: 900 } })

/** When a link is pressed, relative to the reply to a new order's first save. */
const MOMENTS = [
  'before it is asked for',
  'while it is on its way',
  'with the answer',
  'one step after',
  'two steps after',
  'five steps after',
  'twenty steps after',
  'in the next task',
  'in the next frame',
  'in the frame after',
] as const
type Moment = (typeof MOMENTS)[number]

/** Presses the link to the orders at that moment: from within the page, so that nothing gets in between. */
function followAt(page: Page, moment: Moment): Promise<void> {
  return page.evaluate((when) => {
    const link = document.querySelector<HTMLAnchorElement>('nav a[href^="/orders"]')
    if (!link) throw new Error('There is no link to the orders')
    const follow = () => link.click()
    const microtasks = async (count: number) => {
      for (let done = 0; done < count; done++) await null
      follow()
    }
    const then: Record<string, () => void> = {
      'with the answer': follow,
      'one step after': () => void microtasks(1),
      'two steps after': () => void microtasks(2),
      'five steps after': () => void microtasks(5),
      'twenty steps after': () => void microtasks(20),
      'in the next task': () => void setTimeout(follow),
      'in the next frame': () => void requestAnimationFrame(follow),
      'in the frame after': () => void requestAnimationFrame(() => requestAnimationFrame(follow)),
    }
    const original = window.fetch
    window.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      const creates =
        init?.method === 'POST' && /\/api\/Orders\/\d+$/.test(new URL(url, location.href).pathname)
      if (!creates) return original(input, init)
      if (when === 'while it is on its way') setTimeout(follow)
      const answer = await original(input, init)
      const read = answer.json.bind(answer)
      const text = answer.text.bind(answer)
      const meanwhile = <T>(value: T): T => {
        then[when]?.()
        return value
      }
      answer.json = async () => meanwhile(await read())
      answer.text = async () => meanwhile(await text())
      return answer
    }
  }, moment)
}

test('[WEB-02] a link that is followed while a new order is saved for the first time leads where it says', async ({
  page,
  staff,
}) => {
  await page.goto('/dashboard')
  await signIn(page, staff.creator)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  for (const [index, moment] of MOMENTS.entries()) {
    await test.step(moment, async () => {
      // The link's page is still loading when the order gets its number, as on a slow machine.
      const slow = Promise.withResolvers<void>()
      await page.route('**/assets/OrdersPage*.js', async (route) => {
        await slow.promise
        await route.continue()
      })
      await page.goto('/create?test=1102')
      const name = page.getByLabel('Last name').first()
      await expect(name).toBeVisible()
      await followAt(page, moment)
      const saved = page.waitForResponse(
        (reply) =>
          reply.request().method() === 'POST' && /\/api\/Orders\/\d+$/.test(new URL(reply.url()).pathname),
      )
      await name.fill(`Wayward${index}`)
      if (moment === 'before it is asked for')
        await page.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true }).first().click()
      await (await saved).finished()
      await expect(page).toHaveURL(/\/orders(\?|$)/)
      // By then, all effects of the reply have happened.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
      slow.resolve()
      await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
      await expect(page).toHaveURL(/\/orders(\?|$)/)
      await page.unroute('**/assets/OrdersPage*.js')
    })
  }
})

test('a user who returns to the new order before a link’s page has loaded finds the draft’s address', async ({
  page,
  staff,
}) => {
  const slow = Promise.withResolvers<void>()
  await page.route('**/assets/OrdersPage*.js', async (route) => {
    await slow.promise
    await route.continue()
  })
  await page.goto('/create?test=1102')
  await signIn(page, staff.creator)
  await page.getByLabel('Last name').first().fill('Returner')
  await page.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true }).first().click()
  await expect(page).toHaveURL(/\/orders(\?|$)/)
  await page.goBack()
  await expect(page).toHaveURL(/\/create\?draft=\d+$/)
  await expect(page.getByLabel('Last name').first()).toHaveValue('Returner')
  slow.resolve()
})

test('a delayed search does not call a user back who has followed a link', async ({ page, staff }) => {
  const slow = Promise.withResolvers<void>()
  await page.route('**/assets/DashboardPage*.js', async (route) => {
    await slow.promise
    await route.continue()
  })
  await page.goto('/orders')
  await signIn(page, staff.creator)
  const search = page.getByRole('searchbox').first()
  await expect(search).toBeVisible()
  await page.evaluate(() => {
    // The delay's timer is stopped until the link has been followed.
    const link = document.querySelector<HTMLAnchorElement>('nav a[href="/dashboard"]')
    document.addEventListener('input', () => setTimeout(() => link?.click(), 50), { once: true })
  })
  await search.fill('harbor')
  await expect(page).toHaveURL(/\/dashboard$/)
  // Longer than the delay: by now the search would have been requested.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 600)))
  slow.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a profile section that the server refuses late leaves the focus where the user is typing', async ({
  page,
  staff,
}) => {
  const late = Promise.withResolvers<void>()
  await page.route('**/api/physicians/*/phones', async (route) => {
    await late.promise
    const errors = [{ path: '/0/phoneNumber', rule: 'phone', message: 'There is no such phone number.' }]
    const json = { ...problemOf('invalid-fields'), errors }
    await route.fulfill({ status: json.status, contentType: 'application/problem+json', json })
  })
  await page.goto('/profile')
  await signIn(page, staff.creator)
  const phones = page
    .locator('form')
    .filter({ has: page.getByRole('button', { name: 'Save phone numbers' }) })
  const number = phones.getByLabel('Number', { exact: true }).first()
  const suffix = page.getByLabel('Suffix')
  await number.fill('614 555 0177')
  await phones.getByRole('button', { name: 'Save phone numbers' }).click()
  await suffix.click()
  await page.keyboard.type('M')
  late.resolve()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('D')
  await expect(suffix).toHaveValue(/MD$/)
  await expect(suffix).toBeFocused()
})

test('a press applies to the element under the pointer, even if the page moves before the release', async ({
  app,
  page,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  // Only the journey updates the dashboard.
  await submitUntouched(app, clinic, await clinic.draft('Underpointer'))
  await page.goto('/dashboard')
  await signIn(page, staff.creator)
  const link = page.getByRole('main').getByRole('link', { name: 'All orders' })
  await link.scrollIntoViewIfNeeded()
  const box = await link.boundingBox()
  if (!box) throw new Error('The link is not seen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.evaluate(() => {
    const paragraph = document.createElement('p')
    paragraph.style.height = '300px'
    document.getElementById('main')?.prepend(paragraph)
  })
  await page.mouse.up()
  await expect(page).toHaveURL(/\/orders(\?|$)/)
})

test('a link that is removed between press and release still works', async ({ app, page, staff }) => {
  const clinic = await openClinic(app.origin, staff)
  const order = await clinic.draft('Vanishing')
  await submitUntouched(app, clinic, order)
  const answered = Promise.withResolvers<void>()
  await page.route(/nobody-is-called-so/, async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.goto('/orders')
  await signIn(page, staff.creator)
  const link = page.locator(`#main a[href="/order/en-route/${order}"]`).first()
  await expect(link).toBeVisible()
  const searchRequest = page.waitForRequest(/nobody-is-called-so/)
  await page.getByRole('searchbox').first().fill('nobody-is-called-so')
  await searchRequest
  const box = await link.boundingBox()
  if (!box) throw new Error('The link is not seen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  answered.resolve()
  await expect(link).toHaveCount(0)
  await page.mouse.up()
  await expect(page).toHaveURL(new RegExp(`/order/en-route/${order}$`))
})

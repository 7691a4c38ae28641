import { expect, type Page } from '@playwright/test'
import type { Physician } from '#contract/physicians.ts'
import { test } from './app.ts'
import { accessible, openMail, signIn } from './page.ts'

/**
 * Where each kind of sign-in lands: path, heading, and other text. The remaining demo users land where the
 * provider does, and appear in other journeys.
 */
const LANDINGS: Record<string, [path: string, heading: string, words?: string]> = {
  provider: ['/dashboard', 'Dashboard'],
  support: ['/dashboard', 'Dashboard'],
  counselor: ['/dashboard', 'Dashboard'],
  va: ['/dashboard', 'Dashboard'],
  terms: ['/', 'Ordering portal terms'],
  attest: ['/', 'You manage the users of your institution'],
  waiting: ['/', 'Thank you for signing up. Your account is waiting approval.', '1-2 business days'],
  new: ['/register', 'Register'],
  unverified: ['/email-not-verified', 'Please verify your email.', 'A verification email was sent'],
}

/** Users who may not use the portal yet, and are told why. */
const NOT_IN = ['waiting', 'new', 'unverified']

/**
 * What the tab stores about the user, by the keys of the specification; for Support, the codes of all
 * institutions.
 */
async function sessionStorageOf(page: Page, isSupport: boolean) {
  await page.goto('/orders?status=reported')
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  const readStorage = () => page.evaluate(() => ({ ...sessionStorage }))
  const expectedKeys = [
    'authToken',
    'userEmail',
    'institutionId',
    'institutionCodes',
    'TnCApproved',
    'from-orders',
  ]
  const all = isSupport ? ['allInstitutionCodes'] : []
  await expect
    .poll(async () => Object.keys(await readStorage()))
    .toEqual(expect.arrayContaining([...expectedKeys, ...all]))
  const { TnCApproved, userEmail, authToken, allInstitutionCodes, ...rest } = await readStorage()
  expect([TnCApproved, userEmail]).toEqual(['true', expect.stringMatching(/@demo\.test$/)])
  expect(rest['from-orders']).toContain('reported')
  const reply = await page.request.get('/api/physicians/current', {
    headers: { authorization: `Bearer ${authToken}` },
  })
  const { customerRoles } = (await reply.json()) as Physician
  const codes = customerRoles.map(({ institution }) => institution.code).sort()
  // Without the laboratory's role, nothing about other institutions is stored.
  expect(allInstitutionCodes?.split(',').sort()).toEqual(isSupport ? codes : undefined)
  if (isSupport) expect(codes.length).toBeGreaterThan(4)
}

/** Wide enough for the side drawer, which is behind the hamburger button below 1650 px. */
const WIDE = { width: 1700, height: 900 }

test('[ROUTE-01 ROUTE-15 ROUTE-18 DRAW-01 PERM-04 STATE-07 GAP-11] each kind of sign-in lands on its screen', async ({
  browser,
}) => {
  for (const [who, [path, heading, words]] of Object.entries(LANDINGS))
    await test.step(who, async () => {
      const page = await (await browser.newContext({ viewport: WIDE })).newPage()
      const drawer = page.getByRole('navigation', { name: 'Main' })
      await page.goto('/')
      await expect(page.getByLabel('Password')).toBeVisible()
      await expect(drawer).toHaveCount(0)
      await signIn(page, `${who}@demo.test`)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(page).toHaveURL((url) => url.pathname === path)
      if (words) await expect(page.getByText(words)).toBeVisible()
      if (path === '/dashboard') await expect(drawer).toBeVisible()
      else await expect(drawer).toHaveCount(0)
      if (path === '/dashboard') await sessionStorageOf(page, who === 'support')
      if (NOT_IN.includes(who)) await expect(page.getByRole('button', { name: 'LOGOUT' })).toBeVisible()
      await accessible(page)
      await page.context().close()
    })
})

test('[USERS-01 ROUTE-12 ROUTE-16 APP-03 APP-05 GAP-11] sign up, verify, register with a new institution, be approved, accept the terms', async ({
  browser,
  app,
  supporter,
}) => {
  const contextOf = () => browser.newContext({ baseURL: app.origin })
  const email = 'edda.marsh@clinic.test'
  const password = 'rain-lantern-otter-47'
  const ownContext = await contextOf()
  const page = await ownContext.newPage()

  await test.step('sign up, and verify by the mailbox page', async () => {
    await page.goto('/signup')
    await page.getByLabel('First name').fill('Edda')
    await page.getByLabel('Last name').fill('Marsh')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Repeat the password').fill(password)
    await accessible(page)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
    await accessible(page)
    await openMail(page, email, 'Verify')
    await accessible(page)
    await page.getByRole('link', { name: /\/identity\/verify/ }).click()
    await page.getByLabel('Password').fill(password)
    await accessible(page)
    await page.getByRole('button', { name: 'Verify my address' }).click()
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  })

  await test.step('every path leads to the registration', async () => {
    await expect(page).toHaveURL(/\/register$/)
    await page.goto('/orders?status=reported')
    await expect(page).toHaveURL(/\/register$/)
    await expect(page.getByLabel('First name')).toHaveValue('Edda')
  })

  await test.step('everything missing is reported together', async () => {
    await page.getByRole('button', { name: 'Send registration' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    expect(await page.locator('[aria-invalid=true]').count()).toBeGreaterThan(1)
    await accessible(page)
  })

  await test.step('an NPI with another name is refused; typed text survives a reload', async () => {
    await page.getByRole('radio', { name: 'Physician', exact: true }).check()
    await page.getByRole('textbox', { name: 'NPI' }).fill('1000000012')
    await page.getByRole('textbox', { name: 'NPI' }).blur()
    await expect(page.getByText(/Moreau/i).first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'NPI' })).toHaveValue('1000000012')
    await page.getByRole('textbox', { name: 'NPI' }).fill('1000000004')
  })

  await test.step('with an institution that is not listed', async () => {
    await page.getByRole('button', { name: 'My institution is not listed' }).click()
    await page.getByLabel('Name of the institution').fill('Ardenmoor Clinic')
    const institution = page.getByRole('region', { name: 'Your institution' }).or(page.locator('main'))
    await institution.getByLabel('Street address').fill('1 Mill Road')
    await institution.getByLabel('City').fill('Arden')
    await institution.getByRole('combobox', { name: 'State' }).fill('Ohio')
    await page.getByRole('option', { name: 'Ohio' }).click()
    await institution.getByLabel('ZIP code').fill('43215')
    for (const number of await page.getByRole('textbox', { name: 'Number', exact: true }).all())
      await number.fill('614 555 0101')
    await page.getByLabel('I meet the conditions that apply to me').check()
    await accessible(page)
    await page.getByRole('button', { name: 'Send registration' }).click()
    await expect(
      page.getByRole('heading', { name: 'Thank you for signing up. Your account is waiting approval.' }),
    ).toBeVisible()
    await expect(page.getByText('1-2 business days')).toBeVisible()
    await expect(
      page.getByText('You will get a confirmation email once your account is approved.'),
    ).toBeVisible()
  })

  await test.step('Support approves, and the waiting screen changes to the terms by itself', async () => {
    const supportContext = await contextOf()
    const support = await supportContext.newPage()
    await support.goto('/users/waiting')
    await signIn(support, supporter)
    await support.getByRole('button', { name: 'Approve Edda Marsh' }).click()
    const dialog = support.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Order submitter' }).check()
    await accessible(support)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(support.getByRole('button', { name: 'Approve Edda Marsh' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Ordering portal terms' })).toBeVisible()
    await supportContext.close()
  })

  await test.step('[APP-06] the terms cannot be closed, and lead on when they are accepted', async () => {
    const go = page.getByRole('button', { name: 'Continue to the dashboard' })
    await expect(go).toBeDisabled()
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 300)
    await expect(page.getByRole('heading', { name: 'Ordering portal terms' })).toBeVisible()
    await page.getByRole('checkbox', { name: /ordering portal terms/ }).check()
    await expect(go).toBeEnabled()
    // The reply is delayed: meanwhile the button shows a spinner and cannot be pressed again.
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/physicians/terms-consent*', async (route) => {
      await answered.promise
      await route.continue()
    })
    await go.click()
    await expect(page.locator('button[data-loading]')).toBeDisabled()
    await expect(page.locator('button[data-loading] .mantine-Button-loader')).toBeVisible()
    answered.resolve()
    await expect(page.getByRole('heading', { name: 'Ordering portal terms' })).toHaveCount(0)
  })

  await test.step('the yearly notice, then the dashboard of the user’s institution', async () => {
    await accessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'I have read the privacy notice' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('Ardenmoor Clinic')
    await openMail(page, email, 'approved')
  })
  await ownContext.close()
})

test('[UX-09] a link in a mail, opened in its own tab, leads through the first sign-in', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.origin })
  const begun = await context.newPage()
  const [email, password] = ['tab.opener@clinic.test', 'rain-lantern-otter-47']
  await begun.goto('/signup')
  await begun.getByLabel('First name').fill('Tova')
  await begun.getByLabel('Last name').fill('Opener')
  await begun.getByLabel('Email').fill(email)
  await begun.getByLabel('New password').fill(password)
  await begun.getByLabel('Repeat the password').fill(password)
  await begun.getByRole('button', { name: 'Create account' }).click()
  await expect(begun.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()

  const tab = await context.newPage()
  await openMail(tab, email, 'Verify')
  await tab.getByRole('link', { name: /\/identity\/verify/ }).click()
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: 'Verify my address' }).click()
  await tab.getByRole('link', { name: 'Log in' }).click()
  await tab.getByLabel('Email').fill(email)
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(tab.getByRole('heading', { name: 'Register', level: 1 })).toBeVisible()
  await context.close()
})

test('[UX-09] a link to choose a new password, opened in its own tab, leads to the sign-in', async ({
  browser,
  app,
  staff,
}) => {
  const email = staff.provider
  const context = await browser.newContext({ baseURL: app.origin })
  const begun = await context.newPage()
  await begun.goto('/orders')
  await begun.getByRole('link', { name: 'Forgot your password?' }).click()
  await begun.getByLabel('Email').fill(email)
  await begun.getByRole('button', { name: 'Send the link' }).click()
  await expect(begun.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()

  const tab = await context.newPage()
  const password = 'rain-lantern-otter-48'
  await openMail(tab, email, 'choose a new password')
  await tab.getByRole('link', { name: /\/identity\/reset/ }).click()
  await tab.getByLabel('New password').fill(password)
  await tab.getByLabel('Repeat the password').fill(password)
  await tab.getByRole('button', { name: 'Change password' }).click()
  await tab.getByRole('link', { name: 'Log in' }).click()
  await tab.getByLabel('Email').fill(email)
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(tab.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  // The tab where it began signs in, too.
  await begun.goto('/orders')
  await expect(begun.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  await context.close()
})

import { expect, type Page } from '@playwright/test'
import { type ErrorCode, problemOf } from '#contract/errors.ts'
import type { portalRoutes } from '#contract/portal.ts'
import type { ReplyOf } from '#contract/route.ts'
import { follow } from './address.ts'
import { type App, test } from './app.ts'
import { addColleague, unverify } from './own-clinic.ts'
import { accessible, signIn } from './page.ts'

const ME = '**/api/physicians/current'
const LOGGED_OUT = 'Your session has been logged out due to inactivity.'
/** On the page itself; a frame in it has its own dialogs. */
const inactive = (page: Page) => page.getByRole('dialog', { name: "You're Inactive" })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

async function configurationOf({ origin }: App): Promise<ReplyOf<typeof portalRoutes.configuration>> {
  return (await fetch(`${origin}/api/configuration`)).json()
}

/** The identity provider's endpoint for ending a session. */
async function endSessionOf(app: App): Promise<string> {
  const { identity } = await configurationOf(app)
  const discovery = await fetch(`${identity.issuer}/.well-known/openid-configuration`)
  return ((await discovery.json()) as { end_session_endpoint: string }).end_session_endpoint
}

/** Sets the last activity back by this time, as if the machine had slept, and shows the page again. */
async function away(page: Page, minutes: number): Promise<void> {
  await page.evaluate((ms) => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('lastActivity:'))
    if (key === undefined) throw new Error('No activity is known')
    localStorage.setItem(key, String(Date.now() - ms))
    dispatchEvent(new Event('focus'))
  }, minutes * 60_000)
}

const answerWith = (code: ErrorCode) => {
  const problem = problemOf(code)
  return { status: problem.status, contentType: 'application/problem+json', body: JSON.stringify(problem) }
}

test('[IDLE-02] two tabs are idle, resume, and are logged out together', async ({
  page,
  context,
  app,
  staff,
}) => {
  expect((await configurationOf(app)).idleSeconds).toBe(3600)
  const endSession = await endSessionOf(app)
  const start = Date.now()
  await context.clock.setFixedTime(start)
  await page.goto('/orders?status=reported&page=2')
  await signIn(page, staff.provider)
  await expect(heading(page, 'Orders')).toBeVisible()
  const second = await context.newPage()
  await second.goto('/dashboard')
  await expect(heading(second, 'Dashboard')).toBeVisible()
  const tabs = [page, second]
  const at = async (seconds: number) => {
    await context.clock.setFixedTime(start + seconds * 1000)
    for (const tab of tabs) await tab.evaluate(() => dispatchEvent(new Event('focus')))
  }

  await test.step('both ask, and count down', async () => {
    for (const [seconds, left] of [
      [3600, 60],
      [3601, 59],
    ] as const) {
      await at(seconds)
      for (const tab of tabs)
        await expect(inactive(tab)).toContainText(
          `You will be logged out in ${left} seconds due to inactivity.`,
        )
    }
    await accessible(page)
    await page.keyboard.press('Escape')
    await page.mouse.move(30, 300)
    await expect(inactive(page)).toBeVisible()
  })

  await test.step('the answer in one counts for both, and the time restarts', async () => {
    await inactive(second).getByRole('button', { name: 'Continue Working' }).click()
    for (const tab of tabs) await expect(inactive(tab)).toBeHidden()
    await at(3601 + 3599)
    for (const tab of tabs) await expect(inactive(tab)).toBeHidden()
    await at(3601 + 3600)
    for (const tab of tabs) await expect(inactive(tab)).toBeVisible()
    await inactive(page).getByRole('button', { name: 'Continue Working' }).click()
    for (const tab of tabs) await expect(inactive(tab)).toBeHidden()
  })

  await test.step('a machine that has slept is logged out immediately, in both tabs and at the provider', async () => {
    const loggedOut: string[] = []
    context.on('request', (request) => {
      if (request.url().startsWith(`${endSession}?`)) loggedOut.push(request.method())
    })
    const done = context.waitForEvent('response', {
      predicate: (response) => response.url().includes('/logged-out?'),
      timeout: 60_000,
    })
    await away(page, 120)
    await done
    expect(loggedOut).toEqual(['GET'])
    for (const tab of tabs) await expect(inactive(tab).getByText(LOGGED_OUT)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Orders' })).toHaveCount(0)
    await accessible(page)
  })

  await test.step('logging in again with the password leads to the same page', async () => {
    await inactive(page).getByRole('button', { name: 'Log In', exact: true }).click()
    await signIn(page, staff.provider)
    await expect(heading(page, 'Orders')).toBeVisible()
    await expect(page).toHaveURL(
      ({ pathname, searchParams }) =>
        pathname === '/orders' &&
        searchParams.get('status') === 'reported' &&
        searchParams.get('page') === '2',
    )
  })
})

test('[IDLE-01 IDLE-03] the question comes after 3600 s and the logout a minute later, whatever the provider says', async ({
  page,
  app,
  staff,
}) => {
  const endSession = await endSessionOf(app)
  const start = Date.now()
  const at = async (seconds: number) => {
    await page.clock.setFixedTime(start + seconds * 1000)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
  }
  await page.clock.setFixedTime(start)
  await page.goto('/orders')
  await signIn(page, staff.viewer)
  await expect(heading(page, 'Orders')).toBeVisible()

  await at(3599)
  await expect(heading(page, 'Orders')).toBeVisible()
  await expect(inactive(page)).toHaveCount(0)
  for (const [seconds, left] of [
    [3600, 60],
    [3601, 59],
    [3659, 1],
  ] as const) {
    await at(seconds)
    await expect(
      inactive(page).getByText(`You will be logged out in ${left} seconds due to inactivity.`, {
        exact: true,
      }),
    ).toBeVisible()
  }

  await page.route(
    (url) => url.href.startsWith(endSession),
    (route) => route.abort(),
  )
  const loggedOut = page.waitForRequest((request) => request.url().startsWith(endSession))
  await at(3660)
  expect((await loggedOut).method()).toBe('GET')
  await expect(inactive(page).getByText(LOGGED_OUT, { exact: true })).toBeVisible()
  await expect.poll(() => app.output()).toContain('The logout at the identity provider')
  await expect(inactive(page).getByText(LOGGED_OUT, { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.unrouteAll()
  // The provider's own session goes on: without the password it would let in whoever comes by.
  await inactive(page).getByRole('button', { name: 'Log In', exact: true }).click()
  await signIn(page, staff.viewer)
  await expect(heading(page, 'Orders')).toBeVisible()
})

test('[IDLE-04] a page in a frame asks nothing, and logs nobody out', async ({ page, context, staff }) => {
  await page.goto('/dashboard')
  await signIn(page, staff.viewer)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.close()

  // Signed out itself: in this tab only the framed page signs in.
  const outer = await context.newPage()
  await outer.goto('/logged-out')
  await outer.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.src = '/dashboard'
    frame.title = 'Portal'
    document.body.append(frame)
  })
  const inner = outer.frameLocator('iframe[title=Portal]')
  const dashboardHeading = inner.getByRole('heading', { name: 'Dashboard', level: 1 })
  await expect(dashboardHeading).toBeVisible()
  const wakeFrame = () =>
    inner.locator('body').evaluate(() => {
      const key = Object.keys(localStorage).find((one) => one.startsWith('lastActivity:'))
      if (key === undefined) throw new Error('No activity is known')
      localStorage.setItem(key, String(Date.now() - 2 * 3_600_000))
      dispatchEvent(new Event('focus'))
    })
  await wakeFrame()
  await inner.locator('body').evaluate(() => location.reload())
  await expect(dashboardHeading).toBeVisible()
  await expect(inner.getByRole('dialog', { name: "You're Inactive" })).toHaveCount(0)

  // The same page at the same time, without the frame.
  await outer.goto('/dashboard')
  await expect(inactive(outer).getByText(LOGGED_OUT)).toBeVisible()
})

test('[HDR-02 STATE-06] a user with an unverified address can only log out', async ({ app, page, staff }) => {
  const unverified = await addColleague(app, 'unverified', { like: 'viewer', at: staff.code })
  await unverify(app, unverified)
  const banner = page.getByRole('banner')
  const logIn = banner.getByRole('button', { name: 'LOGIN', exact: true })
  const logOut = banner.getByRole('button', { name: 'LOGOUT', exact: true })
  await page.goto('/logged-out')
  await expect(logIn).toBeVisible()
  await expect(logOut).toHaveCount(0)
  await logIn.click()
  await signIn(page, unverified)
  await expect(heading(page, 'Please verify your email.')).toBeVisible()
  for (const path of ['/logged-out', '/orders']) {
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await expect(page).toHaveURL(/\/email-not-verified$/)
    await expect(logOut).toBeVisible()
    await expect(page.getByRole('button', { name: /log ?in/i })).toHaveCount(0)
  }
  await logOut.click()
  await expect(page).toHaveURL(/\/logged-out$/)
  await expect(logIn).toBeVisible()

  await test.step('a reply that says so leads there too, with our code or another text', async () => {
    await logIn.click()
    await signIn(page, staff.viewer)
    const answers = [
      answerWith('email-not-verified'),
      { status: 401, contentType: 'text/plain', body: 'Please verify your email before you go on.' },
    ]
    for (const answer of answers) {
      await page.goto('/dashboard')
      await expect(heading(page, 'Dashboard')).toBeVisible()
      await page.route(/\/api\/orders/i, (route) => route.fulfill(answer))
      await follow(page, '/orders')
      await expect(page).toHaveURL(/\/email-not-verified$/)
      await expect(heading(page, 'Please verify your email.')).toBeVisible()
      await expect(logOut).toBeVisible()
      await expect(logIn).toHaveCount(0)
      await page.unrouteAll()
    }
  })
})

test('[APP-01 APP-02 ERR-01 ERR-02] errors while signing in are shown, logged, and can be retried', async ({
  page,
  app,
  staff,
}) => {
  const logged = () =>
    page.waitForResponse((response) => new URL(response.url()).pathname === '/api/log/error')

  // On a slow line each question before the first screen costs half a second.
  const discoveries: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/openid-configuration')) discoveries.push(request.url())
  })
  await test.step('a sign-in that the provider refuses', async () => {
    const written = logged()
    await page.goto('/callback?error=server_error&state=x')
    await expect(heading(page, 'We couldn’t sign you in')).toBeVisible()
    const response = await written
    expect(response.request().method()).toBe('POST')
    expect(response.ok()).toBe(true)
    await expect.poll(() => app.output()).toContain('The sign-in did not complete')
    await accessible(page)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await signIn(page, staff.viewer)
    await expect(heading(page, 'Dashboard')).toBeVisible()
    expect(discoveries).toEqual([])
  })

  await test.step('a spinner while the profile is on its way', async () => {
    const release = Promise.withResolvers<void>()
    await page.route(ME, async (route) => {
      await release.promise
      await route.continue()
    })
    const profileRequest = page.waitForRequest(ME)
    await page.goto('/dashboard')
    await profileRequest
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(page.getByRole('heading')).toHaveCount(0)
    release.resolve()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await page.unroute(ME)
  })

  await test.step('a profile that cannot be loaded', async () => {
    await page.route(ME, (route) => route.fulfill(answerWith('internal')))
    const written = logged()
    await page.goto('/dashboard')
    await expect(heading(page, 'There was an error')).toBeVisible()
    await expect(
      page.getByText(
        'There was an issue retrieving your information. Please try again and if you are receiving the same error message please contact the laboratory for assistance.',
        { exact: true },
      ),
    ).toBeVisible()
    const response = await written
    expect(response.request().method()).toBe('POST')
    expect(response.ok()).toBe(true)
    await expect.poll(() => app.output()).toContain('The profile could not be fetched')
    await accessible(page)
    await page.unroute(ME)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'Dashboard')).toBeVisible()
  })
})

test('a tab that was elsewhere while another one logged out asks for a login, and names no error', async ({
  page,
  context,
  staff,
}) => {
  await page.goto('/orders')
  await signIn(page, staff.viewer)
  await expect(heading(page, 'Orders')).toBeVisible()
  await follow(page, '/dashboard')
  await page.goto('/catalogue/')
  const second = await context.newPage()
  await second.goto('/dashboard')
  await expect(heading(second, 'Dashboard')).toBeVisible()
  await second.getByRole('button', { name: /^Welcome/ }).click()
  await second.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(second).toHaveURL(/\/logged-out/)

  // Told once the page knows that it has no profile to show.
  const failed = page.waitForResponse('**/api/log/error')
  await page.goto('/orders')
  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(ended).toBeVisible()
  await failed
  await expect(page.getByText('There was an error')).toHaveCount(0)
  await ended.getByRole('button', { name: 'Log in', exact: true }).click()
  await signIn(page, staff.viewer)
  await expect(heading(page, 'Orders')).toBeVisible()
})

test('a logout without a network lets nobody in afterwards, and the next one counts again', async ({
  page,
  context,
  staff,
}) => {
  const welcome = page.getByRole('button', { name: /^Welcome/ })
  const logOut = async () => {
    await welcome.click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }
  await page.goto('/orders')
  await signIn(page, staff.viewer)
  await expect(heading(page, 'Orders')).toBeVisible()
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', (request) => request.isNavigationRequest())
  await logOut()
  await failed
  // The browser shows its own page then, which would get in the way of the next one.
  await expect(page).toHaveURL(/^chrome-error:/)
  await context.setOffline(false)

  await page.goto('/orders')
  await expect(page.getByLabel('Password')).toBeVisible()
  await expect(heading(page, 'Orders')).toHaveCount(0)
  await signIn(page, staff.viewer)
  await expect(heading(page, 'Orders')).toBeVisible()

  await logOut()
  await expect(page).toHaveURL(/\/logged-out$/)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('openLogout'))).toBeNull()
})

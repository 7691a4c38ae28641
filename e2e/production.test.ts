import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { startCollector } from '#adapters/telemetry/testing/collector.ts'
import { administer } from '#server/database/connection/connect.ts'
import { runningEmbeddedPostgres } from '#server/database/embedded/running.ts'
import { DEMO_PASSWORD } from '#server/demo/users.ts'
import { type App, copyData, freePort, runOnce, startOnce, test, withApp } from './app.ts'
import { accessible } from './page.ts'

interface ReceivedMail {
  to: string
  subject: string
  text: string
}

/** A mail server on this machine that accepts everything. */
async function mailServer() {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, done) {
      buffer(stream)
        .then(async (raw) => {
          const { subject = '', text = '' } = await PostalMime.parse(raw)
          mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', subject, text })
        })
        .then(() => done(), done)
    },
  })
  const port = await freePort()
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    url: `smtp://127.0.0.1:${port}`,
    async mailTo(to: string, words: string): Promise<ReceivedMail> {
      const find = () => mails.findLast((mail) => mail.to === to && mail.text.includes(words))
      await expect.poll(() => find()?.text, { message: `a mail to ${to}` }).toContain(words)
      return find() as ReceivedMail
    },
    close: () => new Promise<void>((closed) => server.close(closed)),
  }
}

/** The settings that production requires; its laboratory is unreachable. */
async function production(smtpUrl: string): Promise<NodeJS.ProcessEnv> {
  return {
    ...{
      NODE_ENV: 'production',
      DATABASE_URL: 'embedded',
      KARYO_SECRET: 'a-secret-that-the-laboratory-has-chosen',
    },
    ...{ KARYO_LAB_HOST: '127.0.0.1', KARYO_LAB_PORT: String(await freePort()), KARYO_SIM_CONTROL_PORT: '' },
    ...{ KARYO_LAB_BEHAVIOUR: '', KARYO_LAB_SPEED: '', KARYO_COVERAGE: 'off', KARYO_SMTP_URL: smtpUrl },
    // This test's mail server is on this machine.
    KARYO_SMTP_PLAIN: 'on',
    KARYO_SECOND_FACTOR: 'required',
  }
}

const ADA = 'ada.okafor@laboratory.test'
const PASSWORD = 'forty-otters-at-breakfast'

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Reads the displayed key and types its code; returns the key. */
async function setUpAuthenticator(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Set up an authenticator app' })).toBeVisible()
  const key = ((await page.locator('code.secret').textContent()) ?? '').replaceAll(' ', '')
  // A code is valid for its own 30 seconds: if it has just expired, types the next one.
  await expect(async () => {
    const field = page.getByLabel('Code')
    if (await field.isVisible()) {
      await field.fill(new TOTP({ secret: Secret.fromBase32(key) }).generate())
      await page.getByRole('button', { name: 'Turn it on' }).click()
    }
    await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible({
      timeout: 15_000,
    })
  }).toPass()
  await page.getByRole('button', { name: 'Continue' }).click()
  return key
}

/** The account events in the audit trail, oldest first. */
async function trail({ dataDir }: App): Promise<string[]> {
  const url = await runningEmbeddedPostgres(path.join(dataDir, 'database'))
  if (url === undefined) throw new Error('the database does not run')
  return administer(url, async (db) => {
    const lines = await db
      .selectFrom('audit_event')
      .select('action')
      .where('entity', '=', 'account')
      .orderBy('id')
      .execute()
    return lines.map(({ action }) => action)
  })
}

test('[SEC-03] a production begins empty, without the demo’s people, and does not start on a demo’s data', async () => {
  const server = await mailServer()
  const settings = await production(server.url)
  const dir = test.info().outputPath('demo')
  await mkdir(dir, { recursive: true })
  await copyData(process.env.E2E_DATA ?? '', dir)
  const port = await freePort()
  const refused = await startOnce({
    ...settings,
    ...{ DATA_DIR: dir, PORT: String(port), PUBLIC_ORIGIN: `http://localhost:${port}` },
    ...{ KARYO_COUNSELING_OUTBOX: path.join(dir, 'counseling') },
  })
  expect(refused).toEqual({
    code: 1,
    lines: [
      expect.stringMatching(
        /^The database was filled as a demo on \S+ by version \S+: its sign-ins are public, so it cannot be used without a demo\. To start over, choose another DATA_DIR than .*, or a DATABASE_URL\.$/,
      ),
    ],
  })
  await server.close()
})

test('[IDP-02 GAP-11] the first Support user of a production is created by a command, and restored by it after losing the second factor; errors and requests reach the monitoring services', async ({
  browser,
}) => {
  const server = await mailServer()
  const [errors, traces] = await Promise.all([startCollector(), startCollector()])
  const watched = {
    SENTRY_DSN: `http://public@${errors.host}/1`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://${traces.host}`,
  }
  await withApp({ ...(await production(server.url)), ...watched }, async (app) => {
    expect(app.output()).toContain('npm run support-user')
    expect(app.output()).not.toContain(DEMO_PASSWORD)
    const context = await browser.newContext({ baseURL: app.origin })
    const page = await context.newPage()
    const command = (...args: string[]) => runOnce('commands/support-user.ts', args, app.environment())

    await test.step('there are no users yet, not even the demo’s', async () => {
      await logIn(page, 'support@demo.test', DEMO_PASSWORD)
      await expect(page.getByRole('alert')).toContainText('The e-mail address or password is wrong')
    })

    await test.step('they choose a password through the link in the mail', async () => {
      expect(await command(ADA, '--name', 'Ada Okafor')).toEqual({
        code: 0,
        lines: [
          `Ada Okafor, ${ADA}, has the Support role.`,
          'A link to choose a password was sent to them by mail; it works once, within one hour.',
          'A second factor must be set up at the first sign-in.',
        ],
      })
      const { text } = await server.mailTo(ADA, 'Choose its password here')
      await page.goto(/http\S+\/reset\?token=\S+/.exec(text)?.[0] ?? '')
      // Nobody has verified the address yet, so the owner chooses the name.
      await page.getByLabel('First name').fill('Ada')
      await page.getByLabel('Last name').fill('Okafor')
      await page.getByLabel(/^New password/).fill(PASSWORD)
      await page.getByLabel(/again|Repeat/i).fill(PASSWORD)
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible()
    })

    const first =
      await test.step('they set up a second factor, and are the laboratory’s Support', async () => {
        await logIn(page, ADA, PASSWORD)
        const key = await setUpAuthenticator(page)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page).toHaveURL((url) => !url.pathname.startsWith('/identity'))
        await accessible(page)
        return key
      })

    await test.step('without the second factor the password opens nothing', async () => {
      await context.clearCookies()
      await page.evaluate(() => sessionStorage.clear())
      await logIn(page, ADA, PASSWORD)
      await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
    })

    await test.step('the command removes it, they are notified, and set up another one', async () => {
      expect(await command(ADA, '--forget-second-factor')).toMatchObject({ code: 0 })
      await server.mailTo(ADA, 'removed your second factor')
      await logIn(page, ADA, PASSWORD)
      expect(await setUpAuthenticator(page)).not.toBe(first)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL((url) => !url.pathname.startsWith('/identity'))
    })

    await test.step('an error of the page is reported to the one service, and every request to the other', async () => {
      const reply = await page.request.post('/api/log/error', {
        data: { message: 'A page broke for ada.okafor@laboratory.test', where: '/orders' },
      })
      expect(reply.status()).toBe(204)
      await expect.poll(() => errors.posted.map(({ body }) => body).join()).toContain('A page broke for')
      await expect.poll(() => traces.posted.map(({ path }) => path)).toContain('/v1/traces')
      for (const { body } of [...errors.posted, ...traces.posted]) expect(body).not.toContain(ADA)
    })

    const acts = await trail(app)
    const expected = ['support-given', 'password-link-made', 'password-changed', 'signed-in']
    for (const act of [...expected, 'second-factor-changed', 'second-factor-forgotten'])
      expect(acts).toContain(act)
    expect(acts.lastIndexOf('signed-in')).toBeGreaterThan(acts.indexOf('second-factor-forgotten'))
    await context.close()
  })
  await Promise.all([server.close(), errors.close(), traces.close()])
})

// Run in a machine's network: what its users do in a browser. `visit.ts COMMAND …`; the last line printed is JSON.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { Browser } from '#adapters/identity/testing/browser.ts'
import { portalClient } from '#adapters/identity/testing/portal-client.ts'
import { type linkIn, Visitor } from '#adapters/identity/testing/visitor.ts'
import { clinicOf, failureOf } from '../../e2e/clinic.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const [origin = '', command = '', ...args] = positionals
const PASSWORD = 'forty-otters-at-breakfast'
const HOSPITAL = '1001'
const WITHIN_MS = 180_000

const answer = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks until there is something; everything that is waited for comes within three minutes. */
async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + WITHIN_MS
  for (;;) {
    const found = await ask()
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error(`${what} did not come`)
    await pause(250)
  }
}

/** As somebody who tries again when a page does not come, for example while a portal dies. */
function tokenOf(email: string): Promise<string> {
  return until(`the sign-in of ${email}`, async () => {
    const tokens = await portalClient(origin)
      .tokensFor(new Browser(), email, PASSWORD)
      .catch(() => undefined)
    return tokens?.accessToken || undefined
  })
}
const clinic = async (email: string) => clinicOf(origin, await tokenOf(email))

const commands: Record<string, () => Promise<void>> = {
  /** A mail server: writes each mail into a folder, until it is ended. */
  async mails() {
    const [port = '', folder = ''] = args
    let count = 0
    const server = new SMTPServer({
      ...{ disabledCommands: ['AUTH', 'STARTTLS'], disableReverseLookup: true, logger: false },
      onData(stream, session, done) {
        buffer(stream)
          .then(async (raw) => {
            const { text = '', subject = '' } = await PostalMime.parse(raw)
            const to = session.envelope.rcptTo[0]?.address ?? ''
            await writeFile(path.join(folder, `${count++}.json`), JSON.stringify({ to, subject, text }))
          })
          .then(() => done(), done)
      },
    })
    server.listen(Number(port), '127.0.0.1', () => answer({ listening: port }))
  },

  /** Support opens the link that the command printed, chooses a password, signs in and sees the laboratory's messages. */
  async support() {
    const [link = '', email = ''] = args
    const visitor = new Visitor(portalClient(origin))
    const token = new URL(link).searchParams.get('token') ?? ''
    const names = { firstName: 'Ada', lastName: 'Okafor' }
    const { status, text } = await visitor.submit('/reset', {
      ...{ token, ...names, password: PASSWORD, repeated: PASSWORD },
    })
    if (status !== 200) throw new Error(`no password: ${status} ${text}`)
    const { client } = await clinic(email)
    await client.physicians.acceptTerms({ query: {} })
    const { data } = await client.laboratory.messages({ query: { list: 'waiting' } })
    answer({ signedIn: email, waiting: data.length })
  },

  /** Support invites a physician, who signs up through the mails and registers. */
  async physician() {
    const [support = '', email = '', folder = ''] = args
    const { client } = await clinic(support)
    await client.users.invite({ params: { hospital: HOSPITAL }, body: { email, roles: ['OrderSubmitter'] } })
    const mailWith = (words: string) =>
      until(`a mail to ${email} with "${words}"`, async () => {
        for (const name of await readdir(folder)) {
          const mail = JSON.parse(await readFile(path.join(folder, name), 'utf8').catch(() => '{}'))
          if (mail.to === email && mail.text.includes(words)) return mail
        }
      })
    await mailWith('invited you to join')
    const visitor = new Visitor(portalClient(origin))
    await portalClient(origin).authorize(visitor.browser, { screen_hint: 'signup', login_hint: email })
    await visitor.submit('/sign-up', {
      ...{ firstName: 'Ada', lastName: 'Okafor', email, password: PASSWORD, repeated: PASSWORD },
    })
    const verify = await mailWith('/verify?token=')
    await visitor.follow({ kind: 'verify', ...verify } as Parameters<typeof linkIn>[0], {
      password: PASSWORD,
    })
    const own = await clinic(email)
    const known = await own.client.physicians.registration()
    const [invitation] = known.invitations
    if (!invitation) throw new Error('the invitation is not there')
    const [, , , npi = ''] = args
    await own.client.physicians.register({
      body: {
        ...{ firstName: 'Ada', lastName: 'Okafor', providerType: 'Physician', npi, delegate: null },
        ...{ phoneNumbers: [{ type: 'Work', phoneNumber: '+16145550101' }], conditionsConfirmed: true },
        ...{ institutionId: invitation.institution.id, invitationId: invitation.id },
      },
    })
    await own.client.physicians.acceptTerms({ query: {} })
    const me = await own.client.physicians.current()
    await own.client.physicians.approveNotice({ params: { id: me.id } })
    answer({ registered: email })
  },

  /** Orders a test and waits for the laboratory's report. */
  async order() {
    const [email = '', lastName = ''] = args
    const own = await clinic(email)
    const id = await own.draft(lastName)
    await own.submit(id)
    await until('the report', async () => ((await own.order(id)).state === 'reported' ? true : undefined))
    const report = await own.client.orders.report({ params: { h: HOSPITAL, id }, query: {} })
    answer({
      id,
      report: Buffer.from(report as Uint8Array)
        .subarray(0, 5)
        .toString(),
    })
  },

  /** Reads orders with their reports. */
  async read() {
    const [email = '', ...ids] = args
    const own = await clinic(email)
    const found = []
    for (const id of ids.map(Number)) {
      const { document } = await own.order(id)
      const report = await own.client.orders.report({ params: { h: HOSPITAL, id }, query: {} })
      found.push({
        id,
        lastName: document.patients[0]?.lastName,
        report: (report as Uint8Array).length > 1000,
      })
    }
    answer({ found })
  },

  /** Looks for an institution's orders by a keyword, and reads the first one's report. */
  async find() {
    const [email = '', hospital = '', keyword = ''] = args
    const { client } = await clinic(email)
    const { ordersDTO: found } = await client.orders.list({ params: { hospital }, query: { keyword } })
    const id = found[0]?.id ?? 0
    const report = await client.orders.report({ params: { h: hospital, id }, query: {} })
    answer({
      found: found.map(({ patient, testCode, earlier }) => [patient?.lastName, testCode, earlier?.number]),
      report: Buffer.from(report as Uint8Array).toString('base64'),
    })
  },

  /** Reads an order again and again until the input ends: how often, what failed, and the longest time without a reply. */
  async watch() {
    const [email = '', id = ''] = args
    const own = await clinic(email)
    let [ends, requests, longest, last] = [false, 0, 0, performance.now()]
    const met: Record<string, number> = {}
    process.stdin.on('end', () => {
      ends = true
    })
    process.stdin.resume()
    answer({ watching: id })
    while (!ends) {
      requests += 1
      const code = await own.order(Number(id)).then(
        () => '',
        (error) => failureOf(error),
      )
      if (code === '') {
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      } else met[code] = (met[code] ?? 0) + 1
      await pause(50)
    }
    longest = Math.max(longest, performance.now() - last)
    answer({ requests, met, longestSeconds: Math.round(longest / 100) / 10 })
  },
}

await commands[command]?.()

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { smtpSender } from '../smtp.ts'
import { type Mailbox, startMailbox } from './start.ts'
import { mailboxStore } from './store.ts'

let dir = ''
let mailbox: Mailbox
let app: FastifyInstance

async function open() {
  mailbox = await startMailbox({
    dir,
    laboratoryName: 'Fennel & Rue',
    accentColor: '#0f6b6b',
    portalOrigin: 'http://portal.test',
  })
  app = fastify()
  await app.register(mailbox.plugin)
}
async function close() {
  await app.close()
  await mailbox.close()
}
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-mailbox-'))
  await open()
})
afterEach(async () => {
  await close()
  await rm(dir, { recursive: true, force: true })
})

let sent = 0
function send(to: string, subject: string, text = 'Hello.', id = `mail-${sent++}`) {
  return smtpSender({ url: mailbox.url, from: 'portal@larkfield.test' }).send({ id, to, subject, text })
}
const get = (url: string) => app.inject({ url })
/** The listed subjects in order, as in the HTML. */
const subjects = (body: string) => [...body.matchAll(/<strong>(.*?)<\/strong>/g)].map(([, one]) => one)
const firstMail = async () => (await get('/mailbox')).body.match(/href="(\/mailbox\/\d[^"]*)"/)?.[1] ?? ''

test('says so when it is empty', async () => {
  const { statusCode, body, headers } = await get('/mailbox')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain('No mail yet.')
  expect(body).toContain('<title>Mailbox – Fennel &amp; Rue</title>')
  expect(body).toContain('href="http://portal.test/"')
})

test('lists mail sent by SMTP, newest first, filtered by recipient', async () => {
  await send('ada@clinic.test', 'One')
  await send('ben@clinic.test', 'Two')
  await send('ada@clinic.test', 'Three')
  expect(subjects((await get('/mailbox')).body)).toEqual(['Three', 'Two', 'One'])
  expect(subjects((await get('/mailbox?to=ADA%40clinic.test')).body)).toEqual(['Three', 'One'])
  const response = await get('/mailbox?to=%22%3E%3Cscript%3E')
  expect(response.body).toContain('No mail to “&quot;&gt;&lt;script&gt;”')
  expect(response.body).not.toContain('<script')
})

test('shows a mail on its own page, with links for URLs and the rest as plain text', async () => {
  const link = 'https://portal.test/identity/verify?token=a_B-1&next=%2Fregister'
  await send('ada@clinic.test', 'Verify', `Open ${link}.\n(Or http://portal.test/help), not ftp://x.test.`)
  const { body } = await get(await firstMail())
  const href = link.replace('&', '&amp;')
  expect(body).toContain(`Open <a href="${href}" rel="noreferrer">${href}</a>.`)
  expect(body).toContain(
    '(Or <a href="http://portal.test/help" rel="noreferrer">http://portal.test/help</a>), not ftp://',
  )
  expect(body).toContain('<dd>ada@clinic.test</dd>')
})

test('shows hostile mail as text, without running any script', async () => {
  await send(
    'eve@evil.test',
    '</strong><script>alert(1)</script>',
    '</pre><img src=x onerror=alert(1)> http://x.test/"onmouseover="alert(1) javascript:alert(1)',
  )
  const list = await get('/mailbox')
  const mail = await get(await firstMail())
  for (const { body, headers } of [list, mail]) {
    expect(body).not.toMatch(/<script|<img/i)
    expect(body).not.toMatch(/<[^>]*\son\w+=/i)
    expect(body).not.toContain('href="javascript:')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).not.toContain('script-src')
    expect(headers['referrer-policy']).toBe('no-referrer')
  }
  expect(mail.body).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(mail.body).toContain(
    '<a href="http://x.test/" rel="noreferrer">http://x.test/</a>&quot;onmouseover=',
  )
})

test('[WEB-05] its pages have the portal’s icon, and their policy lets it in', async () => {
  await send('ada@clinic.test', 'Hello', 'Text')
  for (const path of ['/mailbox', await firstMail()]) {
    const { body, headers } = await get(path)
    expect(body).toContain('<link rel="icon" href="/icon.svg"')
    expect(headers['content-security-policy']).toContain("img-src 'self'")
  }
})

test('stores a mail once even if it arrives twice', async () => {
  await send('ada@clinic.test', 'Once', 'Hello.', 'same')
  await Promise.all([1, 2, 3].map(() => send('ada@clinic.test', 'Once', 'Hello.', 'same')))
  expect(subjects((await get('/mailbox')).body)).toEqual(['Once'])
})

test('keeps mail across a restart, in files readable by their owner only', async () => {
  await send('ada@clinic.test', 'Kept')
  const address = await firstMail()
  await close()
  await open()
  expect(subjects((await get('/mailbox')).body)).toEqual(['Kept'])
  expect((await get(address)).statusCode).toBe(200)
  expect(await readdir(dir)).toEqual([expect.stringMatching(/^\d{15}-[0-9a-f]{16}\.eml$/)])
})

test('keeps the newest 500 mails', async () => {
  const store = await mailboxStore(dir)
  for (let n = 1; n <= 503; n++)
    await store.keep(Buffer.from(`Message-ID: <${n}@x>\r\nSubject: ${n}\r\n\r\n.`))
  const stored = await store.list()
  expect(stored).toHaveLength(500)
  expect(stored.at(0)?.subject).toBe('503')
  expect(stored.at(-1)?.subject).toBe('4')
})

test.each(['/mailbox/1', '/mailbox/..%2f..%2fetc%2fpasswd', '/mailbox/000001773310000-0123456789abcdef'])(
  '%s is no mail',
  async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  },
)

test('serves the style sheet with the laboratory’s color', async () => {
  const { body } = await get('/mailbox')
  const style = await get(body.match(/href="([^"]*\.css)"/)?.[1] ?? '')
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(style.body).toContain('--accent: #0f6b6b')
})

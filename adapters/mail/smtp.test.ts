import PostalMime from 'postal-mime'
import { afterEach, expect, test } from 'vitest'
import { makeAuthority } from '#adapters/hl7/testing/certificates.ts'
import { smtpSender } from './smtp.ts'
import { type Answers, type MailServer, startMailServer } from './testing/mail-server.ts'

const from = 'Larkfield <portal@larkfield.test>'
const mail = { id: 'mail-1', to: 'ada@clinic.test', subject: 'Willkommen, Zoë', text: 'Grüße\n.\nEnd' }

let server: MailServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function startWith(answers: Answers = {}) {
  server = await startMailServer(answers)
  return { server, sender: smtpSender({ url: server.url, from }) }
}

test('delivers a mail unchanged, with the same Message-ID when it is sent again', async () => {
  const { server, sender } = await startWith()
  expect(await sender.send(mail)).toEqual({ taken: true })
  expect(await sender.send(mail)).toEqual({ taken: true })
  const [first, second] = await Promise.all(server.received.map((raw) => PostalMime.parse(raw)))
  expect(first).toMatchObject({
    from: { name: 'Larkfield', address: 'portal@larkfield.test' },
    to: [{ address: 'ada@clinic.test' }],
    subject: 'Willkommen, Zoë',
    messageId: '<mail-1@larkfield.test>',
  })
  expect(first?.text?.trimEnd()).toBe('Grüße\n.\nEnd')
  expect(second?.messageId).toBe('<mail-1@larkfield.test>')
})

test('treats a sender whose name contains a comma as one sender', async () => {
  server = await startMailServer()
  const name = 'Larkfield "Genetics", Inc.'
  const sender = smtpSender({ url: server.url, from: { name, address: 'portal@larkfield.test' } })
  await sender.send(mail)
  const { from: read, messageId } = await PostalMime.parse(server.received[0] ?? '')
  expect(read).toEqual({ name, address: 'portal@larkfield.test' })
  expect(messageId).toBe('<mail-1@larkfield.test>')
})

test.each(['\r\n', '\n', '\r', '\u2028', '\0'])(
  'a subject with %j in it is one header and no more',
  async (end) => {
    const { server, sender } = await startWith()
    await sender.send({ ...mail, subject: `Hello${end}Bcc: eve@evil.test${end}${end}<b>body</b>` })
    const { bcc, subject, text, headers } = await PostalMime.parse(server.received[0] ?? '')
    expect(subject).toBe('Hello Bcc: eve@evil.test <b>body</b>')
    expect(bcc ?? []).toEqual([])
    expect(headers.map(({ key }) => key)).not.toContain('bcc')
    expect(text?.trimEnd()).toBe('Grüße\n.\nEnd')
  },
)

test.each([
  'ada@clinic.test, eve@evil.test',
  'ada@clinic.test\r\nBcc: eve@evil.test',
  'ada@clinic.test>\r\nRCPT TO:<eve@evil.test',
  'Ada <ada@clinic.test>',
  '"a b"@clinic.test',
  'ada',
  '',
])('refuses %j as an address, and sends nothing', async (to) => {
  const { server, sender } = await startWith()
  expect(await sender.send({ ...mail, to })).toMatchObject({ taken: false })
  expect(server.received).toEqual([])
})

test.each<[string, Answers]>([
  ['recipient', { recipients: { 'ada@clinic.test': 550 } }],
  ['message', { message: 554 }],
])('reports a %s that is refused for good as an answer', async (_what, answers) => {
  const { sender } = await startWith(answers)
  expect(await sender.send(mail)).toMatchObject({ taken: false, reason: expect.stringMatching(/^55\d/) })
})

test.each<[string, Answers]>([
  ['recipient that is busy for now', { recipients: { 'ada@clinic.test': 450 } }],
  ['message refused for now', { message: 451 }],
  ['sender the server does not let send', { sender: 550 }],
])('retries a %s', async (_what, answers) => {
  const { sender } = await startWith(answers)
  await expect(sender.send(mail)).rejects.toThrow('not here')
})

test('retries a wrong password, which is not the mail’s fault', async () => {
  server = await startMailServer({ login: 535 })
  const sender = smtpSender({ url: server.url.replace('//', '//portal:wrong@'), from })
  await expect(sender.send(mail)).rejects.toThrow('Invalid login')
})

test('retries an unreachable server', async () => {
  const { server, sender } = await startWith()
  await server.close()
  await expect(sender.send(mail)).rejects.toThrow('ECONNREFUSED')
})

test('refuses an invalid sender address at the start', () => {
  expect(() => smtpSender({ url: 'smtp://mail.test', from: 'Larkfield' })).toThrow('e-mail address')
})

test('[SEC-17] where TLS is wanted, a server without STARTTLS hears neither password nor mail', async () => {
  server = await startMailServer({ login: 535 })
  const url = server.url.replace('//', '//portal:the-password@')
  await expect(smtpSender({ url, from, requireTls: true }).send(mail)).rejects.toThrow(/STARTTLS/i)
  expect([server.received, server.logins]).toEqual([[], 0])
  // Without `requireTls` it receives both.
  await expect(smtpSender({ url, from }).send(mail)).rejects.toThrow()
  expect(server.logins).toBe(1)
})

test('[SEC-17] where TLS is wanted and the server has it, nothing is said before it', async () => {
  const authority = await makeAuthority('Nobody')
  server = await startMailServer({ login: 535, tls: await authority.certify('mail') })
  const url = server.url.replace('//', '//portal:the-password@')
  // Its certificate is not trusted, so it does not get the password either.
  await expect(smtpSender({ url, from, requireTls: true }).send(mail)).rejects.toThrow(
    /self.signed|certificate/i,
  )
  expect([server.received, server.logins]).toEqual([[], 0])
})

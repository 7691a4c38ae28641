import { createTransport } from 'nodemailer'
import { oneLine } from '#domain/text/in-mail.ts'
import type { MailSender } from './port.ts'

interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://…:465`, which begins with TLS. */
  url: string
  /** `smtp://` goes no further than STARTTLS where the server offers none; left out: on, unencrypted. */
  requireTls?: boolean
  /** The sender: `portal@laboratory.example`, `Laboratory <portal@laboratory.example>`, or the two by themselves. */
  from: string | { name: string; address: string }
}

/** Nothing that a header or an SMTP command would take for more than one plain address. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u
const CONNECTS_WITHIN_MS = 15_000
const ANSWERS_WITHIN_MS = 30_000

/** Sends through a mail server. What was not taken is told by RFC 5321's reply codes: 5xx is final, the rest is not. */
export function smtpSender({ url, from, requireTls = false }: SmtpOptions): MailSender {
  const domain = (typeof from === 'string' ? from : from.address).match(/@([\w.-]+)>?\s*$/)?.[1]
  if (!domain) throw new Error('the sender of mail must be an e-mail address')
  const transport = createTransport({
    url,
    requireTLS: requireTls,
    connectionTimeout: CONNECTS_WITHIN_MS,
    greetingTimeout: CONNECTS_WITHIN_MS,
    socketTimeout: ANSWERS_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, text }) {
      if (!ADDRESS.test(to)) return { taken: false, reason: 'This is not an e-mail address.' }
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from,
          to: { name: '', address: to },
          // Without line ends it cannot become another header.
          subject: oneLine(subject),
          text,
          // Nobody's absence note should answer.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { taken: true }
      } catch (error) {
        const reason = refusal(error)
        if (reason === null) throw error
        return { taken: false, reason }
      }
    },
  }
}

/**
 * The server's words where it refuses this recipient or this message for good; null otherwise. A refused sender or
 * password is the configuration's fault, not the mail's: once that is mended the mail should still go.
 */
function refusal(error: unknown): string | null {
  const { command, responseCode, response } = error as Partial<
    Record<'command' | 'responseCode' | 'response', unknown>
  >
  const final = typeof responseCode === 'number' && responseCode >= 500
  return final && (command === 'RCPT TO' || command === 'DATA') ? String(response) : null
}

import { createTransport } from 'nodemailer'
import { oneLine } from '#domain/text/in-mail.ts'
import type { MailSender } from './port.ts'

interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://…:465` for TLS from the start. */
  url: string
  /**
   * Fail over `smtp://` if the server does not offer STARTTLS. By default the mail is then sent unencrypted.
   */
  requireTls?: boolean
  /**
   * The sender: `portal@laboratory.example`, `Laboratory <portal@laboratory.example>`, or name and address
   * separately.
   */
  from: string | { name: string; address: string }
}

/** Excludes anything that a header or an SMTP command could take for more than one plain address. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u
const CONNECTS_WITHIN_MS = 15_000
const ANSWERS_WITHIN_MS = 30_000

/**
 * Sends through a mail server. Failures are classified by RFC 5321's reply codes: 5xx is final, others are
 * not.
 */
export function smtpSender({ url, from, requireTls = false }: SmtpOptions): MailSender & {
  /** Signs in without sending anything. Throws if the server cannot be reached or refuses that. */
  reach(): Promise<void>
} {
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
    async reach() {
      await transport.verify()
    },
    async send({ id, to, subject, text }) {
      if (!ADDRESS.test(to)) return { taken: false, reason: 'This is not an e-mail address.' }
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from,
          to: { name: '', address: to },
          // Without line breaks it cannot become another header.
          subject: oneLine(subject),
          text,
          // Suppresses absence notes.
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
 * The server's text if it refuses this recipient or message for good; null otherwise. A refused sender or
 * password is a configuration error: once that is fixed, the mail should still go out.
 */
function refusal(error: unknown): string | null {
  const { command, responseCode, response } = error as Partial<
    Record<'command' | 'responseCode' | 'response', unknown>
  >
  const final = typeof responseCode === 'number' && responseCode >= 500
  return final && (command === 'RCPT TO' || command === 'DATA') ? String(response) : null
}

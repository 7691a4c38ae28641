/** One message to one person, in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** What the mail server said. A refusal is final: the address does not exist, or the message is not wanted. */
export type MailAnswer = { taken: true } | { taken: false; reason: string }

export interface MailSender {
  /**
   * Hands the mail over. `id` is the same on every try, and becomes the Message-ID, so that a mail that arrives twice
   * can be recognised. Rejects where trying again makes sense: no connection, no answer, a temporary error.
   */
  send(mail: Mail & { id: string }): Promise<MailAnswer>
}

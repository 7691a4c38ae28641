/** One plain-text message to one person. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** The mail server's answer. A refusal is final: the address does not exist, or the message is not wanted. */
export type MailAnswer = { taken: true } | { taken: false; reason: string }

export interface MailSender {
  /**
   * Hands the mail over. `id` is the same for every attempt and becomes the Message-ID, so that a duplicate
   * can be recognized. Rejects if a retry makes sense: no connection, no answer, a temporary error.
   */
  send(mail: Mail & { id: string }): Promise<MailAnswer>
}

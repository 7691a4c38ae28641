import type { IdentityEvent, IdentityMail } from '../port.ts'
import { countAttempt, type Limit } from './attempts.ts'
import type { Database } from './database.ts'
import { type MailKind, mailTexts } from './mails.ts'

/** Mails that anybody can trigger by typing an address: one of each kind per recipient and interval. */
const mailLimit: Limit = { max: 1, minutes: 5 }

export interface NoticeOptions {
  db: Database
  laboratoryName: string
  supportEmail: string
  supportPhone: string
  sendMail(mail: IdentityMail): Promise<void>
  onEvent(event: IdentityEvent): void | Promise<void>
}

export type Notices = ReturnType<typeof noticesFor>

/** Notifies users by mail, and the audit trail by events. */
export function noticesFor(options: NoticeOptions) {
  const { db } = options
  async function mail(to: string, kind: MailKind): Promise<void> {
    await options.sendMail({ to, ...mailTexts(options, kind) })
  }
  return {
    mail,

    /**
     * Sends no more often than `mailLimit`; `kind` is evaluated only if the mail is due. False if it then finds
     * nothing to send.
     */
    async limitedMail(
      to: string,
      name: MailKind['kind'],
      kind: () => Promise<MailKind | undefined>,
    ): Promise<boolean> {
      const count = await countAttempt(db, `mail:${name}:${to}`, mailLimit)
      if (count > mailLimit.max) return true
      const found = await kind()
      if (found) await mail(to, found)
      return found !== undefined
    },

    async event(event: IdentityEvent): Promise<void> {
      await options.onEvent(event)
    },
  }
}

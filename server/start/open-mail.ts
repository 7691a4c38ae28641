import path from 'node:path'
import type { PgBoss } from 'pg-boss'
import { startMailbox } from '#adapters/mail/mailbox/start.ts'
import { smtpSender } from '#adapters/mail/smtp.ts'
import type { Brand } from '#domain/brand/brand.ts'
import type { Connection } from '../database/connection/connect.ts'
import { mailOutbox, startMailDelivery } from '../features/mail/outbox.ts'
import type { Outside } from '../operations/outside.ts'
import type { Config } from './config.ts'

interface Opened {
  worker: Connection
  dataDir: string
  boss: PgBoss
  brand: Brand
  outside: Outside
  /** Registers how to end a resource when the portal ends, before those that were started earlier. */
  ending<T>(resource: T, end: (resource: T) => Promise<unknown>): T
  onError(error: Error): void
}

/** Sends waiting mail: through the configured mail server, or in a demo to a mailbox that anybody can read. */
export async function openMail(
  config: Config,
  { worker, dataDir, boss, brand, outside, ending, onError }: Opened,
) {
  const from = config.KARYO_MAIL_FROM ?? { name: brand.name, address: brand.contact.email }
  const mailbox = config.KARYO_SMTP_URL
    ? null
    : ending(
        await startMailbox({
          dir: path.join(dataDir, 'mailbox'),
          laboratoryName: brand.name,
          accentColor: brand.accent[7],
          portalOrigin: config.publicOrigin,
        }),
        (one) => one.close(),
      )
  const url = config.KARYO_SMTP_URL ?? mailbox?.url ?? ''
  const sender = smtpSender({
    ...{ url, from, requireTls: config.production && config.KARYO_SMTP_PLAIN === 'off' },
  })
  const send: typeof sender.send = (mail) => outside.watch('mail', sender.send(mail))
  await startMailDelivery(boss, worker, { send }, onError)
  return { sendMail: mailOutbox(boss), mailbox }
}

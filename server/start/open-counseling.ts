import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PgBoss } from 'pg-boss'
import { httpsPartner } from '#adapters/counseling-partner/https.ts'
import { outboxPartner } from '#adapters/counseling-partner/outbox.ts'
import type { CounselingPartner } from '#adapters/counseling-partner/port.ts'
import { isSigned } from '#adapters/counseling-partner/signature.ts'
import type { Connection } from '../database/connection/connect.ts'
import { fileError, SetupError } from '../database/setup-error.ts'
import type { CounselingDeps } from '../features/counseling/deps.ts'
import { startHandingOver } from '../features/counseling/hand-over.ts'
import { noteLostMails } from '../features/counseling/lost-mails.ts'
import { counselingRetention } from '../features/counseling/retention.ts'
import { type SendMail, withdrawMails } from '../features/mail/public.ts'
import type { RepeatingWork } from '../jobs/repeating.ts'
import type { Outside } from '../operations/outside.ts'
import type { Config } from './config.ts'

interface Opened {
  worker: Connection
  dataDir: string
  secret: string
  boss: PgBoss
  sendMail: SendMail
  outside: Outside
  failed(what: string): (error: Error) => void
}

/** The configured counseling partner, or else a directory of plain-text files. */
async function openPartner(
  config: Config,
  { worker, dataDir, sendMail }: Opened,
): Promise<{ partner: CounselingPartner; works?: RepeatingWork[] }> {
  const { KARYO_COUNSELING_URL: url, KARYO_COUNSELING_SECRET: secret } = config
  if (url && secret) return { partner: httpsPartner({ url, secret }) }
  const { KARYO_COUNSELING_MAIL: to, KARYO_COUNSELING_MAIL_KEY: file } = config
  if (!to || !file)
    return { partner: outboxPartner(config.KARYO_COUNSELING_OUTBOX ?? path.join(dataDir, 'counseling')) }
  const armoredKey = await readFile(file, 'utf8').catch((error: unknown) => {
    throw fileError(`KARYO_COUNSELING_MAIL_KEY: ${file} cannot be read`, error)
  })
  // Loaded only if needed, because it is large.
  const { MAIL_KEYS, mailPartner, readPartnerKey } = await import('#adapters/counseling-partner/mail.ts')
  const encryptionKey = await readPartnerKey(armoredKey).catch((error: Error) => {
    throw new SetupError(`KARYO_COUNSELING_MAIL_KEY: ${error.message}`)
  })
  return {
    works: [
      {
        ...{ name: 'counseling-mails', everySeconds: 600 },
        run: () => noteLostMails(worker, MAIL_KEYS),
      },
    ],
    partner: mailPartner({
      ...{ to, encryptionKey },
      send: (mail) => sendMail(worker.db, mail),
      withdraw: (keys) => withdrawMails(worker.db, keys),
    }),
  }
}

/** Accepts requests for counseling and hands waiting ones over to the partner. */
export async function openCounseling(config: Config, opened: Opened) {
  const { worker, boss, secret, failed, outside } = opened
  const isTaken = config.KARYO_COUNSELING === 'on'
  const { partner, works = [] } = isTaken ? await openPartner(config, opened) : { partner: null }
  if (partner) {
    const watched: CounselingPartner = {
      ...partner,
      handOver: (request) => outside.watch('counseling', partner.handOver(request)),
      forget: (...what) => outside.watch('counseling', partner.forget(...what)),
    }
    await startHandingOver(boss, worker, watched, failed('a request for counseling could not be processed'))
  }
  const key = config.KARYO_COUNSELING_SECRET
  const now = () => new Date()
  const deps: CounselingDeps = {
    ...{ connection: worker, boss, secret, now, isTaken },
    isSigned: (signature, body) => key !== undefined && isSigned(key, signature, body, now()),
  }
  const days = config.KARYO_APPOINTMENT_DAYS
  return {
    parts: deps,
    works: [counselingRetention({ connection: worker, boss }, days), ...works],
    startLine: partner
      ? `Requests for counseling are sent ${partner.description}.`
      : 'There is no counseling partner: the appointment form is off.',
  }
}

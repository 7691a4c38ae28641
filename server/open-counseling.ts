import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PgBoss } from 'pg-boss'
import { httpsPartner } from '#adapters/counseling-partner/https.ts'
import { outboxPartner } from '#adapters/counseling-partner/outbox.ts'
import type { CounselingPartner } from '#adapters/counseling-partner/port.ts'
import { isSigned } from '#adapters/counseling-partner/signature.ts'
import type { Config } from './config.ts'
import type { Connection } from './database/connect.ts'
import { fileError, SetupError } from './database/setup-error.ts'
import { startHandingOver } from './features/counseling/handing-over.ts'
import type { CounselingParts } from './features/counseling/parts.ts'
import { endRetention } from './features/counseling/retention.ts'
import type { SendMail } from './features/mail/reads.ts'
import type { RepeatingWork } from './jobs/repeating.ts'

interface Opened {
  worker: Connection
  dataDir: string
  secret: string
  boss: PgBoss
  sendMail: SendMail
}

/** The configured way to the counseling partner; else a directory of readable files. */
async function openPartner(
  config: Config,
  { worker, dataDir, sendMail }: Opened,
): Promise<CounselingPartner> {
  const { KARYO_COUNSELING_URL: url, KARYO_COUNSELING_SECRET: secret } = config
  if (url && secret) return httpsPartner({ url, secret })
  const { KARYO_COUNSELING_MAIL: to, KARYO_COUNSELING_MAIL_KEY: file } = config
  if (!to || !file) return outboxPartner(config.KARYO_COUNSELING_OUTBOX ?? path.join(dataDir, 'counseling'))
  const armoredKey = await readFile(file, 'utf8').catch((error: unknown) => {
    throw fileError(`KARYO_COUNSELING_MAIL_KEY: ${file} cannot be read`, error)
  })
  // Loaded where it is needed only: it is large.
  const { mailPartner, readPartnerKey } = await import('#adapters/counseling-partner/mail.ts')
  const encryptionKey = await readPartnerKey(armoredKey).catch((error: Error) => {
    throw new SetupError(`KARYO_COUNSELING_MAIL_KEY: ${error.message}`)
  })
  return mailPartner({ to, encryptionKey, send: (mail) => sendMail(worker.db, mail) })
}

/** Takes requests for counseling in, and hands over to the partner what waits. */
export async function openCounseling(config: Config, opened: Opened) {
  const { worker, boss, secret } = opened
  const partner = await openPartner(config, opened)
  await startHandingOver(boss, worker, partner)
  const key = config.KARYO_COUNSELING_SECRET
  const now = () => new Date()
  const parts: CounselingParts = {
    ...{ connection: worker, boss, secret, now },
    isSigned: (signature, body) => key !== undefined && isSigned(key, signature, body, now()),
  }
  const days = config.KARYO_APPOINTMENT_DAYS
  const retention: RepeatingWork = {
    ...{ name: 'counseling-retention', everySeconds: 3600 },
    run: () => endRetention({ ...parts, now: now() }, days),
  }
  return { parts, works: [retention], startLine: `Requests for counseling go ${partner.description}.` }
}

import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Connection } from '#server/database/connection/connect.ts'
import { errorCode } from '#server/database/setup-error.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'
import { type Head, type Seal, sealTrail } from './seal.ts'

/** The file beside the database that lists what this portal has sealed, one line per seal, as in the log. */
export function witnessFile(dataDir: string): string {
  return path.join(dataDir, 'audit-seals.log')
}

function lineOf({ number, head, sealedAt, lines }: Seal): string {
  return `seal ${number} ${head} ${sealedAt.toISOString()} lines ${lines}`
}

/** Every seal hash in a text, which may be the file or a log collector's output. */
export function headsIn(text: string): Head[] {
  return [...text.matchAll(/\bseal (\d{1,15}) ([\w-]{43})(?![\w-])/g)].map(([, number, head]) => ({
    number: Number(number),
    head: head ?? '',
  }))
}

/** The seal hashes in the file; empty if it does not exist. */
export async function headsOf(file: string): Promise<Head[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  })
  return headsIn(text)
}

/**
 * Seals the audit trail every minute. Each seal is also written where the database owner has no control: to a
 * file beside the database, and to the log, which is collected as evidence: at any level but `silent`, as information.
 */
export function sealingWork(deps: {
  worker: Connection
  secret: string
  dataDir: string
  logger: Pick<FastifyBaseLogger, 'child' | 'level'>
}): RepeatingWork {
  const { logger } = deps
  const log = logger.child({}, { level: logger.level === 'silent' ? 'silent' : 'info' })
  const onSeal = async (seal: Seal) => {
    const line = lineOf(seal)
    log.info(`audit trail: ${line}`)
    await appendFile(witnessFile(deps.dataDir), `${line}\n`, { mode: 0o600, flush: true })
  }
  return {
    ...{ name: 'audit-seal', everySeconds: 60 },
    run: () => sealTrail(deps.worker, deps.secret, onSeal),
  }
}

/** How many seconds the oldest line has been waiting to be sealed; 0 if none is waiting. */
export async function unsealedSeconds({ db }: Connection): Promise<number> {
  const { seconds } = await db
    .selectFrom('audit_event')
    .where('id', '>', sql<number>`(select coalesce(max(last_id), 0) from audit_seal)`)
    .select(sql<number>`coalesce(extract(epoch from now() - min(at)), 0)::float`.as('seconds'))
    .executeTakeFirstOrThrow()
  return seconds
}

import path from 'node:path'
import type { Transaction } from 'kysely'
import { administer, isDatabaseAway } from './connection/connect.ts'
import { startEmbeddedPostgres } from './embedded/embedded.ts'
import { migrate } from './migrate/migrate.ts'
import type { Tables } from './schema/tables.ts'
import { SetupError } from './setup-error.ts'

export interface OpenDatabase {
  /** Administrative; the portal itself connects with `connect` and a role of its own. */
  url: string
  /** Where the data is, for whoever starts the portal. */
  startLine: string
  /** Runs `work` as administrator in one transaction. */
  administer<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T>
  /**
   * Settles when an embedded database has ended for good: undefined after `close`, otherwise why. Never
   * settles for an external database.
   */
  ended: Promise<Error | undefined>
  close(): Promise<void>
}

interface OpenOptions {
  /** An administrative address; if undefined, the embedded PostgreSQL in `dataDir` is started. */
  databaseUrl: string | undefined
  dataDir: string
  secret: string
  onLog: (line: string) => void
}

/** Starts or finds the database and upgrades it. */
export async function openDatabase({
  databaseUrl,
  dataDir,
  secret,
  onLog,
}: OpenOptions): Promise<OpenDatabase> {
  const embedded = databaseUrl
    ? null
    : await startEmbeddedPostgres({ dir: path.join(dataDir, 'database'), onLog })
  const url = databaseUrl ?? embedded?.url ?? ''
  let server: string
  try {
    server = await migrate(url, secret, { onLog })
  } catch (error) {
    await embedded?.stop()
    const isAway = error instanceof Error && isDatabaseAway(error)
    throw isAway ? new SetupError(`The database cannot be used: ${reasonOf(error)}`, { cause: error }) : error
  }
  return {
    url,
    startLine: embedded ? `The database is the embedded one in ${path.join(dataDir, 'database')}.` : server,
    administer: (work) => administer(url, work),
    ended: embedded?.exited ?? new Promise(() => {}),
    close: async () => embedded?.stop(),
  }
}

/** For several addresses Node throws an AggregateError whose own message is empty. */
function reasonOf(error: Error): string {
  const each = error instanceof AggregateError ? error.errors.map(String) : []
  return [error.message, ...each].filter(Boolean).join('; ')
}

import path from 'node:path'
import { administer } from '../database/connection/connect.ts'
import { DATA_VERSION, openDataDir } from '../database/embedded/data-dir.ts'
import { runningEmbeddedPostgres } from '../database/embedded/running.ts'
import { type OpenDatabase, openDatabase } from '../database/open.ts'
import type { Config } from '../start/config.ts'
import { installationSecret } from '../start/secret.ts'

/** Runs `work` on the embedded database (possibly the running portal's) or on the one of DATABASE_URL, upgraded. */
export async function withOpenDatabase(
  config: Config,
  say: (line: string) => void,
  work: (database: Pick<OpenDatabase, 'url' | 'administer'>, secret: string) => Promise<number>,
): Promise<number> {
  const dir = path.resolve(config.DATA_DIR)
  const secretOf = async () => config.KARYO_SECRET ?? (await installationSecret(dir))
  const running = config.DATABASE_URL ? undefined : await runningEmbeddedPostgres(path.join(dir, 'database'))
  if (running !== undefined)
    return work({ url: running, administer: (one) => administer(running, one) }, await secretOf())
  const ownDataDir = !config.DATABASE_URL || !config.KARYO_SECRET
  const dataDir = ownDataDir && !config.DATABASE_URL ? await openDataDir(dir, DATA_VERSION) : null
  try {
    const secret = await secretOf()
    const options = { databaseUrl: config.DATABASE_URL, dataDir: dir, secret, onLog: say }
    const database = await openDatabase(options)
    try {
      return await work(database, secret)
    } finally {
      await database.close()
    }
  } finally {
    await dataDir?.close()
  }
}

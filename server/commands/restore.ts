import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { directoryFiles } from '#adapters/files/directory.ts'
import { connectAsOwner } from '../database/check-server.ts'
import { DATA_VERSION, openDataDir } from '../database/embedded/data-dir.ts'
import { startEmbeddedPostgres } from '../database/embedded/embedded.ts'
import { type Load, loading } from '../database/migrate/load.ts'
import { migrate } from '../database/migrate/migrate.ts'
import { moveNumbersAhead } from '../database/migrate/numbers-ahead.ts'
import { SetupError } from '../database/setup-error.ts'
import { type Config, readConfig } from '../start/config.ts'
import { installationSecret } from '../start/secret.ts'
import { withDatabase } from './backup.ts'
import {
  type ArchivedFile,
  checkWhole,
  end,
  type Manifest,
  manifest,
  readArchive,
  readFully,
  secretPrint,
  sha256,
} from './backup-file.ts'
import { explain } from './explain.ts'

type Say = (line: string) => void

const USAGE = `Usage: npm run restore -- FILE
       npm run restore -- --recovered
Restores a backup into an empty database and DATA_DIR. The portal must not be running.
The second, after PostgreSQL was recovered by other means, moves all numbers ahead of those that were given since.`

const RECOVERS_WITHIN_MS = 600_000

interface Target {
  /** An administrative address. */
  url: string
  filesDir: string
  secret: string
}

interface RestoreResult {
  manifest: Manifest
  rows: number
  files: number
  /** The number after which orders go on. */
  lastNumber: number
}

/**
 * Restores `file` into an empty database and adds its files; then upgrades the tables. Anything that differs
 * from what was written is detected by its SHA-256, and the database then stays empty.
 */
async function restoreBackup(file: string, target: Target, onLoaded: () => void): Promise<RestoreResult> {
  const archive = readArchive(file)
  const refuse = () => new SetupError(`The backup ${file} is damaged or incomplete`)
  const first = await archive.next()
  if (first.done || first.value.name !== 'manifest.json')
    throw new SetupError(`${file} is not a backup of Karyo, or was made by a newer version`)
  const read = manifest.safeParse(JSON.parse((await readFully(first.value)).toString()))
  if (!read.success) throw new SetupError(`${file} is not a backup of Karyo, or was made by a newer version`)
  const { data: made } = read
  const counts = { rows: 0, files: 0, lastNumber: 0 }
  async function loadRest(load: Load): Promise<void> {
    const steps = restoreSteps(load, made, target.filesDir)
    for await (const entry of archive) {
      const ended = await steps.take(entry)
      if (!ended) continue
      if (!steps.isComplete(ended)) throw refuse()
      const lastNumber = await load.setSequences(ended.sequences)
      Object.assign(counts, { ...steps.counts(), lastNumber })
      return
    }
    throw refuse()
  }
  await loading(target, made, (load) =>
    loadRest(load).catch(async (error: unknown) => {
      // What is read from a damaged file may be anything, until its end tells.
      await checkWhole(file)
      throw error
    }),
  )
  await archive.return(undefined)
  onLoaded()
  await migrate(target.url, target.secret)
  return { manifest: made, ...counts }
}

/** Processes the archive's files one after another. */
function restoreSteps(load: Load, { tables }: Manifest, filesDir: string) {
  const files = directoryFiles(filesDir)
  const loaded: Record<string, { rows: number; sha256: string }> = {}
  let current = ''
  let hash = sha256()
  let fileCount = 0
  async function endTable() {
    if (current) loaded[current] = { rows: await load.end(), sha256: hash.digest('hex') }
    current = ''
    hash = sha256()
  }
  const EMPTY = { rows: 0, sha256: sha256().digest('hex') }
  return {
    /** Returns the content of `end.json` when it is reached. */
    async take(entry: ArchivedFile) {
      const [kind, name = ''] = entry.name.split('/')
      if (current && (kind !== 'database' || name !== current)) await endTable()
      if (kind === 'database') {
        current = name
        const table = tables.find((one) => `${one.schema}.${one.name}` === name)
        if (!table) throw new SetupError(`The backup has rows of ${name}, which its manifest does not list`)
        for await (const rows of entry.content) {
          hash.update(rows)
          await load.write(table, rows)
        }
      } else if (kind === 'files') {
        if ((await files.put(await readFully(entry))) !== name)
          throw new SetupError(`The file ${name} in the backup differs from what was stored`)
        fileCount += 1
      } else if (entry.name === 'end.json') return end.parse(JSON.parse((await readFully(entry)).toString()))
      return undefined
    },
    isComplete: (ended: ReturnType<typeof end.parse>) =>
      ended.files === fileCount &&
      Object.entries(ended.tables).every(([name, { rows, sha256: hashed }]) => {
        const here = loaded[name] ?? EMPTY
        return here.rows === rows && here.sha256 === hashed
      }),
    counts: () => ({
      rows: Object.values(loaded).reduce((sum, { rows }) => sum + rows, 0),
      files: fileCount,
    }),
  }
}

/** Runs `work` on the database of DATABASE_URL, or on an embedded one in a DATA_DIR that does not have one yet. */
async function withTarget<T>(config: Config, say: Say, work: (target: Target) => Promise<T>): Promise<T> {
  const dataDir = await openDataDir(config.DATA_DIR, DATA_VERSION)
  try {
    const embedded = config.DATABASE_URL
      ? null
      : await startEmbeddedPostgres({ dir: path.join(dataDir.path, 'database'), onLog: say })
    try {
      if (config.DATABASE_URL) await (await connectAsOwner(config.DATABASE_URL)).end()
      return await work({
        url: config.DATABASE_URL ?? embedded?.url ?? '',
        filesDir: config.KARYO_FILES_DIR ?? path.join(dataDir.path, 'files'),
        secret: config.KARYO_SECRET ?? (await installationSecret(dataDir.path)),
      })
    } finally {
      await embedded?.stop()
    }
  } finally {
    await dataDir.close()
  }
}

async function isRecovering(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is')
  return rows[0]?.is ?? false
}

const goOn = (lastNumber: number) =>
  `No number that was given since comes back: orders go on after ${lastNumber}.`

/** `npm run restore -- --recovered`; first waits until what remains of the recovery is over. */
async function moveAhead(config: Config, say: Say): Promise<void> {
  await withDatabase(config, say, async (url) => {
    const client = await connectAsOwner(url)
    try {
      for (const until = Date.now() + RECOVERS_WITHIN_MS; await isRecovering(client); await delay(500))
        if (Date.now() > until)
          throw new SetupError('The database is still being recovered, or is a standby: it takes no writes')
      say(goOn(await moveNumbersAhead(client)))
    } finally {
      await client.end()
    }
  })
}

/** `npm run restore -- FILE`, or `-- --recovered`. Returns the exit code. */
export async function runRestore(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  say: Say,
): Promise<number> {
  const [file, ...more] = args
  if (!file || more.length > 0) {
    say(USAGE)
    return 1
  }
  let isLoaded = false
  try {
    const config = readConfig(environment)
    if (file === '--recovered') {
      await moveAhead(config, say)
      return 0
    }
    await withTarget(config, say, async (target) => {
      const done = await restoreBackup(path.resolve(file), target, () => {
        isLoaded = true
      })
      say(`Restored the backup made at ${done.manifest.madeAt}: ${done.rows} rows, ${done.files} files.`)
      say(goOn(done.lastNumber))
      if (done.manifest.secretPrint !== secretPrint(target.secret))
        say(
          'KARYO_SECRET differs from the one at the time of the backup: set that one (or put it into DATA_DIR/secret) before the first start. With another, second factors and signing keys are lost.',
        )
    })
    return 0
  } catch (error) {
    say(explain(error))
    say(
      isLoaded
        ? 'The backup is in the database, but it was not upgraded to this version: start the portal, which upgrades it.'
        : 'The database was not changed.',
    )
    return 1
  }
}

if (import.meta.main)
  process.exitCode = await runRestore(process.argv.slice(2), process.env, (line) =>
    process.stdout.write(`${line}\n`),
  )

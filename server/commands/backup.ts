import { access, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { directoryFiles } from '#adapters/files/directory.ts'
import { connectAsOwner } from '../database/check-server.ts'
import { DATA_VERSION, openDataDir } from '../database/embedded/data-dir.ts'
import { startEmbeddedPostgres } from '../database/embedded/embedded.ts'
import { runningEmbeddedPostgres } from '../database/embedded/running.ts'
import { type Dump, withDump } from '../database/migrate/dump.ts'
import type { StoredTable } from '../database/schema/stored-tables.ts'
import { SetupError } from '../database/setup-error.ts'
import { type Config, readConfig } from '../start/config.ts'
import { installationSecret } from '../start/secret.ts'
import { type End, type Manifest, secretPrint, sha256, writeArchive } from './backup-file.ts'
import { explain } from './explain.ts'

type Say = (line: string) => void
type Add = Parameters<Parameters<typeof writeArchive>[1]>[0]

/**
 * Exit code of a backup that was written without files that are lost. A code of its own: one lost file must not look every night as
 * if there were no backup. `deploy/systemd/karyo-backup.service` has it too. Neither Node nor a shell ends with it.
 */
export const FILES_MISSING = 20

const USAGE = `Usage: npm run backup -- FILE
Writes the database, reports and documents to FILE, a .tar.gz. The portal may be running. Exit code ${FILES_MISSING}: FILE was written, but
reports or documents are missing or damaged; it lacks them. Exit code 1: there is no new backup.`

const BATCH_BYTES = 4_000_000

/**
 * Runs `work` with the database's administrative address, whether or not the database is already running, and
 * without upgrading it.
 */
export async function withDatabase<T>(
  config: Config,
  say: Say,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (config.DATABASE_URL) {
    // Says why it cannot be used, before anything else is blamed.
    await (await connectAsOwner(config.DATABASE_URL)).end()
    return work(config.DATABASE_URL)
  }
  const dir = path.resolve(config.DATA_DIR, 'database')
  const running = await runningEmbeddedPostgres(dir)
  if (running) return work(running)
  await access(path.join(dir, 'data')).catch(() => {
    throw new SetupError(`There is no database in ${dir}`)
  })
  const dataDir = await openDataDir(config.DATA_DIR, DATA_VERSION)
  try {
    const database = await startEmbeddedPostgres({ dir, onLog: say })
    try {
      return await work(database.url)
    } finally {
      await database.stop()
    }
  } finally {
    await dataDir.close()
  }
}

/** Adds one table's rows, in chunks that fit into memory. */
async function addTable(dump: Dump, table: StoredTable, add: Add): Promise<End['tables'][string]> {
  const hash = sha256()
  const rows = dump.read(table)
  let batch: Buffer[] = []
  let bytes = 0
  let batchCount = 0
  async function flush() {
    if (bytes === 0) return
    await add(`database/${table.schema}.${table.name}/${batchCount++}`, Buffer.concat(batch))
    batch = []
    bytes = 0
  }
  for await (const chunk of rows) {
    hash.update(chunk)
    batch.push(chunk)
    bytes += chunk.byteLength
    if (bytes >= BATCH_BYTES) await flush()
  }
  await flush()
  return { rows: rows.rowCount, sha256: hash.digest('hex') }
}

interface Counts {
  tables: number
  rows: number
  files: number
  /** Keys of files that a row names but whose content is missing or differs from what was stored. */
  lost: string[]
}

/**
 * Writes a backup of the database at `url` and of the files in `filesDir` to `file`, completely or not at
 * all. Files are read after the database's snapshot was taken: they never change, and stay a day longer than what names them
 * (decision 93), so every file that the snapshot names is there.
 */
async function writeBackup(
  file: string,
  { url, filesDir, secret }: { url: string; filesDir: string; secret: string },
): Promise<Counts> {
  const draft = `${file}.part`
  const counts: Counts = { tables: 0, rows: 0, files: 0, lost: [] }
  // Left by a backup that was killed.
  await rm(draft, { force: true })
  try {
    await writeArchive(draft, async (add) => {
      const json = (name: string, value: Manifest | End) =>
        add(name, Buffer.from(JSON.stringify(value, null, 2)))
      const tables: End['tables'] = {}
      const { named, sequences } = await withDump(url, async (dump) => {
        const { migrations, jobsVersion } = dump
        const common = {
          format: 1 as const,
          madeAt: new Date().toISOString(),
          secretPrint: secretPrint(secret),
        }
        await json('manifest.json', { ...common, migrations, jobsVersion, tables: dump.tables })
        for (const table of dump.tables) {
          const added = await addTable(dump, table, add)
          tables[`${table.schema}.${table.name}`] = added
          counts.tables += 1
          counts.rows += added.rows
        }
        return { named: await dump.fileKeys(), sequences: await dump.sequences() }
      })
      const files = directoryFiles(filesDir)
      for await (const key of files.keys()) {
        const content = await files.get(key).catch(() => undefined)
        if (!content) continue
        await add(`files/${key}`, content)
        counts.files += 1
        named.delete(key)
      }
      counts.lost = [...named].sort()
      await json('end.json', { tables, sequences, files: counts.files })
    })
    await rename(draft, file)
    return counts
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** `npm run backup -- FILE`. Returns the exit code: 1 if there is no backup, {@link FILES_MISSING} if there is one that lacks files. */
export async function runBackup(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  say: Say,
): Promise<number> {
  const [name, ...more] = args
  if (!name || more.length > 0) {
    say(USAGE)
    return 1
  }
  const file = path.resolve(name)
  try {
    const config = readConfig(environment)
    const there = await access(file).then(
      () => true,
      () => false,
    )
    if (there) throw new SetupError(`${file} already exists: choose another name`)
    const filesDir = config.KARYO_FILES_DIR ?? path.resolve(config.DATA_DIR, 'files')
    const counts = await withDatabase(config, say, async (url) => {
      const secret = config.KARYO_SECRET ?? (await installationSecret(config.DATA_DIR))
      return writeBackup(file, { url, filesDir, secret })
    })
    const { tables, rows, files, lost } = counts
    say(`Backed up to ${file}: ${rows} rows of ${tables} tables, ${files} files.`)
    for (const key of lost) say(`The backup lacks the file ${key}: it is missing or damaged in ${filesDir}.`)
    return lost.length === 0 ? 0 : FILES_MISSING
  } catch (error) {
    say(explain(error))
    return 1
  }
}

if (import.meta.main)
  process.exitCode = await runBackup(process.argv.slice(2), process.env, (line) =>
    process.stdout.write(`${line}\n`),
  )

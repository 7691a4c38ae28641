import { createHash, createHmac } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { z } from 'zod'
import { errorCode, fileError, SetupError } from '../database/setup-error.ts'

/*
 * A backup is a gzipped tar: `manifest.json`; `database/SCHEMA.TABLE/N`, each table's rows in COPY's text
 * format, split at arbitrary points; `files/KEY`; and finally `end.json`, without which the backup is
 * incomplete.
 */

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })

export const manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  migrations: z.array(z.string()),
  jobsVersion: z.number(),
  /** Distinguishes one secret from another without revealing either. */
  secretPrint: z.string(),
  tables: z.array(table),
})
export type Manifest = z.output<typeof manifest>

export const end = z.object({
  /** By `SCHEMA.TABLE`; the SHA-256 covers all of the table's pieces. */
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), last: z.string(), called: z.boolean() }),
  ),
  files: z.number(),
})
export type End = z.output<typeof end>

export const secretPrint = (secret: string) =>
  createHmac('sha256', secret).update('backup').digest('hex').slice(0, 16)

export const sha256 = () => createHash('sha256')

/** Adds one file to the archive; settles once it has been handed on for writing. */
type Add = (name: string, content: Uint8Array) => Promise<void>

/** Writes a new archive, readable by its owner only, and flushes it to disk. */
export async function writeArchive(file: string, produce: (add: Add) => Promise<void>): Promise<void> {
  const archive = pack()
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(archive, createGzip({ level: 4 }), target)
  const add: Add = async (name, content) => {
    const entry = archive.entry({ name, size: content.byteLength, mode: 0o600 })
    entry.end(content)
    await finished(entry)
  }
  const produced = produce(add).then(
    () => archive.finalize(),
    (error: Error) => {
      archive.destroy(error)
      throw error
    },
  )
  const [disk, source] = await Promise.allSettled([written, produced])
  // A write error also aborts the reading side, so it is the cause to report.
  if (disk.status === 'rejected' && errorCode(disk.reason).startsWith('E'))
    throw fileError(`The backup ${file} cannot be written`, disk.reason)
  for (const outcome of [source, disk]) if (outcome.status === 'rejected') throw outcome.reason
}

export interface ArchivedFile {
  name: string
  content: AsyncIterable<Buffer>
}

/**
 * Yields the archive's files in order; each must be read to its end before the next is requested. Throws
 * `SetupError` if the archive cannot be read or is damaged.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchivedFile> {
  const archive = extract()
  const read = pipeline(createReadStream(file), createGunzip(), archive)
  // The consumer of the archive gets this error from the `await` below.
  read.catch(() => undefined)
  try {
    for await (const entry of archive)
      yield { name: entry.header.name, content: entry as AsyncIterable<Buffer> }
    await read
  } catch (error) {
    throw damagedError(file, error)
  }
}

/** Throws `SetupError` if the file is not whole, which its end tells. */
export async function checkWhole(file: string): Promise<void> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(createReadStream(file), createGunzip(), nowhere).catch((error: unknown) => {
    throw damagedError(file, error)
  })
}

function damagedError(file: string, error: unknown): unknown {
  if (['ENOENT', 'EACCES', 'EISDIR'].includes(errorCode(error)))
    return fileError(`The backup ${file} cannot be read`, error)
  const isArchive = errorCode(error).startsWith('Z_') || /tar|Unexpected end/i.test(String(error))
  return isArchive ? new SetupError(`The backup ${file} is damaged or incomplete`, { cause: error }) : error
}

/** Reads a small file whole. */
export async function readFully({ content }: ArchivedFile): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

import { randomUUID } from 'node:crypto'
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { errorCode, fileError, SetupError } from '../setup-error.ts'
import { isRunning, startedAt } from './processes.ts'

/** The newest layout of the data directory that this program knows. */
export const DATA_VERSION = 1
const VERSION_FILE = 'karyo.json'
const LOCK_FILE = 'karyo.lock'

export interface DataDir {
  /** The absolute path. */
  path: string
  /** Releases the directory for another process. */
  close(): Promise<void>
}

/**
 * Opens the data directory for this process alone: creates it, checks that it is writable, refuses a layout
 * newer than `version`, and takes its lock. Throws a SetupError that says what to do.
 */
export async function openDataDir(directory: string, version: number): Promise<DataDir> {
  const dir = path.resolve(directory)
  const lock = path.join(dir, LOCK_FILE)
  await makeDirectory(dir)
  await refuseNewer(dir, version)
  await takeLock(lock, dir)
  try {
    await replaceFile(path.join(dir, VERSION_FILE), `${JSON.stringify({ version })}\n`)
  } catch (error) {
    await rm(lock, { force: true })
    throw fileError(`DATA_DIR: the directory ${dir} cannot be written`, error)
  }
  return { path: dir, close: () => rm(lock, { force: true }) }
}

async function makeDirectory(dir: string): Promise<void> {
  try {
    // If root runs the portal, the database runs as another user, with the right to pass through (cluster.ts).
    if ((await madeNow(dir)) || (await isAsBefore(dir))) await chmod(dir, 0o700)
  } catch (error) {
    throw fileError(`DATA_DIR: the directory ${dir} cannot be created`, error)
  }
}

/** Whether an earlier version, run by root, made it and let everybody pass through. */
const isAsBefore = async (dir: string) => ((await stat(dir)).mode & 0o777) === 0o711

/**
 * Returns false if the directory existed. (Node's own `recursive` hides why it fails, and never returns below
 * /proc.)
 */
async function madeNow(dir: string): Promise<boolean> {
  try {
    await mkdir(dir)
    return true
  } catch (error) {
    const is = (found: { isDirectory(): boolean }) => found.isDirectory()
    if (errorCode(error) === 'EEXIST' && (await stat(dir).then(is))) return false
    const parent = path.dirname(dir)
    const parentIsThere = await stat(parent).then(is, () => false)
    if (errorCode(error) !== 'ENOENT' || parentIsThere || parent === dir) throw error
    await madeNow(parent)
    return madeNow(dir)
  }
}

async function refuseNewer(dir: string, version: number): Promise<void> {
  const text = await readFile(path.join(dir, VERSION_FILE), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return `{"version":${version}}`
    throw fileError(`DATA_DIR: the directory ${dir} cannot be read`, error)
  })
  let found: unknown
  try {
    found = JSON.parse(text).version
  } catch {
    found = undefined
  }
  if (!Number.isInteger(found)) {
    throw new SetupError(`${path.join(dir, VERSION_FILE)} is damaged: restore it, or choose another DATA_DIR`)
  }
  if (Number(found) > version) {
    throw new SetupError(
      `The data directory ${dir} was created by a newer version of Karyo (layout ${found}, this one supports ${version}): start that version, or choose another DATA_DIR`,
    )
  }
}

/** The lock is a file with the owner's process id and start time, so that a dead owner's lock is recognized. */
async function takeLock(lock: string, dir: string): Promise<void> {
  const ownLock = `${lock}.${randomUUID()}`
  try {
    await writeFile(ownLock, `${process.pid} ${startedAt(process.pid)}\n`, { mode: 0o600, flush: true })
    // A hard link appears completely or not at all, and never replaces another process's lock.
    while (!(await tryLink(ownLock, lock))) await removeStale(lock, ownLock, dir)
  } catch (error) {
    throw error instanceof SetupError
      ? error
      : fileError(`DATA_DIR: the directory ${dir} cannot be written`, error)
  } finally {
    await rm(ownLock, { force: true }).catch(() => undefined)
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes a dead owner's lock. Only the process that has the turn may remove, so that nobody deletes a new
 * lock in the belief that it is the stale one seen before.
 */
async function removeStale(lock: string, ownLock: string, dir: string): Promise<void> {
  const owner = await ownerOf(lock)
  if (owner !== undefined) throw inUse(dir, owner)
  const turn = `${lock}.turn`
  if (!(await tryLink(ownLock, turn))) {
    const other = await ownerOf(turn)
    if (other !== undefined) throw inUse(dir, other)
    return rm(turn, { force: true })
  }
  try {
    const exists = await stat(lock).then(
      () => true,
      () => false,
    )
    if (exists && (await ownerOf(lock)) === undefined) await rm(lock, { force: true })
  } finally {
    await rm(turn, { force: true })
  }
}

/** The process id of the lock's owner, if it is still running. */
async function ownerOf(lock: string): Promise<number | undefined> {
  const text = await readFile(lock, 'utf8').catch(() => '')
  const [pid, ...started] = text.trim().split(' ')
  const number = Number(pid)
  if (!Number.isInteger(number) || number <= 0 || !isRunning(number)) return undefined
  return startedAt(number) === started.join(' ') ? number : undefined
}

function inUse(dir: string, owner: number): SetupError {
  return new SetupError(
    `The data directory ${dir} is in use by process ${owner}: stop that one first, or choose another DATA_DIR`,
  )
}

/** Writes a second file and renames it, so that a crash leaves either the old or the new one. */
async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { flush: true, mode: 0o600 })
  await rename(`${file}.new`, file)
}

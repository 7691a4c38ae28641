import { mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'

const MEMORY = '/dev/shm'
const PREFIX = 'karyo-tests-'
const LONGEST_RUN_MS = 2 * 60 * 60_000
const GIB = 2 ** 30
/** A run holds half a GiB at once; the rest is for what the tests hold themselves. */
const NEEDED = { free: 4 * GIB, available: 8 * GIB }

/**
 * Lets this process and its children keep temporary files in memory, if there is room and `TMPDIR` is not
 * set. The tests copy and drop databases of a thousand files each by the hundred: on ext4, which searches
 * long for a free inode after so many removals, that takes ten times the processor time.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined || !hasRoom()) return
  removeLeftovers()
  const dir = path.join(MEMORY, `${PREFIX}${process.pid}`)
  mkdirSync(dir, { recursive: true })
  process.env.TMPDIR = dir
  process.once('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }))
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > NEEDED.free && process.availableMemory() > NEEDED.available
  } catch {
    return false
  }
}

/**
 * Removes what runs left that were killed: it would take up memory until the machine is restarted. A process
 * of another container may be invisible here, but no run takes this long.
 */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(PREFIX))) {
    const dir = path.join(MEMORY, name)
    const changed = statSync(dir, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - changed > LONGEST_RUN_MS && !exists(Number(name.slice(PREFIX.length))))
      rmSync(dir, { recursive: true, force: true })
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

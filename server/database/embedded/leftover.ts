import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { SetupError } from '../setup-error.ts'
import { commandLine, isRunning, signal, waitUntilGone } from './processes.ts'

/**
 * Ends a database process that a killed portal left running on this data directory (PGDATA), and removes a
 * pid file whose process id now belongs to another program: PostgreSQL would mistake it for its own and
 * refuse to start.
 */
export async function stopLeftover(data: string, onLog: (line: string) => void): Promise<void> {
  const file = path.join(data, 'postmaster.pid')
  const { pid, dir } = await readPidFile(file)
  if (pid === undefined || dir === undefined || !isRunning(pid)) return
  const [program = '', ...args] = commandLine(pid)
  const isPostmaster = path.basename(program) === 'postgres' && args[args.indexOf('-D') + 1] === dir
  // A copy of a running database's directory names the original's process.
  const isOriginals = dir !== data && (await readPidFile(path.join(dir, 'postmaster.pid'))).pid === pid
  if (!isPostmaster || isOriginals) {
    await rm(file)
    return
  }
  onLog(`Stopping the database process ${pid} left by an earlier start`)
  signal(pid, 'SIGINT')
  if (await waitUntilGone(pid, 20_000)) return
  signal(pid, 'SIGQUIT')
  if (await waitUntilGone(pid, 10_000)) return
  throw new SetupError(
    `The database process ${pid} left by an earlier start does not stop: kill it, then start again`,
  )
}

/** Line 1 of postmaster.pid is the process id, line 2 the data directory. */
async function readPidFile(file: string): Promise<{ pid?: number; dir?: string }> {
  const [first, dir] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const pid = Math.abs(Number(first))
  return pid > 0 && dir ? { pid, dir } : {}
}

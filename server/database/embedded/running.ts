import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { errorCode, fileError } from '../setup-error.ts'
import { SUPERUSER } from './cluster.ts'
import { commandLine, isRunning } from './processes.ts'

/**
 * The administrative address of the embedded PostgreSQL that another process runs on `dir`, or undefined if
 * there is none.
 */
export async function runningEmbeddedPostgres(dir: string): Promise<string | undefined> {
  const file = path.join(dir, 'data', 'postmaster.pid')
  try {
    // One per line: process id, data directory, start time, port.
    const [pid, , , port] = (await readFile(file, 'utf8')).split('\n')
    if (!isRunning(Number(pid)) || path.basename(commandLine(Number(pid))[0] ?? '') !== 'postgres')
      return undefined
    const password = (await readFile(path.join(dir, 'password'), 'utf8')).trim()
    return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw fileError(`The database in ${dir} cannot be read`, error)
  }
}

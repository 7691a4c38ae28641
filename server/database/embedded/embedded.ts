import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { SetupError } from '../setup-error.ts'
import { type Cluster, commandFor, complaint, prepareCluster, SUPERUSER } from './cluster.ts'
import { stopLeftover } from './leftover.ts'

export interface EmbeddedDatabase {
  /** Administrative (superuser), on 127.0.0.1; unchanged for the lifetime of this object. */
  url: string
  /** The postmaster's process id; undefined between a crash and the restart. */
  pid(): number | undefined
  /** Stops for good: aborts running statements, writes everything to disk, waits for the process to end. */
  stop(): Promise<void>
  /** Settles when the database has ended for good: undefined after `stop`, otherwise why it cannot be restarted. */
  exited: Promise<Error | undefined>
}

export interface EmbeddedOptions {
  /** Used by the database alone, for example `DATA_DIR/database`. */
  dir: string
  /**
   * Called with one line for each step taken to keep the database running, and for each of PostgreSQL's own
   * FATAL and PANIC messages.
   */
  onLog?: (line: string) => void
  /** PostgreSQL settings that extend or override those below. */
  settings?: Record<string, string>
}

export const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Each page is written to the log whole when it is first changed after a checkpoint, and an order changes seventy. The
  // default `max_wal_size` still bounds how much is read again after a crash.
  checkpoint_timeout: '15min',
  // `launch` reads its messages. Statement errors are reported by the code that runs the statement, and may
  // contain what patients entered.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  lc_messages: 'C',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '',
  log_checkpoints: 'off',
}

const PATIENCE_MS = 30_000
/** The old process, or the shared memory it left behind, still exists. */
const TRANSIENT = /lock file .* already exists|pre-existing shared memory block/
const READY = /database system is ready to accept (read-only )?connections/
/** Reported for a connection whose end PostgreSQL has not yet noticed when it is stopped. */
const BROKEN_OFF = /terminating connection due to administrator command/
const PORT_TAKEN = /could not create any TCP\/IP sockets/

/**
 * Starts the PostgreSQL that comes with the portal, initializes it the first time, and keeps it running: when
 * its process dies, it is restarted at the same address. Throws a SetupError that says what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  let stopping = false
  const onLog = (line: string) => {
    if (!stopping || !BROKEN_OFF.test(line)) options.onLog?.(line)
  }
  const settings = { ...SETTINGS, ...options.settings }
  const cluster = await prepareCluster(options.dir)
  await stopLeftover(cluster.data, onLog)

  let port = 0
  let running: Running | undefined = await patiently(
    async () => {
      port = await freePort()
      return launch(cluster, { ...settings, port: String(port) }, onLog)
    },
    (error) => TRANSIENT.test(error.message) || PORT_TAKEN.test(error.message),
  )
  // Last resort if this process ends without `stop`: the database must not outlive it.
  const onExit = () => running?.child.kill('SIGINT')
  process.once('exit', onExit)

  async function supervise(): Promise<Error | undefined> {
    while (running !== undefined) {
      const how = await running.ended
      running = undefined
      if (stopping) break
      onLog(`The database process ended (${how}); restarting it`)
      try {
        const again = () => launch(cluster, { ...settings, port: String(port) }, onLog)
        running = await patiently(again, () => !stopping)
      } catch (error) {
        if (!stopping) return new Error('The database process could not be restarted', { cause: error })
      }
      if (stopping) running?.child.kill('SIGINT')
    }
    return undefined
  }
  const exited = supervise().finally(() => process.off('exit', onExit))

  return {
    url: `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/postgres`,
    pid: () => running?.child.pid,
    exited,
    async stop() {
      stopping = true
      running?.child.kill('SIGINT')
      // A fast shutdown takes as long as its last checkpoint; after that, an immediate one: the next start
      // recovers from the log.
      const last = setTimeout(() => running?.child.kill('SIGQUIT'), PATIENCE_MS)
      await exited
      clearTimeout(last)
    },
  }
}

export interface Running {
  child: ChildProcess
  /** How the process ended: its signal or exit code. */
  ended: Promise<string>
}

/** Retries until it works, `again` returns false, or the time is up. */
async function patiently<T>(attempt: () => Promise<T>, again: (error: Error) => boolean): Promise<T> {
  const until = Date.now() + PATIENCE_MS
  while (true) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Error) || Date.now() > until || !again(error)) throw error
      await delay(100)
    }
  }
}

/** Starts the postmaster and returns once it accepts connections; for a standby, once it can be read. */
export async function launch(
  { data, postgres, account }: Cluster,
  settings: Record<string, string>,
  onLog: (line: string) => void,
): Promise<Running> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = commandFor(account, postgres, ['-D', data, ...flags])
  // Detached: Ctrl-C in the terminal must reach only us; we stop the database last.
  const child = spawn(command.program, command.args, {
    ...command.identity,
    cwd: data,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  const output: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (/^(FATAL|PANIC):/.test(line)) onLog(`PostgreSQL: ${line}`)
      if (READY.test(line)) resolve()
      if (output.push(line) > 20) output.shift()
    })
    child.once('error', reject)
    child.once('close', () => {
      const reason = complaint(output.join('\n')) ?? output.at(-1) ?? 'it printed no message'
      reject(new SetupError(`The database in ${data} did not start: ${reason}`))
    })
  })
  return { child, ended }
}

/**
 * A free port below those that systems assign to outgoing connections (32768 and up): such a connection could
 * take our port while the database is restarting.
 */
export async function freePort(): Promise<number> {
  while (true) {
    const port = 10_240 + Math.floor(Math.random() * 20_000)
    const server = createServer()
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (free) return port
  }
}

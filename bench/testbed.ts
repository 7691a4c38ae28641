import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '#server/database/embedded/embedded.ts'
import { openClinic } from '../e2e/clinic.ts'
import { type Portal, startPortal } from './portal.ts'
import { resultsFiled } from './results-filed.ts'

/** Tokens are valid for ten minutes. */
const TOKEN_FOR_MS = 4 * 60_000

/** Nothing listens there: messages to the laboratory wait, so the work of sending them is not measured. */
export const NO_LABORATORY = { KARYO_LAB_HOST: '127.0.0.1', KARYO_LAB_PORT: '1' }

export type Testbed = Awaited<ReturnType<typeof openTestbed>>

/**
 * A portal with the demo's data on its own database, and further processes that a bench needs; `stop` ends
 * all of them.
 */
export async function openTestbed(environment: Record<string, string> = {}) {
  const dir = await mkdtemp(path.join(tmpdir(), 'karyo-bench-'))
  const database = await startEmbeddedPostgres({ dir: path.join(dir, 'database') })
  const ends: (() => Promise<unknown>)[] = [
    () => rm(dir, { recursive: true, force: true }),
    () => database.stop(),
  ]
  const stop = async () => {
    for (const end of ends.toReversed()) await end()
  }
  let portal: Portal
  try {
    portal = await startPortal({
      dataDir: dir,
      environment: { DATABASE_URL: database.url, KARYO_DEMO: 'on', ...environment },
    })
    ends.push(() => portal.stop())
    await resultsFiled(database.url)
  } catch (error) {
    await stop()
    throw error
  }
  let [clinic, until] = [openClinic(portal.origin, 'provider@demo.test'), Date.now() + TOKEN_FOR_MS]
  return {
    portal,
    databaseUrl: database.url,
    /** A user who may submit, whose token is valid for some minutes more. */
    clinic() {
      if (Date.now() > until)
        [clinic, until] = [openClinic(portal.origin, 'provider@demo.test'), Date.now() + TOKEN_FOR_MS]
      return clinic
    },
    /** Starts a program from bench/bare on the same database; returns its origin. */
    async bare(name: string): Promise<string> {
      const program = path.join(import.meta.dirname, 'bare', `${name}.ts`)
      const child = spawn(process.execPath, [program, database.url], { stdio: ['ignore', 'pipe', 'inherit'] })
      ends.push(async () => {
        const ended = once(child, 'exit')
        child.kill()
        await ended
      })
      const [printed] = await once(child.stdout.setEncoding('utf8'), 'data')
      return String(printed).trim()
    },
    stop,
  }
}

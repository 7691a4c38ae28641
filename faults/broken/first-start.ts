import { execFile } from 'node:child_process'
import { access, chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { freePort } from '#server/database/embedded/embedded.ts'
import { keepPortal } from '../cluster/portal.ts'

/** One user does the work of a clinic, and the laboratory responds immediately. */
export const BUSY = { KARYO_RATE_LIMIT: '0', KARYO_LAB_SPEED: '20', KARYO_LAB_BEHAVIOUR: 'steady' }

const run = promisify(execFile)

/**
 * The data directory of a portal after a first start with its demo. Created for the first request in a run.
 */
async function firstStart(): Promise<string> {
  const dir = inject('firstStart')
  const [data, done] = [path.join(dir, 'data'), path.join(dir, 'done')]
  const isThere = await access(done).then(
    () => true,
    () => false,
  )
  if (isThere) return data
  await chmod(dir, 0o711)
  const port = await freePort()
  const settings = { ...BUSY, DATA_DIR: data, PUBLIC_ORIGIN: `http://localhost:${port}` }
  const portal = keepPortal(port, settings, () => undefined)
  try {
    await portal.ready()
  } finally {
    await portal.stop()
  }
  await writeFile(done, '')
  return data
}

/** Copies it, or the named parts, with owners: the database's files belong to a user of their own. */
export async function copyFirstStart(to: string, entries: readonly string[] = ['.']): Promise<void> {
  const from = await firstStart()
  await mkdir(to, { recursive: true, mode: 0o711 })
  for (const entry of entries) await run('cp', ['-a', path.join(from, entry), to])
}

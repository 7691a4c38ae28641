import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyData, withApp } from './app.ts'

/**
 * Playwright's global setup: performs the portal's first start once, with everything that it creates. Each
 * journey's portal begins with a copy of this data.
 */
export default async function firstStart(): Promise<() => Promise<void>> {
  const data = await mkdtemp(path.join(tmpdir(), 'karyo-e2e-first-'))
  await withApp({}, async (app) => {
    await app.stop()
    await copyData(app.dataDir, data)
  })
  process.env.E2E_DATA = data
  return () => rm(data, { recursive: true, force: true })
}

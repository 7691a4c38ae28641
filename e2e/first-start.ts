import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyData, withApp } from './app.ts'

/**
 * Playwright's global setup: the portal is started for the first time once, with all that its first start makes. Each
 * portal of a journey begins with a copy of that data.
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

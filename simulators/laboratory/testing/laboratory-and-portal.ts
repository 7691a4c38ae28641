import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StartOptions, startSimulatedLaboratory } from '../start.ts'
import { type Answer, testPortal } from './portal.ts'

/** Run after each test, last one first. */
export type Cleanups = (() => unknown)[]

/** A laboratory process and the portal that it reports to. At speed 1, no step begins during a test. */
export async function startLaboratoryAndPortal(
  cleanups: Cleanups,
  options: Partial<StartOptions> & { answer?: Answer } = {},
) {
  const { answer, ...settings } = options
  const dir = mkdtempSync(join(tmpdir(), 'karyo-laboratory-'))
  cleanups.push(() => rmSync(dir, { recursive: true }))
  const portal = await testPortal(answer)
  cleanups.push(() => portal.close())
  async function start(onExit = () => {}) {
    const laboratory = await startSimulatedLaboratory({
      ...{ port: 0, portalHost: '127.0.0.1', portalPort: portal.port, dir, speed: 1, seed: 417, onExit },
      ...{ laboratoryName: 'Larkfield Genetics', ...settings },
    })
    cleanups.push(() => laboratory.stop())
    return laboratory
  }
  return { dir, portal, start }
}

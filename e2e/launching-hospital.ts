import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { runLaunch } from '#server/commands/launch.ts'
import type { SimulatedChart } from '#simulators/ehr/smart/charts.ts'
import { ALL_SCOPES } from '#simulators/ehr/smart/settings.ts'
import { openSmartEhr, type SmartEhr } from '#simulators/ehr/smart/smart-ehr.ts'
import type { App } from './app.ts'

interface LaunchingOptions {
  institution: string
  name?: string
  charts?: readonly SimulatedChart[]
  /** The interface of the same hospital's orders, whose advice its record system asks for too. */
  interfaceCode?: string
}

/**
 * A hospital's record system that launches this portal, set up by `npm run import -- launch`. Its pages are another site's
 * at `site`: the portal is at localhost.
 */
export async function launchingHospital(
  app: App,
  { institution, name = 'Harborview', charts, interfaceCode = '' }: LaunchingOptions,
): Promise<SmartEhr & { site: string }> {
  const at = `${app.origin}/launch/harborview`
  const ehr = await openSmartEhr({
    port: 0,
    portal: {
      ...{ clientId: 'karyo', launchUrl: at, redirectUri: `${at}/callback`, keys: `${at}/keys` },
      scopes: ALL_SCOPES,
    },
    ...(charts ? { charts } : {}),
    ...(interfaceCode === '' ? {} : { advice: `${app.origin}/cds/${interfaceCode}/cds-services` }),
  })
  const site = `http://127.0.0.1:${ehr.port}`
  const file = path.join(app.dataDir, 'launch.csv')
  await writeFile(
    file,
    `id,name,institutionCode,iss,clientId,scopes,frameOrigins,interface,recordNumberSystem
harborview,${name},${institution},${ehr.iss},karyo,,${site},${interfaceCode},\n`,
  )
  const lines: string[] = []
  const code = await runLaunch([file], app.environment(), (line) => lines.push(line))
  expect([code, lines.join('\n')]).toEqual([0, expect.stringContaining('harborview is set up')])
  return { ...ehr, site }
}

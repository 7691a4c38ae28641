import type { EmbeddedIdentity } from '#adapters/identity/embedded/start.ts'
import { brand } from '#brand/brand.ts'
import { terms } from '#brand/terms.ts'
import type { OpenDatabase } from '../database/open.ts'
import type { DemoDeps } from '../demo/add-users.ts'
import { seedDemo } from '../demo/seed.ts'
import { DEMO_PASSWORD, DEMO_USERS } from '../demo/users.ts'
import type { Config } from './config.ts'
import { beginAs, refuseOtherKind } from './installation.ts'

/** Refuses a database of the other kind, before anything works with it; an empty one becomes a production’s at once. */
export function knowKind(config: Config, database: Pick<OpenDatabase, 'administer'>): Promise<void> {
  return database.administer((db) =>
    // That it is a demo’s is written with the demo’s data.
    config.demo ? refuseOtherKind(db, 'demo', config) : beginAs(db, 'production', config),
  )
}

interface DemoOptions {
  config: Config
  database: OpenDatabase
  /** Null where another provider signs users in: nobody could be the demo’s people. */
  embedded: EmbeddedIdentity | null
  files: DemoDeps['files']
}

/** Fills an empty database with the demo, where there is one; gives the lines that tell of its sign-ins. */
export async function openDemo({ config, database, embedded, files }: DemoOptions): Promise<string[] | null> {
  if (!config.demo || embedded === null) return null
  const deps = {
    ...{ now: new Date(), laboratory: brand.name, termsVersion: terms.version },
    ...{ files, ensureAccount: embedded.ensureAccount },
  }
  await database.administer(async (db) => {
    await beginAs(db, 'demo', config)
    await seedDemo(db, deps)
  })
  return [
    `Demo sign-ins, all with the password ${DEMO_PASSWORD}:`,
    ...DEMO_USERS.map(({ email, who }) => `  ${email.padEnd(24)} ${who}`),
  ]
}

import type { EmbeddedIdentity } from '#adapters/identity/embedded/start.ts'
import type { ReadBrand } from '../brand/read-brand.ts'
import type { OpenDatabase } from '../database/open.ts'
import type { DemoDeps } from '../demo/add-users.ts'
import { seedDemo } from '../demo/seed.ts'
import { DEMO_PASSWORD, DEMO_USERS } from '../demo/users.ts'
import type { Config } from './config.ts'
import { beginAs, refuseOtherKind } from './installation.ts'

/**
 * Refuses a database of the other kind before anything uses it; an empty one immediately becomes a
 * production’s unless this is a demo.
 */
export function knowKind(config: Config, database: Pick<OpenDatabase, 'administer'>): Promise<void> {
  return database.administer((db) =>
    // A demo’s database gets its kind together with its data.
    config.demo ? refuseOtherKind(db, 'demo', config) : beginAs(db, 'production', config),
  )
}

interface DemoOptions {
  config: Config
  database: OpenDatabase
  /** Null if another provider signs users in: nobody could sign in as the demo’s users. */
  embedded: EmbeddedIdentity | null
  files: DemoDeps['files']
  brand: ReadBrand
}

/** Fills an empty database if this is a demo; returns the lines that list its sign-ins. */
export async function openDemo({
  config,
  database,
  embedded,
  files,
  brand,
}: DemoOptions): Promise<string[] | null> {
  if (!config.demo || embedded === null) return null
  const deps = {
    ...{ now: new Date(), laboratory: brand.brand.name, termsVersion: brand.terms.version },
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

import { sql, type Transaction } from 'kysely'
import type { Tables } from '../database/schema/tables.ts'
import { SetupError } from '../database/setup-error.ts'
import type { Config } from './config.ts'
import { VERSION } from './version.ts'

export type InstallationKind = Tables['installation']['kind']

interface Installation {
  kind: InstallationKind
  began_at: Date
  began_with: string
}

/** What the one-line message needs to say how to start over with another kind of database. */
export type StartTarget = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>

/** The database's kind; undefined if it is still empty. */
function installation(db: Transaction<Tables>): Promise<Installation | undefined> {
  return db.selectFrom('installation').select(['kind', 'began_at', 'began_with']).executeTakeFirst()
}

const startOverAdvice = ({ DATABASE_URL, DATA_DIR }: StartTarget) =>
  DATABASE_URL === undefined
    ? `choose another DATA_DIR than ${DATA_DIR}, or a DATABASE_URL`
    : 'point DATABASE_URL to an empty database, and choose an empty DATA_DIR'

function refusal({ kind, began_at, began_with }: Installation, target: StartTarget): SetupError {
  const since = `on ${began_at.toISOString().slice(0, 10)} by ${began_with}`
  return new SetupError(
    kind === 'demo'
      ? `The database was filled as a demo ${since}: its sign-ins are public, so it cannot be used without a demo. To start over, ${startOverAdvice(target)}.`
      : `The database was set up without a demo ${since}, and none can be added. Set NODE_ENV=production as before, or KARYO_DEMO=off; for a demo, ${startOverAdvice(target)}.`,
  )
}

/** Throws a SetupError, in one line, if the database was begun as the other kind. */
export async function refuseOtherKind(
  db: Transaction<Tables>,
  expected: InstallationKind,
  target: StartTarget,
): Promise<void> {
  const found = await installation(db)
  if (found && found.kind !== expected) throw refusal(found, target)
}

/**
 * Records the database's kind in the transaction that fills it; refuses as `refuseOtherKind` does. If two
 * begin concurrently, the second waits for the first.
 */
export async function beginAs(
  db: Transaction<Tables>,
  expected: InstallationKind,
  target: StartTarget,
  version: string = VERSION,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('karyo installation'))`.execute(db)
  await refuseOtherKind(db, expected, target)
  await db
    .insertInto('installation')
    .values({ kind: expected, began_with: `version ${version}` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

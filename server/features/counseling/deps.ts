import type { PgBoss } from 'pg-boss'
import type { Connection } from '#server/database/connection/connect.ts'

export interface CounselingDeps {
  /** The gateway's: what patients wrote is out of the reach of every other role. */
  connection: Connection
  boss: PgBoss
  /** What addresses and contents are made into keys with. */
  secret: string
  now(): Date
  /** Whether a status message was signed by the partner; never where there is no key for it. */
  isSigned(signature: string, body: string): boolean
}

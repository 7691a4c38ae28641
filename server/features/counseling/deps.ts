import type { PgBoss } from 'pg-boss'
import type { Connection } from '#server/database/connection/connect.ts'

export interface CounselingDeps {
  /** The gateway's connection: no other role can read what patients wrote. */
  connection: Connection
  boss: PgBoss
  /** The secret for the keys of addresses and contents. */
  secret: string
  now(): Date
  /** Whether requests are taken: false without a counseling partner. */
  isTaken: boolean
  /** Whether the partner signed a status message; false if no key is configured. */
  isSigned(signature: string, body: string): boolean
}

import type { Generated } from 'kysely'
import type { Instant } from './column-types.ts'

export interface InstallationTables {
  /** At most one row (migration 0024). */
  installation: {
    one: Generated<boolean>
    kind: 'demo' | 'production'
    began_at: Instant
    /** Such as `version 10.5.0`. */
    began_with: string
  }
}

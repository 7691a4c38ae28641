import type { ColumnType, Generated } from 'kysely'
import type { GivenRole } from '#contract/people.ts'
import type { Instant, InstantOrNull } from './column-types.ts'

/** How users are admitted: invitations, and roles that wait for a second person. */
export interface AdmissionTables {
  invitation: {
    id: Generated<number>
    institution_code: string
    email: string
    roles: GivenRole[]
    invited_by: number
    invited_by_name: string
    invited_at: Instant
    sent_at: Instant
    expires_at: ColumnType<Date, Date | string, Date | string>
    accepted_at: InstantOrNull
    withdrawn_at: InstantOrNull
    by_support: Generated<boolean>
  }
  proposed_role: {
    physician_id: number
    institution_code: string
    role: GivenRole
    proposed_by: number
    proposed_by_name: string
    proposed_at: Instant
  }
}

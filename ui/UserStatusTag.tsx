import type { UserStatus } from '#domain/lookups.ts'
import classes from './status-tag.module.css'

export const USER_STATUS_WORDS = {
  Active: 'Active',
  WaitingForApproval: 'Waiting for approval',
  Blocked: 'Blocked',
  Inactive: 'Inactive',
} as const satisfies Record<UserStatus, string>

/** How a user stands at an institution, as a quiet pill: the word says it, the colour helps. */
export function UserStatusTag({ status }: { status: UserStatus }) {
  return (
    <span className={classes.tag} data-state={status}>
      {USER_STATUS_WORDS[status]}
    </span>
  )
}

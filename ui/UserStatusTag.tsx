import type { UserStatus } from '#domain/lookups.ts'
import classes from './status-tag.module.css'

export const USER_STATUS_WORDS = {
  Active: 'Active',
  WaitingForApproval: 'Waiting for approval',
  Blocked: 'Blocked',
  Inactive: 'Inactive',
} as const satisfies Record<UserStatus, string>

/** A user's status at an institution as a pill: the word carries the meaning, the color supports it. */
export function UserStatusTag({ status }: { status: UserStatus }) {
  return (
    <span className={classes.tag} data-state={status}>
      {USER_STATUS_WORDS[status]}
    </span>
  )
}

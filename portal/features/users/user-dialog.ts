import type { User } from '#contract/users.ts'

/** What every dialog about a user gets. */
export interface UserDialogProps {
  user: User
  /** The institution at which it is done. */
  hospital: string
  opened: boolean
  onClose: () => void
}

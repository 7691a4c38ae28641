import { Button } from '@mantine/core'
import type { UserStatus } from '#domain/lookups.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { USER_STATUS_WORDS } from '#ui/UserStatusTag.tsx'

interface EmptyUsersProps {
  status: UserStatus | undefined
  q: string
  /** Null where the reader may not invite. */
  onInvite: (() => void) | null
  onClear: () => void
}

/** Why the list is empty, and what to do next. */
export function EmptyUsers({ status, q, onInvite, onClear }: EmptyUsersProps) {
  const { institution } = useSession()
  const invite = onInvite && (
    <Button variant="default" onClick={onInvite}>
      Invite user
    </Button>
  )
  const all = (label: string) => (
    <ButtonLink
      from="/users"
      to="/users"
      search={(before) => ({ ...before, status: undefined, page: 1 })}
      variant="default"
    >
      {label}
    </ButtonLink>
  )
  if (q)
    return (
      <EmptyState
        title={`Nobody found for “${q}”`}
        text={
          status
            ? `Searched among the users who are “${USER_STATUS_WORDS[status]}” only.`
            : 'Search by name, e-mail or NPI. Who is not here yet can be invited.'
        }
        action={
          <>
            {status && all('Search all users')}
            <Button variant="default" onClick={onClear}>
              Clear the search
            </Button>
            {!status && invite}
          </>
        }
      />
    )
  if (status)
    return (
      <EmptyState
        title={`Nobody is “${USER_STATUS_WORDS[status]}”`}
        text={`No user of ${institution.name} has this status now.`}
        action={all('All users')}
      />
    )
  return (
    <EmptyState
      title="No users yet"
      text={`Who works with the portal for ${institution.name} will stand here.`}
      action={invite}
    />
  )
}

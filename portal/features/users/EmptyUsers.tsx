import { Button } from '@mantine/core'
import type { UserStatus } from '#domain/lookups.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { USER_STATUS_WORDS } from '#ui/UserStatusTag.tsx'
import * as texts from './texts.ts'

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
      {texts.inviteUser}
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
        title={texts.noneFound(q)}
        text={status ? texts.searchScope(USER_STATUS_WORDS[status]) : texts.searchHint}
        action={
          <>
            {status && all('Search all users')}
            <Button variant="default" onClick={onClear}>
              {texts.clearSearch}
            </Button>
            {!status && invite}
          </>
        }
      />
    )
  if (status)
    return (
      <EmptyState
        title={texts.noneInStatus(USER_STATUS_WORDS[status])}
        text={texts.noneInStatusNow(institution.name)}
        action={all('All users')}
      />
    )
  return <EmptyState title={texts.noUsersYet} text={texts.noUsersHint(institution.name)} action={invite} />
}

import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { grouped } from '#domain/text/figures.ts'
import { useWaiting } from '#portal/frame/use-waiting.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { ListFilters } from '#portal/list/ListFilters.tsx'
import { ListPages } from '#portal/list/ListPages.tsx'
import list from '#portal/list/list.module.css'
import { moveBetweenRows } from '#portal/list/row-keys.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { EmptyUsers } from './EmptyUsers.tsx'
import { InstitutionCard } from './InstitutionCard.tsx'
import { InvitationsCard } from './InvitationsCard.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { usersOptions } from './queries.ts'
import * as texts from './texts.ts'
import { UserCards } from './UserCards.tsx'
import { UserTable } from './UserTable.tsx'
import classes from './users-page.module.css'
import { useUserSearch } from './useUserSearch.ts'
import { WaitingBanner } from './WaitingBanner.tsx'

/** The chips, in the order of how often they are wanted. */
const CHIPS = [
  { status: 'Active', label: texts.active },
  { status: 'WaitingForApproval', label: texts.waitingTab },
  { status: 'Blocked', label: texts.blockedLabel },
  { status: 'Inactive', label: texts.inactive },
] as const

/** The users of the selected institution: found by status and words, 25 a page; who is invited; the institution. */
export default function UsersPage() {
  const { institution } = useSession()
  const { status, q, page, query, change } = useUserSearch()
  const [inviting, invite] = useDisclosure(false)
  const users = useQuery(usersOptions(institution.code, query))
  const wide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  const { data } = users
  const found = data?.meta.total
  // A banner that came later would push the list down, and the list what is below it.
  const waiting = useWaiting()
  const ready = waiting !== null && (data !== undefined || users.isError)
  const Rows = wide ? UserTable : UserCards
  return (
    <>
      <PageHead
        title={texts.users}
        crumbs={[texts.users, institution.name]}
        badge={
          found !== undefined && (
            <span className={list.count}>
              {grouped(found)} {status || q ? 'found' : texts.inTotal}
            </span>
          )
        }
        actions={data?.mayInvite && <Button onClick={invite.open}>{texts.inviteUser}</Button>}
      />
      {ready ? (
        <>
          <WaitingBanner />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut; every row is a link */}
          <div onKeyDown={moveBetweenRows}>
            <ListFilters
              q={q}
              label={texts.searchUsers}
              placeholder={texts.nameEmailOrNpi}
              onSearch={(text) => change({ q: text || undefined }, { replace: true })}
              status={status}
              chips={CHIPS.map((chip) => ({ ...chip, count: data?.counts[chip.status] }))}
            />
            <StaleNotice query={users} />
            <div className={list.frame} data-waiting={users.isPlaceholderData || undefined}>
              {data === undefined && users.isError ? (
                <ErrorState problem={users.error} retry={() => users.refetch()} />
              ) : found === 0 ? (
                <EmptyUsers
                  status={status}
                  q={q}
                  onInvite={data?.mayInvite ? invite.open : null}
                  onClear={() => change({ q: undefined })}
                />
              ) : data?.data.length === 0 ? (
                <EmptyState
                  title={texts.missingPage(page)}
                  text={texts.noSuchPage}
                  action={
                    <ButtonLink from="/users" to="/users" search={(before) => ({ ...before, page: 1 })}>
                      {texts.goToFirstPage}
                    </ButtonLink>
                  }
                />
              ) : (
                <>
                  <Rows rows={data?.data} />
                  {data && <ListPages page={page} total={data.meta.total} />}
                </>
              )}
            </div>
          </div>
          <VisuallyHidden role="status">
            {found !== undefined && !users.isPlaceholderData && counted(found, 'user')}
          </VisuallyHidden>
          <div className={classes.below}>
            {data?.mayInvite && <InvitationsCard hospital={institution.code} />}
            <InstitutionCard />
          </div>
        </>
      ) : (
        <Skeleton height={560} radius="lg" />
      )}
      {data && (
        <InviteDialog
          opened={inviting}
          onClose={invite.close}
          mayGive={data.mayGive}
          waitIfGiven={data.waitIfGiven}
        />
      )}
    </>
  )
}

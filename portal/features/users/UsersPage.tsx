import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { grouped } from '#domain/text/figures.ts'
import { useWaiting } from '#portal/frame/use-waiting.ts'
import { ListFilters } from '#portal/list/ListFilters.tsx'
import { ListPage } from '#portal/list/ListPage.tsx'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { EmptyUsers } from './EmptyUsers.tsx'
import { InstitutionCard } from './InstitutionCard.tsx'
import { InvitationsCard } from './InvitationsCard.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { usersOptions } from './queries.ts'
import * as texts from './texts.ts'
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
  const { data } = users
  // A banner that came later would push the list down, and the list what is below it.
  const waiting = useWaiting()
  const ready = waiting !== null && (data !== undefined || users.isError)
  return (
    <>
      <ListPage
        title={texts.users}
        crumbs={[texts.users, institution.name]}
        count={data && `${grouped(data.meta.total)} ${status || q ? 'found' : texts.inTotal}`}
        actions={data?.mayInvite && <Button onClick={invite.open}>{texts.inviteUser}</Button>}
        pending={ready ? null : <Skeleton height={560} radius="lg" />}
        banner={<WaitingBanner />}
        filters={
          <ListFilters
            q={q}
            label={texts.searchUsers}
            placeholder={texts.nameEmailOrNpi}
            onSearch={(text) => change({ q: text || undefined }, { replace: true })}
            status={status}
            chips={CHIPS.map((chip) => ({ ...chip, count: data?.counts[chip.status] }))}
          />
        }
        query={users}
        page={page}
        rows={data?.data}
        total={data?.meta.total}
        announce={(total) => counted(total, 'user')}
        empty={
          <EmptyUsers
            status={status}
            q={q}
            onInvite={data?.mayInvite ? invite.open : null}
            onClear={() => change({ q: undefined })}
          />
        }
      >
        <UserTable rows={data?.data} />
      </ListPage>
      {ready && (
        <div className={classes.below}>
          {data?.mayInvite && <InvitationsCard hospital={institution.code} />}
          <InstitutionCard />
        </div>
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

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { User } from '#contract/users.ts'
import { rolesInWords } from '#domain/users/role-words.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import { UserStatusTag } from '#ui/UserStatusTag.tsx'
import { idInAddress, isMissing, MissingThing } from '../../frame/MissingThing.tsx'
import { useOpenedIn } from '../../frame/use-opened-in.ts'
import { reasonsOf } from './actions.ts'
import { ContactCard } from './ContactCard.tsx'
import { toChangeLines } from './changes.ts'
import { openWorkInWords } from './open-work.ts'
import { ProposedCard } from './ProposedCard.tsx'
import { userOptions } from './queries.ts'
import * as texts from './texts.ts'
import { UserActions } from './UserActions.tsx'
import { UserSkeleton } from './UserSkeleton.tsx'
import classes from './user-page.module.css'
import { WhyCard } from './WhyCard.tsx'
import { personName } from './words.ts'

/** A user of the selected institution: what they may do and why, who changed it when, and what can be done. */
export default function UserPage() {
  const { id = '' } = useParams({ strict: false })
  const { institution } = useSession()
  const [number, openedIn] = [idInAddress(id), useOpenedIn(id)]
  const missing = <MissingThing thing="user" id={number} openedIn={openedIn} skeleton={<UserSkeleton />} />
  if (number === null) return missing
  return (
    <LoadedUser key={`${institution.code} ${id}`} hospital={institution.code} id={number} missing={missing} />
  )
}

interface LoadedUserProps {
  hospital: string
  id: number
  /** Where the institution has none. */
  missing: ReactNode
}

function LoadedUser({ hospital, id, missing }: LoadedUserProps) {
  const query = useQuery(userOptions(hospital, id))
  if (isMissing(query.error)) return missing
  if (query.data === undefined)
    return query.isError ? (
      <ErrorState problem={query.error} retry={() => query.refetch()} />
    ) : (
      <UserSkeleton />
    )
  return (
    <>
      <StaleNotice query={query} />
      <UserView user={query.data} hospital={hospital} />
    </>
  )
}

function UserView({ user, hospital }: { user: User; hospital: string }) {
  const session = useSession()
  const here = session.user.customerRoles.find(({ institution }) => institution.code === hospital)
  const reader = { id: session.user.id, hospital, roles: here?.roles.map((role) => role.name) ?? [] }
  const name = personName(user)
  const work = openWorkInWords(user.openWork)
  return (
    <>
      <PageHead
        title={user.id === reader.id ? texts.nameOfYourself(name) : name}
        crumbs={[
          <Link key="users" to="/users">
            {texts.users}
          </Link>,
          name,
        ]}
        badge={<UserStatusTag status={user.status} />}
        sub={[rolesInWords(user.roles), work && texts.openWork(work)].filter(Boolean).join(' · ')}
        actions={<UserActions user={user} reader={reader} />}
      />
      {reasonsOf(user, reader).map((reason) => (
        <p key={reason} className={classes.reason}>
          {reason}
        </p>
      ))}
      <div className={classes.columns}>
        <div className={classes.main}>
          <ProposedCard user={user} />
          <WhyCard user={user} />
          <ContactCard user={user} />
        </div>
        <Card title={texts.accountHistory}>
          {user.changes.length === 0 ? (
            <p className={classes.none}>{texts.noChanges}</p>
          ) : (
            <Timeline items={toChangeLines(user.changes)} />
          )}
        </Card>
      </div>
    </>
  )
}

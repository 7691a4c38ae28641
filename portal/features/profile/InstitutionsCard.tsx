import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { rolesInWords } from '#domain/users/role-words.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { showDay } from '#ui/dates.ts'
import { useFocusNext } from '#ui/fields/use-focus-next.ts'
import { UserStatusTag } from '#ui/UserStatusTag.tsx'
import { OpenInvitations } from '../account/public.ts'
import { JoinInstitution } from './JoinInstitution.tsx'
import { LoadedCard } from './LoadedCard.tsx'
import classes from './profile.module.css'
import { type OwnInstitution, ownInstitutionsOptions } from './queries.ts'
import * as texts from './texts.ts'

/** Where the user works: how they stand there, what they may do, and since when. */
export function InstitutionsCard() {
  const { user } = useSession()
  const institutions = useQuery(ownInstitutionsOptions(user.id))
  return (
    <LoadedCard query={institutions} title={texts.institutions} rows={3}>
      {(list) => <Institutions list={list} />}
    </LoadedCard>
  )
}

function Institutions({ list }: { list: OwnInstitution[] }) {
  const { support } = useSession().user
  const [joining, setJoining] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const focusNext = useFocusNext()
  const close = () => {
    focusNext(() => opener.current?.focus())
    setJoining(false)
  }
  if (support)
    return (
      <Card title={texts.institutions}>
        <p className={classes.text}>{texts.laboratoryUser}</p>
      </Card>
    )
  return (
    <Card title={texts.institutions} sub={texts.institutionsHint}>
      <OpenInvitations />
      <ul className={classes.rows}>
        {list.map((one) => (
          <li key={one.institutionCode} className={`${classes.row} ${classes.institution}`}>
            <div className={classes.grow}>
              <div className={classes.name}>
                {one.institutionName} <span className={classes.dim}>{one.institutionCode}</span>
              </div>
              <div>{membershipInWords(one)}</div>
              {locationOf(one) && <div className={classes.dim}>{locationOf(one)}</div>}
            </div>
            <UserStatusTag status={one.status} />
          </li>
        ))}
      </ul>
      {joining ? (
        <JoinInstitution list={list} onClose={close} />
      ) : (
        <Button
          ref={opener}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setJoining(true)}
        >
          {texts.askToJoinAnother}
        </Button>
      )}
    </Card>
  )
}

const locationOf = ({ city, state }: OwnInstitution) => [city, state].filter(Boolean).join(', ')

function membershipInWords({ status, roles, since }: OwnInstitution): string {
  switch (status) {
    case 'WaitingForApproval':
      return texts.requestedOn(showDay(since))
    case 'Blocked':
      return texts.blockedSince(showDay(since))
    case 'Inactive':
      return texts.endedOn(showDay(since))
    case 'Active':
      return texts.rolesSince(rolesInWords(roles), showDay(since))
  }
}

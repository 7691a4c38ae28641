import type { User } from '#contract/users.ts'
import { ROLE_WORDS } from '#domain/users/role-words.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { showDay } from '#ui/dates.ts'
import * as texts from './texts.ts'
import classes from './why-card.module.css'

/** Why nothing given here counts now; null where it does. */
const CLOSED = {
  Active: null,
  WaitingForApproval: texts.waitsForApproval,
  Blocked: texts.accessBlocked,
  Inactive: texts.affiliationEnded,
} as const satisfies Record<User['status'], string | null>

/** One line a role: which, where, since when, given by whom, and what it allows. */
export function WhyCard({ user }: { user: User }) {
  const me = useSession().user.id === user.id
  const closed = CLOSED[user.status]
  const countsOfParent = user.hasRoleAtParent && user.status !== 'Blocked'
  return (
    <Card title={me ? texts.whyYou : texts.whyThisUser}>
      {closed && <p className={classes.closed}>{countsOfParent ? texts.parentRoleCounts : closed}</p>}
      {!closed && user.held.length === 0 && <p className={classes.closed}>{texts.noRole}</p>}
      {user.held.length > 0 && (
        <ul className={classes.list}>
          {user.held.map((role) => (
            <li
              key={`${role.name} ${role.inheritedFrom?.code}`}
              data-closed={closed && !countsOfParent ? true : undefined}
            >
              <div>
                <strong>{ROLE_WORDS[role.name].name}</strong> at {role.institution.name}
                {role.inheritedFrom && texts.inheritedFromInstitution(role.inheritedFrom.name)}
              </div>
              <div>{ROLE_WORDS[role.name].allows}</div>
              <div className={classes.since}>
                {texts.sinceDay} <time dateTime={role.givenAt}>{showDay(role.givenAt)}</time>
                {texts.andAssignedBy(role.givenBy)}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

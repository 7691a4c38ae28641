import { Link } from '@tanstack/react-router'
import type { UserRow } from '#contract/users.ts'
import { rolesInWords } from '#domain/users/role-words.ts'
import list from '#portal/list/list.module.css'
import { useSession } from '#portal/session/session.ts'
import { showDay } from '#ui/dates.ts'
import * as texts from './texts.ts'
import { listName } from './words.ts'

interface CellProps {
  row: UserRow
}

/** The name is the row's link, and covers the row. */
export function NameCell({ row }: CellProps) {
  const { user } = useSession()
  return (
    <>
      <Link to="/users/$id" params={{ id: String(row.id) }} className={list.rowLink} data-row-link>
        {listName(row)}
      </Link>
      {row.id === user.id && <span className={list.none}> {texts.you}</span>}
      <div className={list.second}>
        {row.providerType}
        {row.suffix && `, ${row.suffix}`}
      </div>
    </>
  )
}

/** Where it has to break, before its `@`. */
export function EmailCell({ row: { email } }: CellProps) {
  const at = email.lastIndexOf('@')
  return (
    <span className={list.first}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

export function RolesCell({ row }: CellProps) {
  const { institution } = useSession()
  return (
    <>
      <div className={row.roles.length === 0 ? list.none : list.first}>
        {row.status === 'WaitingForApproval' ? texts.assignedOnApproval : rolesInWords(row.roles)}
      </div>
      {row.institution.code !== institution.code && (
        <div className={list.second}>{texts.inheritedFrom(row.institution.name)}</div>
      )}
    </>
  )
}

export function SinceCell({ row }: CellProps) {
  return (
    <time dateTime={row.since} className={list.oneLine}>
      {showDay(row.since)}
    </time>
  )
}

import { Detail } from '#portal/list/Detail.tsx'
import list from '#portal/list/list.module.css'
import { WaitingCards } from '#portal/list/WaitingCards.tsx'
import { UserStatusTag } from '#ui/UserStatusTag.tsx'
import { EmailCell, NameCell, RolesCell, SinceCell } from './UserCells.tsx'
import type { UserRowsProps } from './UserTable.tsx'

/** The list on a phone: the same cells, as cards. */
export function UserCards({ rows }: UserRowsProps) {
  return (
    <ul className={list.cards}>
      {rows === undefined ? (
        <WaitingCards />
      ) : (
        rows.map((row) => (
          <li key={row.id} className={list.card} data-row>
            <div className={list.pair}>
              <div>
                <NameCell row={row} />
              </div>
              <UserStatusTag status={row.status} />
            </div>
            <div>
              <RolesCell row={row} />
            </div>
            <div className={list.facts}>
              <Detail name="Email">
                <EmailCell row={row} />
              </Detail>
              <Detail name="NPI">{row.npi || null}</Detail>
              <Detail name="Since">
                <SinceCell row={row} />
              </Detail>
            </div>
          </li>
        ))
      )}
    </ul>
  )
}

import type { UserRow } from '#contract/users.ts'
import { DataTable } from '#portal/list/DataTable.tsx'
import list from '#portal/list/list.module.css'
import { UserStatusTag } from '#ui/UserStatusTag.tsx'
import * as texts from './texts.ts'
import { EmailCell, NameCell, RolesCell, SinceCell } from './UserCells.tsx'
import classes from './user-table.module.css'

/** `rows` is undefined while loading. */
export function UserTable({ rows }: { rows: readonly UserRow[] | undefined }) {
  return (
    <DataTable
      label={texts.users}
      className={classes.widths}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { label: texts.name, cell: (row) => <NameCell row={row} />, card: 'head' },
        { label: 'Email', cell: (row) => <EmailCell row={row} /> },
        { label: texts.roles, cell: (row) => <RolesCell row={row} />, card: 'line' },
        {
          label: 'NPI',
          cell: (row) =>
            row.npi ? <span className={list.oneLine}>{row.npi}</span> : <span className={list.none}>–</span>,
          cardCell: (row) => row.npi || null,
        },
        { label: texts.status, cell: (row) => <UserStatusTag status={row.status} />, card: 'tag' },
        { label: texts.since, cell: (row) => <SinceCell row={row} /> },
      ]}
    />
  )
}

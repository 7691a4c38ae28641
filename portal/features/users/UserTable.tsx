import { Skeleton } from '@mantine/core'
import type { UserRow } from '#contract/users.ts'
import list from '#portal/list/list.module.css'
import { UserStatusTag } from '#ui/UserStatusTag.tsx'
import * as texts from './texts.ts'
import { EmailCell, NameCell, RolesCell, SinceCell } from './UserCells.tsx'
import classes from './user-table.module.css'

const COLUMNS = [texts.name, 'Email', texts.roles, 'NPI', texts.status, texts.since] as const
const PLACEHOLDERS = Array.from({ length: 8 }, (_, index) => index)

export interface UserRowsProps {
  /** Undefined while the first page is loading: its shape is shown. */
  rows: readonly UserRow[] | undefined
}

export function UserTable({ rows }: UserRowsProps) {
  return (
    <table className={`${list.table} ${classes.widths}`} aria-label={texts.users}>
      <thead>
        <tr>
          {COLUMNS.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? PLACEHOLDERS.map((row) => (
              <tr key={row} aria-hidden>
                {COLUMNS.map((label) => (
                  <td key={label}>
                    <Skeleton height={10} my={6} width="75%" />
                    <Skeleton height={8} my={5} width="45%" />
                  </td>
                ))}
              </tr>
            ))
          : rows.map((row) => (
              <tr key={row.id} data-row>
                <td>
                  <NameCell row={row} />
                </td>
                <td className={list.first}>
                  <EmailCell row={row} />
                </td>
                <td>
                  <RolesCell row={row} />
                </td>
                <td className={list.oneLine}>{row.npi || <span className={list.none}>–</span>}</td>
                <td>
                  <UserStatusTag status={row.status} />
                </td>
                <td className={list.oneLine}>
                  <SinceCell row={row} />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  )
}

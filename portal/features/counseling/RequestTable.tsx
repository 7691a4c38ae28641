import { Skeleton } from '@mantine/core'
import list from '#portal/list/list.module.css'
import classes from './counseling.module.css'
import {
  ActionsCell,
  OutcomeCell,
  PatientCell,
  ReceivedCell,
  type RequestRowsProps,
  StateCell,
} from './RequestCells.tsx'

const COLUMNS = ['Patient', 'Received', 'State', 'What happened', 'Actions'] as const

export function RequestTable({ rows, onOpen, onAgain }: RequestRowsProps) {
  return (
    <table className={`${list.table} ${classes.widths}`} aria-label="Counseling requests">
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
          ? [1, 2, 3, 4, 5, 6].map((row) => (
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
              <tr key={row.id}>
                <td>
                  <PatientCell row={row} />
                </td>
                <td>
                  <ReceivedCell row={row} />
                </td>
                <td>
                  <StateCell row={row} />
                </td>
                <td>
                  <OutcomeCell row={row} />
                </td>
                <td>
                  <ActionsCell row={row} onOpen={onOpen} onAgain={onAgain} />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  )
}

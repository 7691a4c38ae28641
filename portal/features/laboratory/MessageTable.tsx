import { Skeleton } from '@mantine/core'
import list from '#portal/list/list.module.css'
import classes from './laboratory.module.css'
import {
  ActionsCell,
  MessageCell,
  type MessageRowsProps,
  OrderCell,
  OutcomeCell,
  WhenCell,
} from './MessageCells.tsx'

const COLUMNS = ['Message', 'Order', 'When', 'What happened', 'Actions'] as const

export function MessageTable({ rows, onRead, onAgain }: MessageRowsProps) {
  return (
    <table className={`${list.table} ${classes.widths}`} aria-label="Messages">
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
              <tr key={`${row.direction}${row.id}`}>
                <td>
                  <MessageCell row={row} />
                </td>
                <td>
                  <OrderCell row={row} />
                </td>
                <td>
                  <WhenCell row={row} />
                </td>
                <td>
                  <OutcomeCell row={row} />
                </td>
                <td>
                  <ActionsCell row={row} onRead={onRead} onAgain={onAgain} />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  )
}

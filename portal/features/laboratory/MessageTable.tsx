import { DataTable } from '#portal/list/DataTable.tsx'
import classes from './laboratory.module.css'
import {
  ActionsCell,
  MessageCell,
  type MessageRowsProps,
  OrderCell,
  OutcomeCell,
  WhenCell,
} from './MessageCells.tsx'
import * as texts from './texts.ts'

export function MessageTable({ rows, onRead, onAgain }: MessageRowsProps) {
  return (
    <DataTable
      label={texts.messages}
      className={classes.widths}
      rows={rows}
      keyOf={({ direction, id }) => `${direction}${id}`}
      columns={[
        { label: texts.message, cell: (row) => <MessageCell row={row} />, card: 'head' },
        { label: texts.orderHeading, cell: (row) => <OrderCell row={row} /> },
        { label: texts.when, cell: (row) => <WhenCell row={row} /> },
        { label: texts.history, cell: (row) => <OutcomeCell row={row} />, card: 'line' },
        {
          label: texts.actions,
          cell: (row) => <ActionsCell row={row} onRead={onRead} onAgain={onAgain} />,
          card: 'foot',
        },
      ]}
    />
  )
}

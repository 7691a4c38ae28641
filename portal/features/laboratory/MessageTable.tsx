import { PlainTable } from '#portal/list/PlainTable.tsx'
import classes from './laboratory.module.css'
import {
  ActionsCell,
  MessageCell,
  type MessageRowsProps,
  OrderCell,
  OutcomeCell,
  WhenCell,
} from './MessageCells.tsx'

export function MessageTable({ rows, onRead, onAgain }: MessageRowsProps) {
  return (
    <PlainTable
      label="Messages"
      className={classes.widths}
      rows={rows}
      keyOf={({ direction, id }) => `${direction}${id}`}
      columns={[
        { label: 'Message', cell: (row) => <MessageCell row={row} /> },
        { label: 'Order', cell: (row) => <OrderCell row={row} /> },
        { label: 'When', cell: (row) => <WhenCell row={row} /> },
        { label: 'What happened', cell: (row) => <OutcomeCell row={row} /> },
        { label: 'Actions', cell: (row) => <ActionsCell row={row} onRead={onRead} onAgain={onAgain} /> },
      ]}
    />
  )
}

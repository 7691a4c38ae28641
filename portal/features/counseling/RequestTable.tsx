import { PlainTable } from '#portal/list/PlainTable.tsx'
import classes from './counseling.module.css'
import {
  ActionsCell,
  OutcomeCell,
  PatientCell,
  ReceivedCell,
  type RequestRowsProps,
  StateCell,
} from './RequestCells.tsx'

export function RequestTable({ rows, onOpen, onAgain }: RequestRowsProps) {
  return (
    <PlainTable
      label="Counseling requests"
      className={classes.widths}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { label: 'Patient', cell: (row) => <PatientCell row={row} /> },
        { label: 'Received', cell: (row) => <ReceivedCell row={row} /> },
        { label: 'State', cell: (row) => <StateCell row={row} /> },
        { label: 'What happened', cell: (row) => <OutcomeCell row={row} /> },
        { label: 'Actions', cell: (row) => <ActionsCell row={row} onOpen={onOpen} onAgain={onAgain} /> },
      ]}
    />
  )
}

import { DataTable } from '#portal/list/DataTable.tsx'
import classes from './counseling.module.css'
import {
  ActionsCell,
  OutcomeCell,
  PatientCell,
  ReceivedCell,
  type RequestRowsProps,
  StateCell,
} from './RequestCells.tsx'
import * as texts from './texts.ts'

export function RequestTable({ rows, onOpen, onAgain, sending }: RequestRowsProps) {
  return (
    <DataTable
      label={texts.counselingRequests}
      className={classes.widths}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { label: texts.patient, cell: (row) => <PatientCell row={row} />, card: 'head' },
        { label: texts.receivedHeading, cell: (row) => <ReceivedCell row={row} /> },
        { label: texts.status, cell: (row) => <StateCell row={row} />, card: 'tag' },
        { label: texts.history, cell: (row) => <OutcomeCell row={row} /> },
        {
          label: texts.actions,
          cell: (row) => <ActionsCell {...{ row, onOpen, onAgain, sending }} />,
          card: 'foot',
        },
      ]}
    />
  )
}

import { Link } from '@tanstack/react-router'
import type { WaitingResult } from '#contract/result-desk.ts'
import { statusInWords } from '#domain/reports/words.ts'
import { DataTable } from '#portal/list/DataTable.tsx'
import list from '#portal/list/list.module.css'
import { showAgo, showDate, showInstant } from '#ui/dates.ts'
import classes from './result-desk.module.css'
import * as texts from './texts.ts'
import { OUTCOME_WORDS } from './words.ts'

/** `rows` is undefined while loading. */
export function ResultTable({ rows }: { rows: readonly WaitingResult[] | undefined }) {
  return (
    <DataTable
      label={texts.results}
      className={classes.widths}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { label: texts.result, cell: (row) => <ResultCell row={row} />, card: 'head' },
        { label: texts.orderHeading, cell: (row) => <OrderCell row={row} /> },
        { label: texts.reasonForCheck, cell: (row) => <WhyCell row={row} />, card: 'line' },
        { label: texts.receivedHeading, cell: (row) => <ReceivedCell row={row} /> },
      ]}
    />
  )
}

interface CellProps {
  row: WaitingResult
}

function ResultCell({ row }: CellProps) {
  return (
    <>
      <Link to="/laboratory/results/$id" params={{ id: String(row.id) }} className={classes.link}>
        {row.testName || texts.result}
      </Link>
      <div className={list.second}>{statusInWords(row.status)}</div>
    </>
  )
}

function OrderCell({ row }: CellProps) {
  return (
    <>
      <div>
        {row.orderId} · {row.patientName}
      </div>
      {row.patientDateOfBirth && (
        <div className={list.second}>{texts.dob(showDate(row.patientDateOfBirth))}</div>
      )}
      <div className={list.second}>{row.institutionName}</div>
    </>
  )
}

function WhyCell({ row: { whyInWords, decision } }: CellProps) {
  return (
    <>
      <div>{whyInWords}</div>
      {decision && (
        <div className={list.second}>
          {texts.decidedBy(OUTCOME_WORDS[decision.outcome], decision.by, decision.reason)}
        </div>
      )}
    </>
  )
}

function ReceivedCell({ row: { receivedAt } }: CellProps) {
  return (
    <>
      <div>{showAgo(receivedAt)}</div>
      <div className={list.second}>
        <time dateTime={receivedAt}>{showInstant(receivedAt)}</time>
      </div>
    </>
  )
}
